import { wrongValue } from '../catalogue/values';
import { InputError, quote } from './inputError';

/** A text without the marks of spreadsheets and copying around it: `'`, `="…"`, blanks, and signs without width. */
export function withoutMarks(text: string): string {
	if (plainEnds.test(text)) return text;
	const visible = text.replace(around, '');
	const bare = /^="(.*)"$/s.exec(visible)?.[1] ?? visible;
	if (!bare.startsWith("'") || dutchArticle.test(bare)) return bare.trim();
	return bare.slice(1, bare.endsWith("'") ? -1 : undefined).trim();
}

/** A text without signs that have no width at its ends. Inside, they belong to emoji and to languages. */
export function withoutInvisibleEnds(text: string): string {
	return plainEnds.test(text) ? text : text.replace(invisibleEnds, '');
}

/** Most texts: no apostrophe, equals sign or blank at the start, and no blank at the end. */
const plainEnds =
	/^[^'=\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff](?:[^]*[^\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff])?$/;
const around =
	/^[\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+|(?<![\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff])[\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+$/g;
const invisibleEnds =
	/^[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+|(?<![\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff])[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+$/g;
/** The apostrophe of `’t Hooft` and `’s-Gravenhage` is part of the name. */
const dutchArticle = /^'[a-z][ -]/;

/** Words that only a program writes for a value that is missing. */
const programWord = /^(?:null|none|undefined|nan)$/i;
/** `#REF!`, `#DIV/0!`, `#NAME?`, `#¡VALOR!`, `#N/A` in English, German and Spanish. */
const formulaError = /^#(?:[¡¿]?\p{Lu}[\p{Lu}\d/]*[!?]|N\/A|NV|N\/D)$/u;
const dash = /^\p{Pd}$/u;

/** Whether a text without marks means the lack of a value, even as a name or an answer. */
export function isNoAnswer(text: string): boolean {
	if (text.startsWith('#')) return formulaError.test(text);
	return text.length === 1 ? dash.test(text) : /^n\/a$/i.test(text);
}

/** Whether a text without marks means the lack of a value. None and Null are names as well. */
export function isNoValue(text: string): boolean {
	return isNoAnswer(text) || programWord.test(text);
}

/**
 * The error for a file that was read with another delimiter, so that its columns became one.
 *
 * @param isHeading whether a text between commas is a heading
 */
export function missedDelimiter(
	row: object,
	isHeading: (text: string) => boolean = () => false,
): InputError | undefined {
	const [column = '', ...others] = Object.keys(row);
	if (others.length > 0) return undefined;
	const hasComma = column.includes(',') && column.split(',').some(isHeading);
	const [sign] = /[;\t|]/.exec(column) ?? (hasComma ? ',' : []);
	const delimiter = sign === '\t' ? '\\t' : sign;
	return delimiter === undefined
		? undefined
		: new InputError(wrongValue.wrongDelimiter({ column: quote(column), delimiter }));
}
