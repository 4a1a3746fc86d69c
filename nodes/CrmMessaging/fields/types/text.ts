import { damageAdvice, valueHint, wrongValue } from '../../catalogue/values';
import { requireExact, notExact } from './number';
import type { FieldType } from '../field';
import { InputError, quote, wrongFormat } from '../inputError';
import { damageOf } from '../textRules';

/**
 * @throws InputError for what isn't a text, number or boolean, for a number that was rounded, and
 * for a damaged text
 */
export function toText(value: unknown): string {
	if (typeof value === 'string') {
		requireLetters(value);
		return value;
	}
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	if (typeof value === 'number' && Number.isFinite(value)) {
		requireExact(value);
		return String(value);
	}
	const sentenceOf = typeof value === 'object' ? wrongValue.notAText : wrongValue.notJson;
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

/** An identifier: text without surrounding white space. */
export const id: FieldType = {
	...text,
	convert(value) {
		const trimmed = toText(value).trim();
		if (!trimmed) throw new InputError(wrongValue.required());
		if (truth.test(trimmed)) throw wrongFormat(value, 'an ID', 'G-1042');
		if (powerOfTen.test(trimmed)) throw notExact(trimmed);
		if (typeof value === 'number' ? !Number.isInteger(value) : decimalOfZeros.test(trimmed)) {
			throw notExact(value);
		}
		return trimmed;
	},
};

export const pathId: FieldType = {
	...text,
	convert(value, context) {
		const segment = id.convert(value, context) as string;
		if (!isPathSegment(segment)) throw wrongFormat(value, 'an ID', '5f1d7f2e');
		return segment;
	},
};

/** Whether a text can be a path segment. URLs drop dots and can't hold half a character. */
export function isPathSegment(segment: string): boolean {
	return segment !== '.' && segment !== '..' && !/\p{Surrogate}/u.test(segment);
}

export const webAddress: FieldType = {
	...text,
	format: 'http or https address',
	convert(value) {
		const trimmed = toText(value).trim();
		if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) {
			throw wrongFormat(value, 'a web address', 'https://n8n.example.com/webhook/…');
		}
		return trimmed;
	},
};

/** A single address of the usual form; the service decides about others. */
const mailto = /^mailto:/i;
const usualEmail = /^[^\s@,;<>]+@[^\s@,;<>.]+(\.[^\s@,;<>.]+)+$/;

/** An email address without surrounding blanks; one that looks wrong is sent with a hint. */
export const emailAddress: FieldType = {
	...text,
	format: 'email address',
	convert(value, context) {
		const written = toText(value);
		const address = written.trim().replace(mailto, '');
		if (!usualEmail.test(address)) {
			context.hint?.(valueHint.emailUnchanged({ value: quote(written) }));
			return written;
		}
		if (madeUp.test(address)) context.hint?.(valueHint.madeUpEmail({ value: quote(address) }));
		return address;
	},
};

/** The name or domain that people type if an address is required and they have none. */
const madeUp =
	/(?:^|@)(?:no[-_.]?(?:e?[-_.]?mail|reply|correo|aplica)|do[-_.]?not[-_.]?reply|none|na|null|unknown|nobody|not[-_.]?given|sin[-_.]?(?:e?mail|correo)|(?:keine?|ohne)[-_.]?(?:e?[-_.]?mail)?|unbekannt|pas[-_.]?d[-_.]?e?mail|sans[-_.]?e?mail|aucun|inconnu)(?=@|\.[^@]*$)/i;
