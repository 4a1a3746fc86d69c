import { valueHint } from '../../catalogue/hints';
import { wrongValue } from '../../catalogue/values';
import { requireExact, notExact } from './number';
import type { FieldType } from '../field';
import { InputError, quote } from '../inputError';

/**
 * Turns a text, number or boolean into text; expressions often yield numbers where text is meant.
 *
 * @throws InputError for anything else, and for a number so large that it has been rounded
 */
export function toText(value: unknown): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	if (typeof value === 'number' && Number.isFinite(value)) {
		requireExact(value);
		return String(value);
	}
	throw new InputError(wrongValue.wrongFormat(quote(value), 'a text', 'Ana'));
}

/** Any text; numbers are converted. */
export const text: FieldType = {
	form: { type: 'string', default: '' },
	format: 'text',
	convert: toText,
};

/** A text of several lines. */
export const longText: FieldType = {
	...text,
	form: { type: 'string', default: '', typeOptions: { rows: 3 } },
};

/** A text with a limited number of characters. */
export function shortText(maxLength: number): FieldType {
	return {
		...text,
		format: `text, at most ${maxLength} characters`,
		convert(value) {
			const converted = toText(value);
			const length = [...converted].length;
			if (length > maxLength) {
				throw new InputError(wrongValue.tooLong(quote(converted), length, maxLength));
			}
			return converted;
		},
	};
}

/** A number as spreadsheets write a long one, with most of its digits lost. */
const fromSpreadsheet = /^\d([.,]\d+)?e\+\d+$/i;

/** An identifier: text without white space around it. */
export const id: FieldType = {
	...text,
	convert(value) {
		const trimmed = toText(value).trim();
		if (!trimmed) throw new InputError(wrongValue.required());
		if (fromSpreadsheet.test(trimmed)) throw notExact(trimmed);
		return trimmed;
	},
};

/** An identifier that is in an address. */
export const pathId: FieldType = {
	...text,
	convert(value, context) {
		const segment = id.convert(value, context) as string;
		if (!isPathSegment(segment))
			throw new InputError(wrongValue.wrongFormat(quote(value), 'an ID', '5f1d7f2e'));
		return segment;
	},
};

/** Whether a text can be a segment of a path; an address swallows dots, and cannot hold half a character. */
export function isPathSegment(segment: string): boolean {
	return segment !== '.' && segment !== '..' && !/\p{Surrogate}/u.test(segment);
}

/** An address that a server can call. */
export const webAddress: FieldType = {
	...text,
	format: 'http or https address',
	convert(value) {
		const trimmed = toText(value).trim();
		if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) {
			throw new InputError(
				wrongValue.wrongFormat(
					quote(value),
					'a web address',
					'https://n8n.example.com/webhook/…',
				),
			);
		}
		return trimmed;
	},
};

/** One address, as nearly all are; the service decides which others it takes. */
const usual = /^[^\s@,;<>]+@[^\s@,;<>.]+(\.[^\s@,;<>.]+)+$/;

/** An email address without the blanks around it; what looks like none is sent with a hint. */
export const emailAddress: FieldType = {
	...text,
	format: 'e-mail address',
	convert(value, context) {
		const written = toText(value);
		const address = written.trim();
		if (usual.test(address)) return address;
		context.hint?.(valueHint.emailUnchanged(quote(written)));
		return written;
	},
};
