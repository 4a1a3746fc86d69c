/**
 * A text without the marks of spreadsheets and copying: blanks around it, invisible characters, a
 * leading apostrophe, and `="…"`.
 */
export function withoutMarks(text: string): string {
	if (isPlain(text)) return text;
	const visible = text.replace(invisible, '').replace(aroundText, '');
	const bare = /^="(.*)"$/s.exec(visible)?.[1] ?? visible;
	if (!bare.startsWith("'") || dutchArticle.test(bare)) return bare.trim();
	return bare.slice(1, bare.endsWith("'") ? -1 : undefined).trim();
}

/**
 * Whether a text has no marks, and looks well read. All values are tested, so this is a loop: most
 * need no pattern.
 */
export function isPlain(text: string): boolean {
	const last = text.length - 1;
	if (last < 0) return true;
	const first = text.charCodeAt(0);
	if (first <= 0x20 || first === 0x27 || first === 0x3d) return false;
	for (let index = 0; index <= last; index++) {
		const code = text.charCodeAt(index);
		if (code > 0x7e && (code >= 0x2000 || unusual.has(code))) return false;
	}
	return text.charCodeAt(last) > 0x20;
}

/** A no-break space, a soft hyphen, and the first characters of misread letters. */
const unusual = new Set([0xa0, 0xad, 0xc2, 0xc3]);

const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
/** Joiners belong to emoji and to words of some languages, except at an end. */
const aroundText = /^[\s\u200c\u200d]+|(?<![\s\u200c\u200d])[\s\u200c\u200d]+$/g;
/** The apostrophe of `’t Hooft` and `’s-Gravenhage` is part of the name. */
const dutchArticle = /^'[a-z][ -]/;

/** Words that only a program writes for a value that is missing, in lower case. */
const programWords = new Set(['n/a', 'null', 'none', 'undefined', 'nan']);
/** `#REF!`, `#DIV/0!`, `#NAME?`, `#¡VALOR!`, `#N/A` in English, German and Spanish. */
const formulaError = /^#(?:[¡¿]?\p{Lu}[\p{Lu}\d/]*[!?]|N\/A|NV|N\/D)$/u;
const dash = /^\p{Pd}$/u;

/** Whether a text without marks means the lack of a value, even as a name or an answer. */
export function isNoAnswer(text: string): boolean {
	return dash.test(text) || text.toLowerCase() === 'n/a' || formulaError.test(text);
}

/** Whether a text without marks means the lack of a value. None and Null are names as well. */
export function isNoValue(text: string): boolean {
	return isNoAnswer(text) || programWords.has(text.toLowerCase());
}

/** The delimiter of a file that was read with another one: its columns became one. */
export function missedDelimiter(row: object): string | undefined {
	const [only, ...others] = Object.keys(row);
	const [delimiter] = (others.length === 0 && /[;\t|]/.exec(only ?? '')) || [];
	return delimiter === '\t' ? '\\t' : delimiter;
}

/** `Ã¶` for ö, as a file in UTF-8 looks in Latin1 or Windows-1252. */
const misread =
	/[ÂÃ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]|â€/;

/** Whether letters look as if a file in UTF-8 was read in Latin1. */
export function looksMisread(text: string): boolean {
	return misread.test(text);
}
