import { wrongValue } from '../catalogue/values';
import { InputError, quote } from './inputError';
import { formulaError } from './textRules';

/** Signs without width. Joiners, which emoji and some languages need, aren't among them. */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/;
const blank = new RegExp(`\\s|${invisible.source}`);
/** The apostrophe of `’t Hooft` and `’s-Gravenhage` is part of the name. */
const dutchArticle = /^'[a-z][ -]/;

/** A text without the marks of spreadsheets and copying around it: `'`, `="…"`, blanks, and signs without width. */
export function withoutMarks(text: string): string {
	const visible = trimmed(text, blank);
	const bare = /^="(.*)"$/s.exec(visible)?.[1] ?? visible;
	return (dutchArticle.test(bare) ? bare : bare.replace(/^'/, '')).trim();
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
