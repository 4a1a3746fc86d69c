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

/** Texts that mean the lack of a value, in lower case. Others consist of punctuation only. */
const noValueWords = new Set([
	...['n/a', 'na', 'null', 'undefined', 'nan', '#n/a', '#nv', '#n/d'],
	...['(null)', '(none)', '(blank)', '(empty)', '[object object]', 'invalid date'],
	'invalid datetime',
]);
/** In an account's own field, they may be an answer: allergies, none. */
const answers = new Set([
	...['none', 'unknown', 'unbekannt', 'k.a.', 'k. a.'],
	...['desconocido', 'desconocida', 'inconnu', 'inconnue'],
]);
const punctuation = /^[-–—−_.?¿]+$/;
/** `#REF!`, `#DIV/0!`, `#NAME?`, `#¡VALOR!`: a formula failed. */
const formulaError = /^#[¡¿]?\p{Lu}[\p{Lu}\d/]*[!?]$/u;
const longestMark = 16;

/** Characters that can begin such a text, since most texts need no other check. */
const beginnings = new Uint8Array(0x80);
for (const sign of '-_.?#([nNuUkKdDiI') beginnings[sign.charCodeAt(0)] = 1;

/** Whether a text without marks means the lack of a value. */
export function isNoValue(text: string): boolean {
	return isNoAnswer(text) || (mayBeNoValue(text) && answers.has(text.toLowerCase()));
}

/** Whether a text means the lack of a value even in an account's own field. */
export function isNoAnswer(text: string): boolean {
	if (!mayBeNoValue(text)) return false;
	const word = text.toLowerCase();
	return noValueWords.has(word) || punctuation.test(text) || formulaError.test(text);
}

function mayBeNoValue(text: string): boolean {
	if (text.length > longestMark || text.length === 0) return false;
	const code = text.charCodeAt(0);
	// Others are dashes.
	return code < 0x80 ? beginnings[code] === 1 : text.length <= 3;
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
