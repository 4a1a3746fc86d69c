import type { FieldType } from '../field';
import { patternText } from './pattern';

/** A two-letter language code; the language of a locale such as `es_ES` is taken. */
export const language: FieldType = {
	...patternText(
		'two letters (ISO 639-1), for example es',
		/^[a-z]{2}$/,
		/\s/g,
		'a two-letter language code; write it such as “es”',
		(given) => given.toLowerCase().replace(/^([a-z]{2})[_-][a-z0-9_.@-]+$/, '$1'),
	),
	form: { type: 'string', default: '', placeholder: 'e.g. es' },
};
