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
	windows: ExpressionBatches,
	raw: unknown,
	address: string,
	form?: FormValue,
): ParameterReader {
	if (!hasExpression(raw)) {
		return fixedReader(form, context.getNodeParameter(address, 0), raw);
	}
	if (isExpression(raw)) {
		const reader = expressionReader(context, windows, raw, address);
		if (!form) return reader;
		if (typeof reader !== 'function') return fixedReader(form, reader.value, raw);
		return (index, json) => readAs(form, reader(index, json), raw);
	}
	if (Array.isArray(raw)) {
		return listReader(
			raw.map((part, at) =>
				readerOf(
					context,
					windows,
					part,
					`${address}[${at}]`,
					form && entryValueOf(form, at),
				),
			),
		);
	}
	const parts = Object.entries(raw as object);
	if (parts.some(([key]) => key === '__proto__')) {
		return (index) => readAs(form, context.getNodeParameter(address, index));
	}
	return objectReader(
		parts.map(([key, part]) => [
			key,
			readerOf(context, windows, part, address + stepTo(key), form?.members?.get(key)),
		]),
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
	return /^\w+$/.test(key) ? `.${key}` : `["${key.replace(/["\\]/g, '\\$&')}"]`;
}

function listReader(parts: readonly ParameterReader[]): ReadForItem {
	return (index, json) =>
		parts.map((part) => (typeof part === 'function' ? part(index, json) : part.value));
}

/** Copies what is the same for all items at once, and reads the rest into the copy. */
function objectReader(parts: ReadonlyArray<readonly [string, ParameterReader]>): ReadForItem {
	const common: Record<string, unknown> = {};
	const own: Array<{ key: string; read: ReadForItem }> = [];
	for (const [key, part] of parts) {
		common[key] = typeof part === 'function' ? undefined : part.value;
		if (typeof part === 'function') own.push({ key, read: part });
	}
	return (index, json) => {
		const value = { ...common };
		for (const { key, read } of own) value[key] = read(index, json);
		return value;
	};
}

/** Whether any text inside of a raw parameter is an expression. */
function hasExpression(raw: unknown): boolean {
	if (typeof raw !== 'object' || raw === null) return isExpression(raw);
	return Object.values(raw).some(hasExpression);
}
