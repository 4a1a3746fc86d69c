import { cut } from './values';

/**
 * Something is wrong with a value that a person gave. The message is one sentence without a final
 * period that says what is wrong and what to do; `where` leads to the field, outermost first.
 */
export class InputError extends Error {
	constructor(
		message: string,
		readonly where: string[] = [],
	) {
		super(message);
	}

	/** The same problem, seen from one level further out. */
	inside(...outer: string[]): InputError {
		return new InputError(this.message, [...outer, ...this.where]);
	}

	/** `Sender is missing …`, or `Deliveries 2, Phone Number: “+0” is not …` */
	sentence(): string {
		if (this.where.length === 0) return cut(this.message, longest);
		const isPredicate = /^(is|has|must|cannot|can’t) /.test(this.message);
		const where = cut(this.where.join(', '), longest / 2);
		return cut(`${where}${isPredicate ? '' : ':'} ${this.message}`, longest);
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

/** The error thrown while a value was read; an InputError with the label of its place before its own. */
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
