import { DateTime } from 'luxon';
import { printed, printedObject } from '../../../n8n/expressions';
import type { Batch, ExpressionBatches } from './expressionBatches';
import { followPath, plainPathOf, unclear } from './plainPath';
import { pureCodeOf, type PureCode } from './purity';
import type { PlainPath } from './syntax';

/**
 * Reads the value of code between braces. A plain path is followed in the item. Code that depends
 * only on its item is evaluated in batches. n8n also reads one item of each batch. If the results
 * differ, n8n reads all others. Any other code is read by n8n, too.
 */
export class CodeReader {
	private readonly path: PlainPath | undefined;
	private readonly pure: PureCode | undefined;
	/** Its answer column, once requested. */
	private column: number | undefined;
	/** The last item that n8n read, with its value. */
	private last: { item: number; value: unknown } | undefined;
	/** The batches for which both ways agreed. */
	private readonly proved = new WeakSet<Batch>();
	private differs = false;

	/**
	 * @param isPrinted whether only its printed text matters, since it's one of several parts
	 * @param byN8n evaluates it in n8n's own way
	 */
	constructor(
		private readonly batches: ExpressionBatches,
		readonly code: string,
		private readonly isPrinted: boolean,
		private readonly byN8n: (item: number) => unknown,
	) {
		this.path = plainPathOf(code);
		this.pure = this.path ? { code, reads: [this.path] } : pureCodeOf(code);
	}

	/** Whether it depends only on its item, so another evaluation changes nothing. */
	get isPure(): boolean {
		return this.pure !== undefined;
	}

	/** Whether it only follows a path, so its value is data as it came. */
	get isPath(): boolean {
		return this.path !== undefined;
	}

	/** Its value; the printed text of an object may stand for it if it's a part of a text. */
	valueFor(item: number, json: object): unknown {
		const followed = this.path ? followPath(json, this.path) : unclear;
		if (followed !== unclear) return followed;
		const { pure } = this;
		if (!pure || this.differs) return this.valueByN8n(item);
		const as = this.isPrinted ? 'text' : 'value';
		this.column ??= this.batches.columnOf({ code: pure.code, as }, pure.reads);
		const batch = this.batches.at(item, this.column);
		if (!batch) return this.valueByN8n(item);
		const answer = this.answerIn(batch, item);
		if (answer !== unclear && !this.proved.has(batch)) this.prove(batch, item, answer);
		return answer !== unclear && this.proved.has(batch) ? answer : this.valueByN8n(item);
	}

	/** Whether n8n itself read an item last. */
	wasReadByN8n(item: number): boolean {
		return this.last?.item === item;
	}

	/** An item's answer in a batch; `unclear` if only n8n can read it. */
	private answerIn(batch: Batch, item: number): unknown {
		const answer = batch.rows[item - batch.start]?.[this.column ?? -1];
		if (isPlainAnswer(answer)) return answer;
		if (this.isPrinted) return unclear;
		if (DateTime.isDateTime(answer)) return answer;
		const [list] = Array.isArray(answer) ? (answer as unknown[]) : [];
		return Array.isArray(list) && list.every(isPlainAnswer) ? list : unclear;
	}

	/** Compares both ways, in the batch's first item if n8n has just read it, else in this one. */
	private prove(batch: Batch, item: number, answer: unknown): void {
		const first = this.last?.item === batch.start ? this.last : undefined;
		const expected = first ? this.answerIn(batch, batch.start) : answer;
		if (expected === unclear) return;
		// An error from n8n is also a difference.
		this.differs = true;
		const actual = first ? first.value : this.valueByN8n(item);
		this.differs = this.isPrinted
			? printed(expected) !== shown(actual)
			: !isSameValue(expected, actual);
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

function shown(value: unknown): string | undefined {
	const isObject = typeof value === 'object' && value !== null;
	return printed(value) ?? (isObject ? printedObject(value) : undefined);
}

function isPlainAnswer(answer: unknown): boolean {
	// The engine may return a lone surrogate differently in a batch.
	if (typeof answer === 'string') return answer.isWellFormed();
	return answer == null || typeof answer === 'number' || typeof answer === 'boolean';
}

function isSameValue(value: unknown, other: unknown): boolean {
	if (DateTime.isDateTime(value)) return DateTime.isDateTime(other) && value.equals(other);
	if (!Array.isArray(value) || !Array.isArray(other)) return Object.is(value, other);
	return value.length === other.length && value.every((inner, at) => Object.is(inner, other[at]));
}
