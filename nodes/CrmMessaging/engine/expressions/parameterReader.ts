import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import { expressionParts, printed, type Answers, type ExpressionPart } from '../../n8n/expressions';
import type { Batch, ExpressionBatches } from './expressionBatches';
import { followPath, isExpression, plainPathOf, unclear, type PlainPath } from './plainPath';
import { readsOfItem } from './purity';

type ReadForItem = (index: number, json: object) => unknown;

/** A parameter's common value, or a function that reads it per item. */
export type ParameterReader = { value: unknown } | ReadForItem;

/**
 * Returns a reader for a raw parameter. Without an expression, all items share its value. Lists and
 * objects are read part by part.
 *
 * @param address the parameter's path, as `getNodeParameter` expects it
 */
export function readerOf(
	context: IExecuteFunctions,
	batches: ExpressionBatches,
	raw: unknown,
	address: string,
): ParameterReader {
	if (!hasExpression(raw)) return { value: context.getNodeParameter(address, 0) as unknown };
	if (isExpression(raw)) return expressionReader(context, batches, raw, address);
	const common: Record<string, unknown> = {};
	const perItem: Array<{ key: string; read: ReadForItem }> = [];
	for (const [key, part] of Object.entries(raw as object)) {
		if (key === '__proto__') return (index) => context.getNodeParameter(address, index);
		const reader = readerOf(context, batches, part, address + stepTo(key));
		const isOwn = typeof reader === 'function';
		common[key] = isOwn ? undefined : reader.value;
		if (isOwn) perItem.push({ key, read: reader });
	}
	const list = Array.isArray(raw) ? Object.values(common) : undefined;
	return (index, json) => {
		const value = (list?.slice() ?? { ...common }) as Record<string, unknown>;
		for (const { key, read } of perItem) value[key] = read(index, json);
		return value;
	};
}

function hasExpression(raw: unknown): boolean {
	if (typeof raw !== 'object' || raw === null) return isExpression(raw);
	return Object.values(raw).some(hasExpression);
}

/** The address of a key, after its parent's. */
function stepTo(key: string): string {
	return /^\w+$/.test(key) ? `.${key}` : `["${key.replace(/["\\]/g, '\\$&')}"]`;
}

/**
 * Returns a reader for an expression. A plain path is followed in the item. Code that depends only
 * on its item is evaluated in batches. Anything else goes through n8n's engine item by item, about
 * a millisecond each.
 */
