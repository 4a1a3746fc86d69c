import { notExact } from '../exactNumbers';
import type { FieldType } from '../field';
import { InputError, shown } from '../inputError';
import { text, toText } from './text';

/** A number as spreadsheets write a long one, with most of its digits lost. */
const fromSpreadsheet = /^\d([.,]\d+)?e\+\d+$/i;

/** An identifier: text without white space around it. */
export const id: FieldType = {
	...text,
	convert(value) {
		const trimmed = toText(value).trim();
		if (!trimmed) throw new InputError('is empty; give an id');
		if (fromSpreadsheet.test(trimmed)) throw notExact(trimmed);
		return trimmed;
	},
};

/** An identifier that stands in an address. */
export const pathId: FieldType = {
	...text,
	convert(value, context) {
		const given = id.convert(value, context) as string;
		if (!standsInPath(given))
			throw new InputError(`${shown(value)} is not an id; give the whole id`);
		return given;
	},
};

/** Whether a text can be a segment of a path; an address swallows dots, and cannot hold half a character. */
export function standsInPath(segment: string): boolean {
	return segment !== '.' && segment !== '..' && !/\p{Surrogate}/u.test(segment);
}
