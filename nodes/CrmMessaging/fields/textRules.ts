import { DateTime } from 'luxon';

/*
 * The rules for texts (docs/contributing/architecture.md, Judging texts). Each judges one value, however
 * it came.
 */

/** What a value is that no person can read. A `gap` is a `mark` that code made of a missing value. */
export type NoText = 'function' | 'object' | 'calculation' | 'date' | 'gap' | 'mark';

/** `#REF!`, `#DIV/0!`, `#NAME?`, `#¡VALOR!`, `#N/A` in English, German and Spanish. */
export const formulaError = /^#(?:[¡¿]?\p{Lu}[\p{Lu}\d/]*[!?]|N\/A|NV|N\/D)$/u;
/** What exports write for nothing. `Null` and `None` are names. */
const standsForNone = /^(?:n\/a|N\/A|NULL|false|FALSE|False|undefined|null|NaN)$/;

/** Rule 2, no text: what isn't one, as n8n would print it, or a whole text that stands for none. */
export function noTextIn(value: unknown): NoText | undefined {
	if (typeof value === 'function') return 'function';
	if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'calculation';
	if (DateTime.isDateTime(value) || value instanceof Date) {
		return Number.isNaN(value.valueOf()) ? 'date' : undefined;
	}
	const text = typeof value === 'boolean' ? String(value) : value;
	if (typeof text !== 'string') return undefined;
	if (text.includes('[object ')) return 'object';
	if (text.includes('Invalid Date')) return 'date';
	const whole = text.trim();
	return standsForNone.test(whole) || formulaError.test(whole) ? 'mark' : undefined;
}

/** No other word holds “undefined”. */
const wordByCode =
	/\[object |Invalid Date|undefined|(?<![\p{L}\p{N}_])(?:NaN|null)(?![\p{L}\p{N}_])/gu;

/** Rule 2 for computed texts: the words that code puts into one for no text and a missing value. */
export function wordsByCode(text: string): string[] {
	return text.match(wordByCode) ?? [];
}

/** Why a text can't be read. */
export type Damage = 'control' | 'encoding' | 'character' | 'spreadsheet';

/** Rule 3, no letters: what damaged a text; undefined if nothing did. */
export function damageOf(text: string): Damage | undefined {
	if (/_x00[01][\da-f]_/i.test(text)) return 'spreadsheet';
	if (!/[^\t\n\r -~]/.test(text)) return undefined;
	if (text.includes('\ufffd')) return 'encoding';
	if (!text.isWellFormed()) return 'character';
	if (/[\x00-\x1f]/.test(text.replace(/[\t\n\r]/g, ''))) return 'control';
	return misreadLetter.test(text.replace(lettersAndSigns, ' ')) ? 'encoding' : undefined;
}

const continuation = '[\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
/** A letter of UTF-8 read as Latin1 or Windows-1252. Windows-1252 read as Latin1 has control characters. */
const misreadLetter = new RegExp(
	`[\x7f-\x9f]|[\xc2-\xdf]${continuation}|[\xe0-\xef]${continuation}{2}|[\xf0-\xf4]${continuation}{3}`,
);
const sign = '[\xa0…’‘”“„«»›–—™®©°²³]';
/**
 * Letters and the signs behind them that look like UTF-8 by chance: “Spaß…”, “CAFÉ’s”, “AMANHÃ…”, “É–”,
 * “touché…”, “PŘÍŠTÍ”, “Úžasná”, and “É possível” or “à € 5” with blanks that don't break.
 */
const lettersAndSigns = new RegExp(
	[
		'ß|à\xa0',
		`(?<=\\p{Lu})[Æ-Þ](?:${sign}|[ŠŽ])|[ÉÍÓÔÚÝ][ŠŽšž](?=[A-Za-z])`,
		'(?<=\\p{Lu})(?:Ã[…”»]|[ÂÄÅ][…”“»–])(?!\\p{L})',
		`(?<!\\p{L})[Æ-Þ](?:\xa0|${sign}(?!\\p{L}))`,
		`[à-ï](?:(?:${sign}|[šž])${sign}(?!\\p{L})|\xa0${sign}(?![à-ï]))`,
	].join('|'),
	'gu',
);

/** A tag of a template: one name between the marks of a tool. `%{name}` is the service's own. */
const tag =
	/\{\{(?:(?!\}\}).)*(?:\}\})?|\{%[^{%]*%\}|(?:\*\||\[\[|<<|%%|\$\{|(?<!%)\{)\s*[\p{L}_][\p{L}\p{N}_.]*\s*(?:\|\*|\]\]|>>|%%|\})|\$(?:json|input|node)(?:\??\.\w+|\[[^[\]\n]*\])+/gsu;

/** Rule 4, a template that was typed: the tags in a text. */
export function tagsIn(text: string): string[] {
	return text.match(tag) ?? [];
}

/** The tags with n8n's own braces, which no text may hold. */
export function bracesIn(text: string): string[] {
	return tagsIn(text).filter((one) => one.startsWith('{{'));
}

/** Signs without width. Joiners, which emoji and some languages need, aren't among them. */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/;
const blank = new RegExp(`\\s|${invisible.source}`);

/** A text without the marks of spreadsheets and copying around it: `'`, `="…"`, blanks, and signs without width. */
export function withoutMarks(text: string): string {
	const visible = trimmed(text, blank);
	const bare = /^="(.*)"$/s.exec(visible)?.[1] ?? visible;
	// The apostrophe of `’t Hooft` and `’s-Gravenhage` is part of the name, and two are quotation marks.
	return bare.replace(/^'(?![a-z][ -]|.*'$)/s, '').trim();
}

/** A text without signs that have no width at its ends. */
export function withoutInvisibleEnds(text: string): string {
	return trimmed(text, invisible);
}

function trimmed(text: string, sign: RegExp): string {
	let [start, end] = [0, text.length];
	while (sign.test(text.charAt(start))) start++;
	while (end > start && sign.test(text.charAt(end - 1))) end--;
	return text.slice(start, end);
}

/** Whether a text without marks means the lack of a value, even as a name or an answer. */
export function isNoAnswer(text: string): boolean {
	return /^(?:\p{Pd}|n\/a)$/iu.test(text) || formulaError.test(text);
}

/** Whether a text without marks means the lack of a value. None and Null are names as well. */
export function isNoValue(text: string): boolean {
	return isNoAnswer(text) || /^(?:null|none|undefined|nan)$/i.test(text);
}
