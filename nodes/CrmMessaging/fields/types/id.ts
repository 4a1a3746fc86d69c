import type { FieldType } from '../field';
import { InputError, shown } from '../inputError';
import { text, toText } from './text';

/** An identifier: text without white space context it. */
export const id: FieldType = {
	...text,
	convert(value) {
		const trimmed = toText(value).trim();
		if (!trimmed) throw new InputError('is empty; give an id');
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
