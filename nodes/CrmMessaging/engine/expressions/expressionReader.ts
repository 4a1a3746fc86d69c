import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import { expressionParts, type ExpressionPart } from '../../n8n/expressions';
import { plainPathOf } from './plainPath';
import type { ExpressionBatches } from './itemWindows';
import { readsOfItem } from './ownItem';
import { WindowReader, type Piece } from './windowReader';

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
	windows: ExpressionBatches,
	raw: string,
	address: string,
): ReadForItem | { value: unknown } {
	const byN8n = (index: number): unknown => context.getNodeParameter(address, index);
	const parts = expressionParts(raw);
	if (parts?.every((part) => 'text' in part)) return { value: byN8n(0) };
	const pieces = parts && piecesOf(parts);
	const read = pieces ? windowReader(windows, byN8n, pieces) : byN8n;
	if (!/[.[]/.test(address)) return read;
	return (index, json) => {
		const value = read(index, json);
		// n8n does the same with dates inside of a parameter that is read whole.
		return DateTime.isDateTime(value) ? value.toString() : value;
	};
}

/** The parts with what is known of their code; undefined where n8n has to evaluate one. */
function piecesOf(parts: readonly ExpressionPart[]): Piece[] | undefined {
	const pieces = parts.map((part) => ('text' in part ? part : codePieceOf(part.code)));
	return pieces.every((piece) => piece !== undefined) ? pieces : undefined;
}

function codePieceOf(code: string): Piece | undefined {
	const path = plainPathOf(code);
	const reads = path ? [path] : readsOfItem(code);
	return reads && { code, path, reads };
}

function windowReader(
	windows: ExpressionBatches,
	byN8n: (index: number) => unknown,
	pieces: readonly Piece[],
): ReadForItem {
	const reader = new WindowReader(windows, byN8n, pieces);
	return (index, json) => reader.valueFor(index, json);
}
