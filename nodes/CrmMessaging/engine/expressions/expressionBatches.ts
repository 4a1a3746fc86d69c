import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { evaluateBatch, type Answers, type Asked, type ItemRange } from '../../n8n/expressions';
import { readPart, type PlainPath } from './plainPath';
import { mayChangeItems } from './purity';

/** Items of the first call, and the most items and characters of any call. */
const firstItems = 200;
const mostItems = 5000;
const mostCharacters = 4_000_000;

/** Stands for code that is left to n8n; an object is no answer. */
const unanswered: Asked = { code: '({})', as: 'value' };

/** Items that are evaluated together. */
export interface Batch {
	/** The index of the first one. */
	readonly start: number;
	/** Its data. */
	readonly json: object;
	/** The answers for each item, by column; none before they are evaluated. */
	rows: readonly Answers[];
	/** How many columns they have. */
	width: number;
}

/**
 * Evaluates expressions for a batch of items at a time: all that were asked for until then, in one
 * call of n8n's engine. It begins with the item that is asked for first and is evaluated when a
 * second one is, so the first one can be read by n8n, and both compared.
 */
export class ExpressionBatches {
	private readonly columns = new Map<string, number>();
	private readonly asked: Asked[] = [];
	/** All paths of an item that the code reads. */
	private readonly reads = new Map<string, PlainPath>();
	private batch: Batch | undefined;
	/** Whether each item has to be read by itself. */
	private isOff: boolean | undefined;
	/** Items of the next call; somewhat more than the last one had time for. */
	private nextItems = firstItems;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly items: readonly INodeExecutionData[],
	) {}

	/**
	 * The column of the answers to a piece of code.
	 *
	 * @param reads what the code reads of its item
	 */
	columnOf(asked: Asked, reads: readonly PlainPath[]): number {
		const key = `${asked.as} ${asked.code}`;
		let column = this.columns.get(key);
		if (column === undefined) {
			column = this.asked.push(asked) - 1;
			this.columns.set(key, column);
			for (const path of reads) this.reads.set(JSON.stringify(path), path);
		}
		return column;
	}

	/** The batch with the answers for an item up to a column; undefined if n8n has to read it by itself. */
	at(item: number, column: number): Batch | undefined {
		// A value that is read ahead would be read before another expression changes it.
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

	/** One piece of code that n8n cannot read would keep it from all others. */
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

/** How many characters an item's data has; no end of them if it contains itself. */
function sizeOf(json: object): number {
	try {
		return JSON.stringify(json).length;
	} catch {
		return Infinity;
	}
}
