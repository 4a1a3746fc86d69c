import { damageAdvice, valueHint, wrongValue } from '../../catalogue/values';
import { cached } from '../cached';
import type { FieldType } from '../field';
import { InputError, quote, wrongFormat } from '../inputError';
import { damageOf } from '../textRules';
import { requireExact, notExact } from './number';

/** @throws InputError for what isn't a text or a number, a number that was rounded, and a damaged text */
export function toText(value: unknown): string {
	if (typeof value === 'string') {
		requireLetters(value);
		return value;
	}
	if (typeof value === 'bigint') return String(value);
	if (typeof value === 'number' && Number.isFinite(value)) {
		requireExact(value);
		return String(value);
	}
	const isData = typeof value === 'object' || typeof value === 'boolean';
	const sentenceOf = isData ? wrongValue.notAText : wrongValue.notJson;
	throw new InputError(sentenceOf({ value: quote(value) }));
}

/** @throws InputError for a text that was damaged, such as one read with the wrong encoding */
export function requireLetters(text: string): void {
	const damage = damageOf(text);
	if (damage === undefined) return;
	const value = quote(text.replace(/\p{Cc}/gu, ' '));
	throw new InputError(wrongValue.damagedText({ value, advice: damageAdvice[damage] }));
}

export const text: FieldType = {
	form: { type: 'string', default: '' },
	format: 'text',
	convert: toText,
};

export const longText: FieldType = {
	...text,
	form: { type: 'string', default: '', typeOptions: { rows: 3 } },
};

/** A long number as spreadsheets write it, with most digits lost. */
const powerOfTen = /^\d([.,]\d+e\+?|e\+)\d+$/i;
const truth = /^(true|false)$/i;
const decimalOfZeros = /^\d+[.,]0+$/;

const separator = /[,;\r\n]/;

/** An identifier: text without surrounding white space. */
export function idLike(example: string): FieldType {
	return {
		...text,
		example,
		convert(value) {
			const trimmed = toText(value).trim();
			// Shops have it for guests without an account.
			if (trimmed === '0') throw new InputError(wrongValue.noValue({ value: quote(value) }));
			if (truth.test(trimmed) || !isPathSegment(trimmed))
				throw wrongFormat(value, 'an ID', example);
			const isDecimal =
				typeof value === 'number' ? !Number.isInteger(value) : decimalOfZeros.test(trimmed);
			if (isDecimal || powerOfTen.test(trimmed)) throw notExact(value);
			// A recipient of “u1,u2” reaches no one.
			if (trimmed.split(separator).filter((part) => part.trim()).length > 1) {
				throw new InputError(wrongValue.severalIds({ value: quote(value), example }));
			}
			return trimmed;
		},
	};
}

export const id = idLike('G-1042');

/** Whether a text can be part of an address. URLs drop dots and can't hold half a character. */
export function isPathSegment(segment: string): boolean {
	return segment !== '.' && segment !== '..' && !/\p{Surrogate}/u.test(segment);
}

const locale = /^([a-z]{2})(?:[_-][a-z0-9_.@-]+)?$/i;
const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
/** Of two letters, whose look-up takes longer than most checks. */
const isLanguage = cached((code) => languages.of(code) !== undefined);

/** A two-letter language code, also from a locale such as `es_ES`. */
export const language: FieldType = {
	...text,
	example: 'es',
	format: 'two letters (ISO 639-1)',
	convert(value) {
		const [, letters] = locale.exec(toText(value).trim()) ?? [];
		const code = letters?.toLowerCase();
		if (code && isLanguage(code)) return code;
		throw wrongFormat(value, 'a language', 'es');
	},
};

const url = 'https://n8n.example.com/webhook/…';

export const webAddress: FieldType = {
	...text,
	example: url,
	format: 'http or https address',
	convert(value) {
		const trimmed = toText(value).trim();
		if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) {
			throw wrongFormat(value, 'a web address', url);
		}
		return trimmed;
	},
};

/** A single address of the usual form; the service decides about others. */
const mailto = /^mailto:/i;
const usualEmail = /^(?!')[^\s@,;<>"]+@[^\s@,;<>.]+(\.[^\s@,;<>.]+)+$/;

/** An email address without surrounding blanks; one that looks wrong but for its `@` is sent with a hint. */
export const emailAddress: FieldType = {
	...text,
	example: 'name@email.com',
	format: 'email address',
	convert(value, context) {
		const written = toText(value);
		const address = written.trim().replace(mailto, '');
		const { example = '' } = emailAddress;
		// A word, such as “none”, would make one contact of all that have it.
		if (!/^[^@]+@[^@]+$/.test(address)) throw wrongFormat(value, 'one email address', example);
		if (usualEmail.test(address)) return address;
		context.listInHint?.(valueHint.emailsUnchanged, quote(written));
		return written;
	},
};
