import { printed } from '../../n8n/expressions';
import { followPath, unclear, type PlainPath } from './plainPath';
import { isSameValue, valueOf } from './answer';
import type { ExpressionBatches, Window } from './itemWindows';
import type { ReadPaths } from './readPaths';

/** A piece of an expression: fixed text, or code. */
export type Piece = { text: string } | CodePiece;

interface CodePiece {
	code: string;
	/** Where the code is nothing but a path. */
	path: PlainPath | undefined;
	/** What it reads of its item. */
	reads: ReadPaths;
	/** Where its answers stand, once they were needed. */
	column?: number;
}

/**
 * Reads an expression from windows of items that are evaluated together. It reads one item of each
 * window in n8n's own way as well; where the two differ, it reads all others in that way.
 */
export class WindowReader {
	/** The code of an expression that is nothing else, and keeps the type of what it gives. */
	private readonly sole: CodePiece | undefined;
	/** The last item that n8n read, and what it gave; no value where it failed. */
	private read: { item: number; value?: { given: unknown } } | undefined;
	/** The last window in which both ways gave the same. */
	private proved: Window | undefined;
	/** Whether both ways gave the same where no window is needed. */
	private isProved = false;
	private differs = false;

	/** @param byN8n reads an item in n8n's own way */
	constructor(
		private readonly windows: ExpressionBatches,
		private readonly byN8n: (item: number) => unknown,
		private readonly pieces: readonly Piece[],
	) {
		const [first] = pieces;
		this.sole = pieces.length === 1 && first && 'code' in first ? first : undefined;
	}

	/** What the expression gives for an item. */
	valueFor(item: number, json: object): unknown {
		const { path } = this.sole ?? {};
		const followed = path ? followPath(json, path) : unclear;
		if (followed !== unclear) return followed;
		if (this.differs) return this.byN8n(item);
		const column = this.lastColumnFor(json);
		if (column === undefined) {
			return this.isProved ? this.valueFrom(json, []) : this.compare(item, json, []);
		}
		const place = this.windows.at(item, column);
		if (!place) return this.valueByN8n(item);
		if (place.window !== this.proved && !this.isSameAtStart(place.window)) {
			return this.compare(item, json, place.row, place.window);
		}
		const value = this.valueFrom(json, place.row);
		return value === unclear ? this.byN8n(item) : value;
	}

	/** The last column that an item's value stands in; undefined where it needs none. */
	private lastColumnFor(json: object): number | undefined {
		let last: number | undefined;
		for (const piece of this.pieces) {
			if ('text' in piece || (piece.path && followPath(json, piece.path) !== unclear))
				continue;
			const { code, reads } = piece;
			const as = this.sole ? 'value' : 'text';
			piece.column ??= this.windows.columnOf({ code, as }, reads);
			last = Math.max(last ?? 0, piece.column);
		}
		return last;
	}

	/** An item's value; `unclear` where only n8n can tell. */
	private valueFrom(json: object, row: readonly unknown[]): unknown {
		if (this.sole) return valueOf(row[this.sole.column ?? -1]);
		let text = '';
		for (const piece of this.pieces) {
			const shown = 'text' in piece ? piece.text : shownOf(piece, json, row);
			if (shown === undefined) return unclear;
			text += shown;
		}
		return text;
	}

	/** Whether the window's first item, which n8n has just read, has the same value in it. */
	private isSameAtStart(window: Window): boolean {
		const { start, json } = window;
		if (this.read?.item !== start) return false;
		if ((this.lastColumnFor(json) ?? 0) >= window.width) return false;
		return this.prove(this.valueFrom(json, window.rows[0] ?? []), window);
	}

	/** Reads an item in both ways, and gives n8n's value. */
	private compare(item: number, json: object, row: readonly unknown[], window?: Window): unknown {
		const own = this.valueFrom(json, row);
		try {
			return this.valueByN8n(item);
		} finally {
			this.prove(own, window);
		}
	}

	private prove(own: unknown, window: Window | undefined): boolean {
		if (own === unclear) return false;
		const { value } = this.read ?? {};
		if (!value || !isSameValue(own, value.given)) this.differs = true;
		else if (window) this.proved = window;
		else this.isProved = true;
		return !this.differs;
	}

	/** An operation may ask several times for the same item, which n8n needs to read but once. */
	private valueByN8n(item: number): unknown {
		const { item: last, value } = this.read ?? {};
		if (last === item && value && typeof value.given !== 'object') return value.given;
		this.read = { item };
		const given = this.byN8n(item);
		this.read.value = { given };
		return given;
	}
}

/** What stands in a text for a piece of it; undefined where only n8n can tell. */
function shownOf(
	{ path, column = -1 }: CodePiece,
	json: object,
	row: readonly unknown[],
): string | undefined {
	const followed = path ? followPath(json, path) : unclear;
	if (followed !== unclear) return printed(followed);
	const answer = row[column];
	return typeof answer === 'string' && answer.isWellFormed() ? answer : undefined;
}
