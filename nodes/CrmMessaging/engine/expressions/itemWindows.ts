import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { evaluateBatch, type Answers, type Asked, type ItemRange } from '../../n8n/expressions';
import { mayChangeItems } from './changingCode';
import type { ReadPaths } from './readPaths';
import { readPart } from './plainPath';

/** So many items the first call is given, and so many any call, and so many characters of them. */
const firstItems = 200;
const mostItems = 5000;
const mostCharacters = 4_000_000;

/** Stands for code that is left to n8n; an object is no answer. */
const unanswered: Asked = { code: '({})', as: 'value' };

/** Items that are evaluated together. */
export interface Window {
	/** The index of the first one. */
	readonly start: number;
	/** Its data. */
	readonly json: object;
	/** The answers for each item, by column; none before they are evaluated. */
	rows: readonly Answers[];
	/** How many columns they have. */
	width: number;
}

/** Where an item's answers stand. */
export interface Place {
	/** The same object for all items of a window. */
	window: Window;
	/** The answers for the item, by column. */
	row: Answers;
}

/**
 * Evaluates expressions for a window of items at a time: all that were asked for until then, in one
 * call of n8n's engine. It begins with the item that is asked for first and is evaluated when a
 * second one is, so the first one can be read by n8n, and both compared.
 */
export class ExpressionBatches {
	private readonly columns = new Map<string, number>();
	private readonly asked: Asked[] = [];
	/** What the code reads of an item, all of it. */
	private readonly reads = new Map<string, ReadPaths[number]>();
	private window: Window | undefined;
	/** Whether each item has to be read by itself. */
	private isOff: boolean | undefined;
	/** So many items the next call is given; somewhat more than the last one had time for. */
	private nextItems = firstItems;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly items: readonly INodeExecutionData[],
	) {}

	/** The column in which the answers to a piece of code will stand that reads so much of its item. */
	columnOf(asked: Asked, reads: ReadPaths): number {
		const key = `${asked.as} ${asked.code}`;
		let column = this.columns.get(key);
		if (column === undefined) {
			column = this.asked.push(asked) - 1;
			this.columns.set(key, column);
			for (const path of reads) this.reads.set(JSON.stringify(path), path);
		}
		return column;
	}

	/** The answers for an item up to a column; undefined where n8n has to read it by itself. */
	at(item: number, column: number): Place | undefined {
		// What is read ahead would be read before another expression changes it.
		this.isOff ??= mayChangeItems(this.context.getNode().parameters);
		if (this.isOff) return undefined;
		const { window } = this;
		if (!window || item < window.start) return this.begin(item);
		if (window.width === 0) {
			if (item === window.start) return undefined;
			this.evaluate(window);
		}
		const row = window.rows[item - window.start];
		return row && column < window.width ? { window, row } : this.begin(item);
	}

	private begin(start: number): undefined {
		this.window = { start, json: this.items[start]?.json ?? {}, rows: [], width: 0 };
	}

	private evaluate(window: Window): void {
		const range = this.rangeFrom(window.start, this.nextItems);
		let rows = evaluateBatch(this.context, this.asked, range);
		if (!rows && this.leaveOutWhatFails(window.start)) {
			rows = evaluateBatch(this.context, this.asked, range);
		}
		this.isOff = rows === undefined;
		window.rows = rows ?? [];
		this.nextItems = Math.min(mostItems, window.rows.length * 2 + firstItems);
		window.width = this.asked.length;
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
			left -= part ? text.length : sizeOf(json, left);
		}
		return { start, text: `[${texts.join(',')}]`, whole };
	}
}

/** What a value that is not a text counts as, in characters. */
const small = 16;

/**
 * About how many characters an item's data has. It ends where there are more than `enough`, so
 * data that contains itself has an end, too.
 */
export function sizeOf(json: object, enough: number): number {
	const rest: unknown[] = [json];
	let size = 0;
	while (rest.length > 0 && size <= enough) {
		const value = rest.pop();
		size += typeof value === 'string' ? value.length : small;
		if (typeof value === 'object' && value !== null) {
			for (const inner of Object.values(value)) rest.push(inner);
		}
	}
	return size;
}
