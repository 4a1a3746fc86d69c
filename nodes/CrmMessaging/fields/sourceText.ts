/** A text without the marks of spreadsheets and copying around it: `'`, `="…"`, blanks, and signs without width. */
export function withoutMarks(text: string): string {
	if (bareText.test(text)) return text;
	const visible = text.replace(around, '');
	const bare = /^="(.*)"$/s.exec(visible)?.[1] ?? visible;
	if (!bare.startsWith("'") || dutchArticle.test(bare)) return bare.trim();
	return bare.slice(1, bare.endsWith("'") ? -1 : undefined).trim();
}

/** A text without signs that have no width at its ends. Inside, they belong to emoji and to languages. */
export function withoutInvisibleEnds(text: string): string {
	return bareText.test(text) ? text : text.replace(invisibleEnds, '');
}

/** Most texts: nothing to take off. */
const bareText = /^[!-&(-<>-~](?:[ -~]*[!-~])?$/;
const around =
	/^[\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+|(?<![\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff])[\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+$/g;
const invisibleEnds =
	/^[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+|(?<![\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff])[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+$/g;
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
