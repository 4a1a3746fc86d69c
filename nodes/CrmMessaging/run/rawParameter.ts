import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import { followPath, isExpression, plainPathOf } from './expression';

/** Gives a parameter's value for an item. */
export type Reader = (index: number, json: object) => unknown;

/**
 * Makes a reader of a parameter as the workflow holds it. What has no expression is the same for
 * all items; a plain path is followed in the item; anything else goes through n8n's engine, which
 * takes about a millisecond for each expression.
 *
 * @param address where the parameter stands, as `getNodeParameter` takes it
 */
export function readerOf(context: IExecuteFunctions, raw: unknown, address: string): Reader {
	if (!hasExpression(raw)) {
		const value: unknown = context.getNodeParameter(address, 0);
		return () => value;
	}
	if (isExpression(raw)) return expressionReader(context, raw, address);
	if (Array.isArray(raw)) {
		const readers = raw.map((part, place) => readerOf(context, part, `${address}[${place}]`));
		return (index, json) => readers.map((read) => read(index, json));
	}
	const parts = Object.entries(raw as object);
	if (!parts.every(([key]) => /^\w+$/.test(key))) {
		return (index) => context.getNodeParameter(address, index);
	}
	const readers = parts.map(
		([key, part]) => [key, readerOf(context, part, `${address}.${key}`)] as const,
	);
	return (index, json) => {
		const value: Record<string, unknown> = {};
		for (const [key, read] of readers) value[key] = read(index, json);
		return value;
	};
}

function expressionReader(context: IExecuteFunctions, raw: string, address: string): Reader {
	const isInner = /[.[]/.test(address);
	const engine: Reader = (index) => {
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
