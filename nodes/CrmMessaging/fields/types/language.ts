import type { FieldType } from '../field';
import { wrongFormat } from '../inputError';
import { plainForm } from '../words';
import { text, toText } from './text';

/** A two-letter language code, also from a locale such as `es_ES` or a name such as `Spanish`. */
export const language: FieldType = {
	...text,
	form: { type: 'string', default: '', placeholder: 'e.g. es' },
	format: 'two letters (ISO 639-1), for example es',
	convert(value) {
		const name = toText(value);
		if (/^[a-z]{2}$/.test(name)) return name;
		const code = name.replace(/\s/g, '').toLowerCase();
		const [, letters] = /^([a-z]{2})([_-][a-z0-9_.@-]+)?$/.exec(code) ?? [];
		const found = letters ?? languageCodeOf(name);
		if (found !== undefined) return found;
		throw wrongFormat(name, 'a language', 'es');
	},
};

/** The languages of accepted language names, in addition to each language's own. */
const namedIn = ['en', 'es', 'de', 'fr'];

const longest = 100;

let codes: Map<string, string> | undefined;

/** The two-letter code for `Spanish`, `español`, `English (UK)`, or a three-letter code. */
function languageCodeOf(name: string): string | undefined {
	if (name.length > longest) return undefined;
	codes ??= codesByName();
	const known = codes.get(plainForm(name.replace(/\([^()]*\)/, '')));
	if (known !== undefined || !/^[a-z]{3}$/i.test(name.trim())) return known;
	return Intl.getCanonicalLocales(name.trim()).find((code) => code.length === 2);
}

function codesByName(): Map<string, string> {
	const byName = new Map<string, string>();
	const inOthers = namedIn.map((language) => namesIn(language));
	const letters = [...'abcdefghijklmnopqrstuvwxyz'];
	for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
		// The code is outdated.
		if (Intl.getCanonicalLocales(code)[0] !== code) continue;
		for (const names of [...inOthers, namesIn(code)]) {
			const name = plainForm(names.of(code) ?? '');
			// If languages share a name, the first code wins.
			if (name && !byName.has(name)) byName.set(name, code);
		}
	}
	return byName;
}

function namesIn(language: string): Intl.DisplayNames {
	return new Intl.DisplayNames([language], { type: 'language', fallback: 'none' });
}
