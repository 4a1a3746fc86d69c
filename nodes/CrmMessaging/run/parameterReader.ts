import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import { followPath, isExpression, plainPathOf } from './plainPath';

type ReadForItem = (index: number, json: object) => unknown;

/** A parameter that is the same for all items, or how to read it for one. */
export type ParameterReader = { value: unknown } | ReadForItem;

/**
 * Makes a reader of a parameter as the workflow holds it. What has no expression is the same for
 * all items; a plain path is followed in the item; anything else goes through n8n's engine, which
 * takes about a millisecond for each expression.
 *
 * @param address where the parameter stands, as `getNodeParameter` takes it
 */
export function readerOf(
	context: IExecuteFunctions,
	raw: unknown,
	address: string,
): ParameterReader {
	if (!hasExpression(raw)) return { value: context.getNodeParameter(address, 0) };
	if (isExpression(raw)) return expressionReader(context, raw, address);
	if (Array.isArray(raw)) {
		return listReader(
			raw.map((part, place) => readerOf(context, part, `${address}[${place}]`)),
		);
	}
	const parts = Object.entries(raw as object);
	if (!parts.every(([key]) => isPlainKey(key))) {
		return (index) => context.getNodeParameter(address, index);
	}
	return objectReader(
		parts.map(([key, part]) => [key, readerOf(context, part, `${address}.${key}`)]),
	);
}

/** Whether a key may stand in an address and be assigned to an object. */
function isPlainKey(key: string): boolean {
	return /^\w+$/.test(key) && key !== '__proto__';
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

function expressionReader(context: IExecuteFunctions, raw: string, address: string): ReadForItem {
	const isInner = /[.[]/.test(address);
	const engine: ReadForItem = (index) => {
		const value: unknown = context.getNodeParameter(address, index);
		// n8n does the same with dates inside of a parameter that is read whole.
		return isInner && DateTime.isDateTime(value) ? value.toString() : value;
	};
	const path = plainPathOf(raw);
	if (!path) return engine;
	return (index, json) => followPath(json, path) ?? engine(index, json);
}

/** Whether any text inside of a raw parameter is an expression. */
function hasExpression(raw: unknown): boolean {
	if (typeof raw !== 'object' || raw === null) return isExpression(raw);
	return Object.values(raw).some(hasExpression);
}
