import { valueHint } from '../../catalogue/values';
import { cached } from '../cached';
import type { FieldType } from '../field';
import { quote, wrongFormat } from '../inputError';
import { plainForm } from '../words';
import { text, toText } from './text';

/** A two-letter language code, also from a locale such as `es_ES` or a name such as `Spanish`. */
export const language: FieldType = {
	...text,
	form: { type: 'string', default: '', placeholder: 'e.g. es' },
	format: 'two letters (ISO 639-1), for example es',
	convert(value, context) {
		const name = toText(value).trim();
		const known = name.length === 2 ? codeOfLetters(name) : undefined;
		if (known !== undefined) return known;
		const [, letters = '', locale] =
			/^([a-z]{2})([_-][a-z0-9_.@-]+)?$/i.exec(name.replace(/\s/g, '')) ?? [];
		const code = letters ? codeOfLetters(letters.toLowerCase()) : languageCodeOf(name);
		if (code === undefined) {
			const isRegion = letters !== '' && regions.of(letters.toUpperCase()) !== undefined;
			throw wrongFormat(name, isRegion ? 'a language, but a country' : 'a language', 'es');
		}
		if (!locale && isCountry(letters, code)) {
			context.hint?.(
				valueHint.languageOrCountry({
					value: quote(name),
					language: inEnglish.of(code) as string,
				}),
			);
		}
		return code;
	},
};

const inEnglish = languageNames('en');
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Two letters, by the code that replaced theirs if it is outdated; undefined if none is known. */
const codeOfLetters = cached((letters) => {
	if (!/^[a-z]{2}$/.test(letters)) return undefined;
	const [newer = ''] = (Intl.getCanonicalLocales(letters)[0] ?? '').split('-');
	// Tagalog's newer code has three letters (fil).
	const code = newer.length === 2 ? newer : letters;
	return inEnglish.of(code) ? code : undefined;
}, 1000);

/** Whether capitals are more usual for a country with another language: SE is Sweden. */
function isCountry(letters: string, code: string): boolean {
	if (letters !== letters.toUpperCase() || letters === '') return false;
	return regions.of(letters) !== undefined && languageIn(letters) !== code;
}

/** The language that most people in a country speak. */
const languageIn = cached((country) => new Intl.Locale(`und-${country}`).maximize().language);

/** The languages of accepted language names, in addition to each language's own. */
const namedIn = ['en', 'es', 'de', 'fr'];

const longestLanguage = 100;

let codes: Map<string, string> | undefined;

/** The two-letter code for `Spanish`, `español`, `English (UK)`, or a three-letter code. */
function languageCodeOf(name: string): string | undefined {
	if (name.length > longestLanguage) return undefined;
	codes ??= codesByName();
	const known = codes.get(plainForm(name.replace(/\([^()]*\)/, '')));
	if (known !== undefined || !/^[a-z]{3}$/i.test(name.trim())) return known;
	return Intl.getCanonicalLocales(name.trim()).find((code) => code.length === 2);
}

function codesByName(): Map<string, string> {
	const byName = new Map<string, string>();
	const inOthers = namedIn.map((language) => languageNames(language));
	const letters = [...'abcdefghijklmnopqrstuvwxyz'];
	for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
		// The code is outdated.
		if (codeOfLetters(code) !== code) continue;
		for (const names of [...inOthers, languageNames(code)]) {
			const name = plainForm(names.of(code) ?? '');
			// If languages share a name, the first code wins.
			if (name && !byName.has(name)) byName.set(name, code);
		}
	}
	return byName;
}

function languageNames(language: string): Intl.DisplayNames {
	return new Intl.DisplayNames([language], { type: 'language', fallback: 'none' });
}
