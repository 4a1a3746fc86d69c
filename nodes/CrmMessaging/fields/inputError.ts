import { fieldPlace, type Sentence } from '../catalogue/sentence';
import { wrongValue } from '../catalogue/values';
import { cut } from './values';

/** A problem with the user's value; `where` is the path of labels to its field, outermost first. */
export class InputError extends Error {
	constructor(
		readonly problem: Sentence,
		readonly where: string[] = [],
	) {
		super(problem.text);
	}

	inside(outer: string): InputError {
		return new InputError(this.problem, [outer, ...this.where]);
	}

	/** The text with its path: `Sender is required`, `Deliveries 2, Phone Number: “+0” isn’t …` */
	get sentence(): Sentence {
		const { text } = this.problem;
		const where = cut(this.where.join(', '), longestValue / 2);
		const placed = text.startsWith(fieldPlace)
			? (where || 'The value') + text.slice(fieldPlace.length)
			: where && `${where}: ${text}`;
		return { ...this.problem, text: cut(placed || text, longestValue) };
	}
}

/** Characters of a sentence, since the user's names can have any length. */
const longestValue = 600;

/** Runs a read step; adds a label, such as `Deliveries 2`, to any InputError. */
export function within<T>(where: string, read: () => T): T {
	try {
		return read();
	} catch (error) {
		throw error instanceof InputError ? error.inside(where) : error;
	}
}

/** Reads each part of a list, with errors `within` its label and number, such as `Deliveries 2`. */
export function withinEach<T, R>(
	label: string,
	list: readonly T[],
	read: (part: T, index: number) => R,
): R[] {
	return list.map((part, index) => within(`${label} ${index + 1}`, () => read(part, index)));
}

export function wrongFormat(value: unknown, what: string, example: string): InputError {
	return new InputError(wrongValue.wrongFormat({ value: quote(value), format: what, example }));
}

/** A value for a sentence: quoted, on one line, at most 40 characters. */
export function quote(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	const shown = typeof value === 'symbol' ? value.toString() : `${value as string}`;
	const text = shown.replace(/\s+/g, ' ');
	return `“${cut(text, 40)}”`;
}
