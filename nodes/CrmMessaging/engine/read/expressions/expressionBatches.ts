import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import {
	evaluateBatch,
	type Answers,
	type AskedItems,
	type ItemRange,
} from '../../../n8n/expressions';
import { readPart } from './plainPath';
import { mayChangeItems } from './purity';
import type { PlainPath } from './syntax';

/** Items in the first call, and the most items and characters in any call. */
const firstItems = 200;
const mostItems = 5000;
const mostCharacters = 4_000_000;

/** Placeholder for code left to n8n; an answer is never an object. */
const unanswered: AskedItems = { code: '({})', as: 'value' };

/** Items that are evaluated together. */
export interface Batch {
	/** Index of its first item. */
	readonly start: number;
	readonly json: object;
	/** The answers for each item, by column; empty before the evaluation. */
	rows: readonly Answers[];
	/** Number of evaluated columns. */
	width: number;
}

/**
 * Evaluates expressions in batches, each with one call to n8n's engine for all expressions
 * requested so far. A batch starts at the first item requested and runs when a second one is. Then
 * n8n itself can read the first, to compare.
 */
export class ExpressionBatches {
	private readonly columns = new Map<string, number>();
	private readonly asked: AskedItems[] = [];
	private readonly reads = new Map<string, PlainPath>();
	private batch: Batch | undefined;
	/** Whether each item needs its own evaluation. */
	private isOff: boolean | undefined;
	/** Size of the next batch: more than the last one managed in time. */
	private nextItems = firstItems;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly items: readonly INodeExecutionData[],
	) {}

	/**
	 * The answer column of a piece of code.
	 *
	 * @param reads the paths the code reads of its item
	 */
	columnOf(asked: AskedItems, reads: readonly PlainPath[]): number {
		const key = `${asked.as} ${asked.code}`;
		let column = this.columns.get(key);
		if (column === undefined) {
			column = this.asked.push(asked) - 1;
			this.columns.set(key, column);
			for (const path of reads) this.reads.set(JSON.stringify(path), path);
		}
		return column;
	}

	/** The batch with an item's answers up to a column, or undefined if n8n must read it. */
	at(item: number, column: number): Batch | undefined {
		// Reading ahead would miss changes that another expression makes.
		this.isOff ??= mayChangeItems(this.context.getNode().parameters);
		if (this.isOff) return undefined;
		const { batch } = this;
		if (!batch || item < batch.start) return this.begin(item);
		if (batch.width === 0) {
			if (item === batch.start) return undefined;
			this.evaluate(batch);
		}
		const hasAnswer = item - batch.start < batch.rows.length && column < batch.width;
		return hasAnswer ? batch : this.begin(item);
	}

	private begin(start: number): undefined {
		this.batch = { start, json: this.items[start]?.json ?? {}, rows: [], width: 0 };
	}

	private evaluate(batch: Batch): void {
		const range = this.rangeFrom(batch.start, this.nextItems);
		let rows = evaluateBatch(this.context, this.asked, range);
		if (!rows && this.leaveOutWhatFails(batch.start)) {
			rows = evaluateBatch(this.context, this.asked, range);
		}
		this.isOff = rows === undefined;
		batch.rows = rows ?? [];
		batch.width = this.asked.length;
		this.nextItems = Math.min(mostItems, batch.rows.length * 2 + firstItems);
	}

	/** Code that n8n can't read would fail the whole batch. */
	private leaveOutWhatFails(start: number): boolean {
		const range = this.rangeFrom(start, 1);
		this.asked.forEach((asked, column) => {
			if (!evaluateBatch(this.context, [asked], range)) this.asked[column] = unanswered;
		});
		return this.asked.some((asked) => asked !== unanswered);
	}

	private rangeFrom(start: number, most: number): ItemRange {
		const texts: string[] = [];
		const whole: unknown[] = [];
		for (let left = mostCharacters; left >= 0 && texts.length < most;) {
			const { json } = this.items[start + texts.length] ?? {};
			if (!json) break;
			const part = readPart(json, this.reads.values());
			const text = JSON.stringify(part ?? null);
			whole.push(part ? undefined : json);
			texts.push(text);
			left -= part ? text.length : sizeOf(json);
		}
		return { start, text: `[${texts.join(',')}]`, whole };
	}
}

/** Characters of an item's data; Infinity for circular data. */
function sizeOf(json: object): number {
	try {
		return JSON.stringify(json).length;
	} catch {
		return Infinity;
	}
}
