import type { IExecuteFunctions } from 'n8n-workflow';
import { expressionReader, type ReadForItem } from './expressions/expressionReader';
import type { ExpressionBatches } from './expressions/expressionBatches';
import { isExpression } from './expressions/plainPath';
import { entryValueOf, readAs, type FormValue } from './formValues';

/** A parameter that is the same for all items, or how to read it for one. */
export type ParameterReader = { value: unknown } | ReadForItem;

/**
 * Makes a reader of a parameter as the workflow holds it. What has no expression is the same for
 * all items; `expressionReader` reads the expressions.
 *
 * @param address where the parameter stands, as `getNodeParameter` takes it
 * @param form how the choices and switches in it are read
 */
export function readerOf(
	context: IExecuteFunctions,
	batches: ExpressionBatches,
	raw: unknown,
	address: string,
	form?: FormValue,
): ParameterReader {
	if (!hasExpression(raw)) return fixedReader(form, context.getNodeParameter(address, 0), raw);
	if (isExpression(raw)) {
		const reader = expressionReader(context, batches, raw, address);
		if (!form) return reader;
		if (typeof reader !== 'function') return fixedReader(form, reader.value, raw);
		return (index, json) => readAs(form, reader(index, json), raw);
	}
	const isList = Array.isArray(raw);
	const parts = Object.entries(raw as object);
	if (parts.some(([key]) => key === '__proto__')) {
		return (index) => readAs(form, context.getNodeParameter(address, index));
	}
	return partsReader(
		isList ? [] : {},
		parts.map(([key, part]) => {
			const partForm = isList && form ? entryValueOf(form, +key) : form?.members?.get(key);
			return [key, readerOf(context, batches, part, address + stepTo(key), partForm)];
		}),
	);
}

/** Reads a value once; what is wrong with it is wrong with each item. */
function fixedReader(form: FormValue | undefined, value: unknown, raw: unknown): ParameterReader {
	try {
		return { value: readAs(form, value, raw) };
	} catch {
		return () => readAs(form, value, raw);
	}
}

/** How an address goes on to a key. */
function stepTo(key: string): string {
	if (/^\d+$/.test(key)) return `[${key}]`;
	return /^\w+$/.test(key) ? `.${key}` : `["${key.replace(/["\\]/g, '\\$&')}"]`;
}

/**
 * Copies what is the same for all items at once, and reads the rest into the copy.
 *
 * @param common an empty list or object, as the parameter is
 */
function partsReader(
	common: object,
	parts: ReadonlyArray<readonly [string, ParameterReader]>,
): ReadForItem {
	const own: Array<{ key: string; read: ReadForItem }> = [];
	for (const [key, part] of parts) {
		const isOwn = typeof part === 'function';
		Object.assign(common, { [key]: isOwn ? undefined : part.value });
		if (isOwn) own.push({ key, read: part });
	}
	return (index, json) => {
		const value: object = Array.isArray(common) ? common.slice() : { ...common };
		for (const { key, read } of own)
			(value as Record<string, unknown>)[key] = read(index, json);
		return value;
	};
}

/** Whether any text inside of a raw parameter is an expression. */
function hasExpression(raw: unknown): boolean {
	if (typeof raw !== 'object' || raw === null) return isExpression(raw);
	return Object.values(raw).some(hasExpression);
}
