import type { FieldType } from '../field';
import { InputError, quote } from '../inputError';
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
			`${quote(given)} is not a language; write its two-letter code, such as “es”`,
		);
	},
};

/** The languages in whose words the names of languages are known, beside each language's own. */
const namedIn = ['en', 'es', 'de', 'fr'];

/** No name of a language is longer. */
const longest = 100;

/** Two-letter codes by the names of their languages, once they are needed. */
let codes: Map<string, string> | undefined;

/**
 * Finds the two-letter code of a language.
 *
 * @param name such as `Spanish`, `español` or `English (UK)`, or a code of three letters
 */
function languageCodeOf(name: string): string | undefined {
	if (name.length > longest) return undefined;
	codes ??= codesByName();
	return codes.get(plainName(name.replace(/\([^()]*\)/, ''))) ?? twoLetters(name.trim());
}

function codesByName(): Map<string, string> {
	const found = new Map<string, string>();
	const inOthers = namedIn.map((language) => namesIn(language));
	for (const code of allCodes()) {
		for (const names of [...inOthers, namesIn(code)]) {
			const name = names.of(code);
			// Of names that several languages have, the one with the first code is kept.
			if (name && !found.has(plainName(name))) found.set(plainName(name), code);
		}
	}
	return found;
}

function namesIn(language: string): Intl.DisplayNames {
	return new Intl.DisplayNames([language], { type: 'language', fallback: 'none' });
}

/** Every pair of letters that is a language's code of today. */
function allCodes(): string[] {
	const letters = [...'abcdefghijklmnopqrstuvwxyz'];
	const pairs = letters.flatMap((first) => letters.map((second) => first + second));
	return pairs.filter((pair) => Intl.getCanonicalLocales(pair)[0] === pair);
}

/** The two letters for a code of three, such as `spa`. */
function twoLetters(code: string): string | undefined {
	if (!/^[a-z]{3}$/i.test(code)) return undefined;
	const [canonical = ''] = Intl.getCanonicalLocales(code);
	return canonical.length === 2 ? canonical : undefined;
}

function plainName(name: string): string {
	return name.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
