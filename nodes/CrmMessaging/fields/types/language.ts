import type { FieldType } from '../field';
import { InputError, shown } from '../inputError';
import { languageCodeOf } from '../languageNames';
import { text, toText } from './text';

/** A two-letter language code; that of a locale such as `es_ES` or of a name such as `Spanish` is taken. */
export const language: FieldType = {
	...text,
	form: { type: 'string', default: '', placeholder: 'e.g. es' },
	format: 'two letters (ISO 639-1), for example es',
	convert(value) {
		const given = toText(value);
		const code = given.replace(/\s/g, '').toLowerCase();
		const [, letters] = /^([a-z]{2})([_-][a-z0-9_.@-]+)?$/.exec(code) ?? [];
		const found = letters ?? languageCodeOf(given);
		if (found !== undefined) return found;
		throw new InputError(
			`${shown(given)} is not a language; write its two-letter code, such as “es”`,
		);
	},
};
