import type { IExecuteFunctions } from 'n8n-workflow';
import { expressionReader, type ReadForItem } from './expressions/expressionReader';
import type { ItemWindows } from './expressions/itemWindows';
import { isExpression } from './expressions/plainPath';

/** A parameter that is the same for all items, or how to read it for one. */
export type ParameterReader = { value: unknown } | ReadForItem;

/**
 * Makes a reader of a parameter as the workflow holds it. What has no expression is the same for
 * all items; `expressionReader` reads the expressions.
 *
 * @param address where the parameter stands, as `getNodeParameter` takes it
 */
export function readerOf(
	context: IExecuteFunctions,
	windows: ItemWindows,
	raw: unknown,
	address: string,
): ParameterReader {
	if (!hasExpression(raw)) return { value: context.getNodeParameter(address, 0) };
	if (isExpression(raw)) return expressionReader(context, windows, raw, address);
	if (Array.isArray(raw)) {
		return listReader(
			raw.map((part, place) => readerOf(context, windows, part, `${address}[${place}]`)),
		);
	}
	const parts = Object.entries(raw as object);
	if (parts.some(([key]) => key === '__proto__')) {
		return (index) => context.getNodeParameter(address, index);
	}
	return objectReader(
		parts.map(([key, part]) => [key, readerOf(context, windows, part, address + stepTo(key))]),
	);
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
