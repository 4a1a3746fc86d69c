import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import { expressionParts, type ExpressionPart } from '../../n8n/expressionText';
import { plainPathOf } from './plainPath';
import type { ItemWindows } from './itemWindows';
import { speaksOfItsItem } from './ownItem';
import { WindowReader } from './windowReader';

/** Reads a parameter for one item. */
export type ReadForItem = (index: number, json: object) => unknown;

/**
 * Makes a reader of a parameter that is an expression. A plain path is followed in the item; what
 * speaks of nothing but its item is evaluated for many items at once; anything else goes through
 * n8n's engine item by item, which takes about a millisecond for each expression.
 *
 * @param address where the parameter stands, as `getNodeParameter` takes it
 */
export function expressionReader(
	context: IExecuteFunctions,
	windows: ItemWindows,
	raw: string,
	address: string,
): ReadForItem | { value: unknown } {
	const byN8n = (index: number): unknown => context.getNodeParameter(address, index);
	const parts = expressionParts(raw);
	if (parts?.every((part) => 'text' in part)) return { value: byN8n(0) };
	const read = parts && isSound(parts) ? windowReader(windows, byN8n, parts) : byN8n;
	if (!/[.[]/.test(address)) return read;
	return (index, json) => {
		const value = read(index, json);
		// n8n does the same with dates inside of a parameter that is read whole.
		return DateTime.isDateTime(value) ? value.toString() : value;
	};
}

function isSound(parts: readonly ExpressionPart[]): boolean {
	return parts.every(
		(part) => 'text' in part || isPlainPath(part.code) || speaksOfItsItem(part.code),
	);
}

function isPlainPath(code: string): boolean {
	return plainPathOf(code) !== undefined;
}

function windowReader(
	windows: ItemWindows,
	byN8n: (index: number) => unknown,
	parts: readonly ExpressionPart[],
): ReadForItem {
	const reader = new WindowReader(windows, byN8n, parts);
	return (index, json) => reader.valueFor(index, json);
}
