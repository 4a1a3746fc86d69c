import { DateTime } from 'luxon';

/*
 * The rules for texts (docs/contributing/architecture.md, Judging texts). Each judges one value, however
 * it came.
 */

/** Whether a calculation failed, or a date is invalid. */
export function isFailed(value: unknown): boolean {
	if (typeof value === 'number') return !Number.isFinite(value);
	return DateTime.isDateTime(value) ? !value.isValid : value instanceof Date && isNaN(+value);
}

/** What a value is that no person can read. */
export type NoText = 'function' | 'object' | 'date' | 'gap' | 'mark';

/** `#REF!`, `#DIV/0!`, `#NAME?`, `#¡VALOR!`, `#N/A` in English, German and Spanish. */
export const formulaError = /^#(?:[¡¿]?\p{Lu}[\p{Lu}\d/]*[!?]|N\/A|NV|N\/D)$/u;
/** What exports write for nothing. `Null` and `None` are names. */
const standsForNone = /^(?:n\/a|N\/A|NULL|false|FALSE|False)$/;
const gap = /^(?:undefined|null|NaN)$/;

/**
 * Rule 2, no text: a value that isn't one, or a whole text that stands for none.
 *
 * @param value as n8n would print it, if it's an object
 */
export function noTextIn(value: unknown): NoText | undefined {
	if (typeof value === 'function') return 'function';
	const text = typeof value === 'boolean' ? String(value) : value;
	if (typeof text !== 'string') return undefined;
	if (text.includes('[object ')) return 'object';
	if (text.includes('Invalid Date')) return 'date';
	const whole = text.trim();
	if (gap.test(whole)) return 'gap';
	return standsForNone.test(whole) || formulaError.test(whole) ? 'mark' : undefined;
}

/** A word that code put into a text for a value that was missing. No other word holds “undefined”. */
const gapInText = /undefined|(?<![\p{L}\p{N}_])(?:NaN|null)(?![\p{L}\p{N}_])/gu;

/** Rule 2 for computed texts: the words of missing values in it. */
export function gapsIn(text: string): string[] {
	return text.match(gapInText) ?? [];
}

/** Letters of UTF-8 that were read as Latin1 or Windows-1252: two to four characters each. */
const misreadLetters =
	/(?:[\xc2-\xdf][\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|[\xe0-\xef][\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{2}|[\xf0-\xf4][\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{3})+/g;
/** Why a text can't be read. */
export type Damage = 'control' | 'encoding' | 'character' | 'misread' | 'spreadsheet';

/** Rule 3, no letters: what damaged a text; undefined if nothing did. */
export function damageOf(text: string): Damage | undefined {
	if (/_x00[01][\da-f]_/i.test(text)) return 'spreadsheet';
	if (text.includes('\ufffd')) return 'encoding';
	if (!text.isWellFormed()) return 'character';
	// Windows-1252 read as Latin1 has its signs there.
	if (/[\x7f-\x9f]/.test(text)) return 'misread';
	if (/[\x00-\x08\v\f\x0e-\x1f]/.test(text)) return 'control';
	return isMisread(text) ? 'misread' : undefined;
}

/** Whether a text was UTF-8, and was read as Latin1 or Windows-1252. */
function isMisread(text: string): boolean {
	for (const { 0: letters, index } of text.matchAll(misreadLetters)) {
		const [before = '', after = ''] = [text[index - 1], text[index + letters.length]];
		if (!mayBeMeant(letters, before, after)) return true;
	}
	return false;
}

/** A letter at the end of a word, and the signs behind it. */
const wordThenSigns = /^(?:[à-ï](?=..$)|[Â-Þß×])[\xa0…’‘”“„»›–—™®©°²³]+$/;

/**
 * Whether characters look like UTF-8 by chance: the end of a word and a sign, as in “Spaß…”, “CAFÉ™”.
 *
 * @param before the character before them, if there is one
 */
function mayBeMeant(letters: string, before: string, after: string): boolean {
	const [first = ''] = letters;
	if (!wordThenSigns.test(letters)) return false;
	const endsWord = !/[\p{L}\p{N}]/u.test(after);
	if (first >= 'à') return endsWord;
	// Other alphabets begin with these, and their letters don't stand alone.
	if (first >= 'Î') return true;
	const isInCapitals = /\p{Lu}/u.test(before);
	if (first > 'Å') return isInCapitals || (endsWord && !/\p{L}/u.test(before));
	return isInCapitals && endsWord;
}

/** A tag of a template: one name between the marks of a tool. `%{name}` is the service's own. */
const tag =
	/\{\{(?:(?!\}\}).)*(?:\}\})?|\{%[^{%]*%\}|(?:\*\||\[\[|<<|%%|\$\{|(?<!%)\{)\s*[\p{L}_][\p{L}\p{N}_.]*\s*(?:\|\*|\]\]|>>|%%|\})|\$(?:json|input|node)(?:\??\.\w+|\[[^[\]\n]*\])+/gsu;

/** Rule 4, a template that was typed: the tags in a text. */
export function tagsIn(text: string): string[] {
	return text.match(tag) ?? [];
}