function expressionReader(
	context: IExecuteFunctions,
	batches: ExpressionBatches,
	raw: string,
	address: string,
): ParameterReader {
	const byN8n = (index: number): unknown => context.getNodeParameter(address, index);
	const parts = expressionParts(raw);
	if (parts?.every((part) => 'text' in part)) return { value: byN8n(0) };
	const pieces = parts?.map(pieceOf);
	const reader = pieces?.every((piece) => piece !== undefined)
		? new BatchedReader(batches, byN8n, pieces)
		: undefined;
	const isInside = /[.[]/.test(address);
	return (index, json) => {
		const value = reader ? reader.valueFor(index, json) : byN8n(index);
		// n8n also does this with dates inside a parameter that is read whole.
		return isInside && DateTime.isDateTime(value) ? value.toString() : value;
	};
}

type Piece = { text: string } | CodePiece;

interface CodePiece {
	code: string;
	/** Set if the code is only a path. */
	path: PlainPath | undefined;
	reads: readonly PlainPath[];
	/** Its answer column, once requested. */
	column?: number;
}

/** Analyzes a part; undefined if n8n must evaluate it. */
function pieceOf(part: ExpressionPart): Piece | undefined {
	if ('text' in part) return part;
	const path = plainPathOf(part.code);
	const reads = path ? [path] : readsOfItem(part.code);
	return reads && { code: part.code, path, reads };
}

/** Used if all parts of a text are plain paths. */
const noBatch: Batch = { start: -1, json: {}, rows: [], width: 0 };

/**
 * Reads an expression from batches. n8n also reads one item of each batch; if the results differ,
 * n8n reads all others.
 */
class BatchedReader {
	/** The code of an expression without other text, whose result keeps its type. */
	private readonly sole: CodePiece | undefined;
	/** The last item that n8n read, with its value. */
	private last: { item: number; value: unknown } | undefined;
	/** The batches for which both ways agreed. */
	private readonly proved = new WeakSet<Batch>();
	private differs = false;

	/** @param byN8n reads an item through n8n */
	constructor(
		private readonly batches: ExpressionBatches,
		private readonly byN8n: (item: number) => unknown,
		private readonly pieces: readonly Piece[],
	) {
		const [first] = pieces;
		this.sole = pieces.length === 1 && first && 'code' in first ? first : undefined;
	}

	valueFor(item: number, json: object): unknown {
		const followed = this.valueIn(json);
		if (this.sole && followed !== unclear) return followed;
		if (this.differs) return this.valueByN8n(item);
		const batch =
			followed === unclear ? this.batches.at(item, this.lastColumnFor(json)) : noBatch;
		if (!batch) return this.valueByN8n(item);
		const row = batch.rows[item - batch.start];
		const value = row ? this.valueIn(json, row) : followed;
		if (!this.proved.has(batch)) this.prove(batch, item, value);
		return this.proved.has(batch) && value !== unclear ? value : this.valueByN8n(item);
	}

	private lastColumnFor(json: object): number {
		let last = 0;
		for (const piece of this.pieces) {
			if ('text' in piece || pathValue(piece, json) !== unclear) continue;
			const { code, reads } = piece;
			piece.column ??= this.batches.columnOf(
				{ code, as: this.sole ? 'value' : 'text' },
				reads,
			);
			last = Math.max(last, piece.column);
		}
		return last;
	}

	/** An item's value; `unclear` if only n8n can read it, or the engine hasn't answered yet. */
	private valueIn(json: object, row?: Answers): unknown {
		if (this.sole) {
			const followed = pathValue(this.sole, json);
			if (followed !== unclear || !row) return followed;
			return valueOf(row[this.sole.column ?? -1]);
		}
		let text = '';
		for (const piece of this.pieces) {
			const shown = 'text' in piece ? piece.text : shownOf(piece, json, row);
			if (shown === undefined) return unclear;
			text += shown;
		}
		return text;
	}

	/** Compares both ways, in the batch's first item if n8n has just read it, else in this one. */
	private prove(batch: Batch, item: number, value: unknown): void {
		const first = this.last?.item === batch.start ? this.last : undefined;
		const expected = first ? this.valueIn(batch.json, batch.rows[0]) : value;
		if (expected === unclear) return;
		// An error from n8n is also a difference.
		this.differs = true;
		this.differs = !isSameValue(expected, first ? first.value : this.valueByN8n(item));
		if (!this.differs) this.proved.add(batch);
	}

	/** An operation may request an item several times, but n8n needs to read it only once. */
	private valueByN8n(item: number): unknown {
		const { last } = this;
		if (last?.item === item && typeof last.value !== 'object') return last.value;
		const value = this.byN8n(item);
		this.last = { item, value };
		return value;
	}
}

/** The value at a piece's path; `unclear` if it needs the engine. */
function pathValue({ path }: CodePiece, json: object): ReturnType<typeof followPath> {
	return path ? followPath(json, path) : unclear;
}

/** The text of a piece; undefined if only n8n can read it. */
function shownOf(piece: CodePiece, json: object, row: Answers | undefined): string | undefined {
	const followed = pathValue(piece, json);
	if (followed !== unclear) return printed(followed);
	const answer = row?.[piece.column ?? -1];
	return typeof answer === 'string' && answer.isWellFormed() ? answer : undefined;
}

/** The value of the engine's answer; `unclear` if it needs n8n. */
function valueOf(answer: unknown): unknown {
	if (isPlain(answer) || DateTime.isDateTime(answer)) return answer;
	const [list] = Array.isArray(answer) ? (answer as unknown[]) : [];
	return Array.isArray(list) && list.every(isPlain) ? list : unclear;
}

function isPlain(answer: unknown): boolean {
	// The engine may return a lone surrogate differently in a batch.
	if (typeof answer === 'string') return answer.isWellFormed();
	return answer == null || typeof answer === 'number' || typeof answer === 'boolean';
}

function isSameValue(value: unknown, other: unknown): boolean {
	if (DateTime.isDateTime(value)) return DateTime.isDateTime(other) && value.equals(other);
	if (!Array.isArray(value) || !Array.isArray(other)) return Object.is(value, other);
	return value.length === other.length && value.every((inner, at) => Object.is(inner, other[at]));
}
