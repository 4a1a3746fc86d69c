import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { evaluateForItems, type Answers, type Asked } from '../../n8n/manyItems';
import { sizeOf } from './itemSize';

/** So many items one call may be given, and so many characters of them. */
const mostItems = 5000;
const mostCharacters = 4_000_000;

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
export class ItemWindows {
	private readonly columns = new Map<string, number>();
	private readonly asked: Asked[] = [];
	private window: Window | undefined;
	private hasFailed = false;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly items: readonly INodeExecutionData[],
	) {}

	/** The column in which the answers to a piece of code will stand. */
	columnOf(asked: Asked): number {
		const key = `${asked.as} ${asked.code}`;
		let column = this.columns.get(key);
		if (column === undefined) {
			column = this.asked.push(asked) - 1;
			this.columns.set(key, column);
		}
		return column;
	}

	/** The answers for an item up to a column; undefined where n8n has to read it by itself. */
	at(item: number, column: number): Place | undefined {
		if (this.hasFailed) return undefined;
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
		const { start } = window;
		const rows = evaluateForItems(this.context, this.asked, {
			items: this.itemsFrom(start),
			start,
		});
		this.hasFailed = rows === undefined;
		window.rows = rows ?? [];
		window.width = this.asked.length;
	}

	private itemsFrom(start: number): Array<INodeExecutionData['json']> {
		const items: Array<INodeExecutionData['json']> = [];
		for (let left = mostCharacters; left >= 0 && items.length < mostItems;) {
			const item = this.items[start + items.length];
			if (!item) break;
			items.push(item.json);
			left -= sizeOf(item.json, left);
		}
		return items;
	}
}
