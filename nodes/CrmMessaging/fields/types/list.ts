import { convertFields, ownValue } from '../convert';
import type { Field, Kind } from '../field';
import { knownKeys } from '../knownKeys';
import { withinEach } from '../inputError';
import { parseJson } from './json';
import { readObjects } from './objects';
import { toText } from './text';

/** A list of texts; a text is split at its commas. */
export const textList: Kind = {
	form: { type: 'string', default: '' },
	column: 'string',
	format: 'list of texts, or one text with commas',
	convert(value) {
		const isJson = typeof value === 'string' && value.trim().startsWith('[');
		const given = isJson ? parseJson(value) : value;
		const parts: unknown[] = Array.isArray(given) ? given : toText(given).split(',');
		return withinEach('entry', parts, (part) => toText(part ?? '').trim()).filter(
			(part) => part !== '',
		);
	},
};

/**
 * A list of objects; one object is a list of one, a text is parsed as JSON.
 *
 * @param entry what an entry is called in forms and messages, and its fields
 */
export function listOf(entry: { name: string; label: string; fields: Field[] }): Kind {
	const names = entry.fields.map(({ name }) => name).join(' and ');
	return {
		form: { type: 'fixedCollection', default: {} },
		column: 'array',
		entry,
		format: `list of objects with ${names}`,
		convert(value, around) {
			return readObjects(value, `an object with ${names}`, (one) =>
				convertFields(entry.fields, ownValue(knownKeys(one, entry.fields)), around),
			);
		},
	};
}
