import type { Sentence } from '../catalogue/sentence';
import { cut } from './values';

/** Something is wrong with a value that a person gave; `where` leads to the field, outermost first. */
export class InputError extends Error {
	constructor(
		readonly problem: Sentence,
		readonly where: string[] = [],
	) {
		super(problem.text);
	}

	/** The same problem, seen from one level further out. */
	inside(...outer: string[]): InputError {
		return new InputError(this.problem, [...outer, ...this.where]);
	}

	/** The text with its place: `Sender is required`, `Deliveries 2, Phone Number: “+0” isn’t …` */
	get sentence(): Sentence {
		const { text } = this.problem;
		const isPredicate = /^(is|isn’t|has|must|can’t|doesn’t) /.test(text);
		const where = cut(this.where.join(', '), longest / 2);
		const placed = where && `${where}${isPredicate ? '' : ':'} `;
		return { ...this.problem, text: cut(placed + text, longest) };
	}
}

/** Characters of a sentence; names that a person gave may be of any length. */
const longest = 600;

/** Runs a reading step; an InputError in it gets the label of its place, such as `Deliveries 2`. */
export function within<T>(where: string, read: () => T): T {
	try {
		return read();
	} catch (error) {
		throw placed(error, where);
	}
}

/** What was thrown while a value was read; an InputError with the label of its place before its own. */
export function placed(error: unknown, where: string): unknown {
	return error instanceof InputError ? error.inside(where) : error;
}

/** Reads each part of a list, as `within` its label and place: `Deliveries 1`, `Deliveries 2` and so on. */
export function withinEach<T, R>(
	label: string,
	list: readonly T[],
	read: (part: T, index: number) => R,
): R[] {
	return list.map((part, index) => {
		try {
			return read(part, index);
		} catch (error) {
			throw placed(error, `${label} ${index + 1}`);
		}
	});
}

/** A value as a sentence shows it: quoted, on one line, at most 40 characters. */
export function quote(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	const shown = typeof value === 'symbol' ? value.toString() : `${value as string}`;
	const text = shown.replace(/\s+/g, ' ');
	return `“${cut(text, 40)}”`;
}
