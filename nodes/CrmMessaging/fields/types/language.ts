import { cached } from '../cached';
import type { FieldType } from '../field';
import { wrongFormat } from '../inputError';
import { text, toText } from './text';

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** A two-letter language code, also from a locale such as `es_ES`. */
export const language: FieldType = {
	...text,
	example: 'es',
	format: 'two letters (ISO 639-1)',
	convert(value) {
		const [, letters] = locale.exec(toText(value).trim()) ?? [];
		const code = letters && codeOf(letters.toLowerCase());
		if (code) return code;
		throw wrongFormat(value, 'a language', 'es');
	},
};

const locale = /^([a-z]{2})(?:[_-][a-z0-9_.@-]+)?$/i;

/** The code of a language, by two letters; undefined if there is none. */
const codeOf = cached((letters: string): string | undefined => {
	const [newer = ''] = Intl.getCanonicalLocales(letters);
	// Outdated codes have a newer one, but Tagalog's has three letters.
	const code = newer.length === 2 ? newer : letters;
	return names.of(code) && code;
});
