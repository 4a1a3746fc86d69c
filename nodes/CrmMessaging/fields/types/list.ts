import { type Field, type FieldType, convertFields, ownValue, knownKeys } from '../field';
import { InputError, quote, within, withinEach } from '../inputError';
import { isObject } from '../values';
import { parseJson } from './json';
import { text, toText } from './text';

/** A list of texts; a text is split at its commas. */
export const textList: FieldType = {
	...text,
	format: 'list of texts, or one text with commas',
	convert(value) {
		const isJson = typeof value === 'string' && value.trim().startsWith('[');
		const parsed = isJson ? parseJson(value) : value;
		const parts: unknown[] = Array.isArray(parsed) ? parsed : toText(parsed).split(',');
		return withinEach('entry', parts, (part) => toText(part ?? '').trim()).filter(
			(part) => part !== '',
		);
	},
};

/** A list of objects with fields, as `readObjects` reads them. */
export function listOf(entry: { name: string; label: string; fields: Field[] }): FieldType {
	const names = entry.fields.map(({ name }) => name).join(' and ');
	return {
		form: { type: 'fixedCollection', default: {} },
		entry,
		format: `list of objects with ${names}`,
		convert(value, context) {
			return readObjects(value, `an object with ${names}`, (object) =>
				convertFields(entry.fields, ownValue(knownKeys(object, entry.fields)), context),
			);
		},
	};
}

/**
 * Reads a list of objects; one object is a list of one, a text is parsed as JSON.
 *
 * @param what completes “… is not” where an entry is no object
 * @param read reads one object; a problem in it is told with its place in the list
 */
export function readObjects<T>(
	value: unknown,
	what: string,
	read: (object: Record<string, unknown>) => T,
): T[] {
	const parsed = parseJson(value);
	const entries: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
	return entries.map((entry, index) =>
		within(String(index + 1), () => {
			if (!isObject(entry)) throw new InputError(`${quote(entry)} is not ${what}`);
			return read(entry);
		}),
	);
}
