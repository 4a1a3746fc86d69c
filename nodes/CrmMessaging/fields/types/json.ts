import { DateTime } from 'luxon';
import { valueHint, wrongValue } from '../../catalogue/values';
import {
	type ConversionContext,
	type Field,
	type FieldType,
	convertFields,
	ownValue,
	knownKeys,
} from '../field';
import { InputError, quote, within, withinEach, wrongFormat } from '../inputError';
import { isNoAnswer, withoutMarks } from '../textRules';
import { deepestNesting, isBlank, isObject } from '../values';
import { requireExact, requireExactNumbers } from './number';
import { longText, requireLetters, text, toText } from './text';

/** Parses a JSON text. @throws InputError for none, invalid JSON, and a number that parsing would round */
export function parseJson(value: unknown): unknown {
	if (isBlank(value)) throw new InputError(wrongValue.required());
	if (typeof value !== 'string') return value;
	let parsed: unknown;
	try {
		parsed = JSON.parse(value);
	} catch (error) {
		throw invalidJson(error as Error);
	}
	requireExactNumbers(value);
	return parsed;
}

function invalidJson({ message }: Error): InputError {
	return new InputError(wrongValue.invalidJson({ reason: message.replace(/\s+/g, ' ') }));
}

/** Types of values that JSON can't hold. Of numbers, these are NaN and the infinities. */
const withoutJson = new Set(['number', 'function', 'symbol']);

/** Dates and big integers become texts. @throws InputError for no JSON, a rounded number, over 100 levels */
export function toJsonValue(value: unknown, depth = 0): unknown {
	if (depth > deepestNesting)
		throw new InputError(wrongValue.tooDeep({ levels: deepestNesting }));
	if (typeof value === 'bigint') return value.toString();
	if (typeof value === 'string') requireLetters(value);
	if (Number.isFinite(value)) requireExact(value as number);
	else if (withoutJson.has(typeof value)) {
		throw new InputError(wrongValue.notJson({ value: quote(value) }));
	}
	if (typeof value !== 'object' || value === null) return value;
	if (value instanceof Date || DateTime.isDateTime(value)) {
		const date = value instanceof Date ? DateTime.fromJSDate(value, { zone: 'utc' }) : value;
		if (!date.isValid) throw new InputError(wrongValue.notJson({ value: 'An invalid date' }));
		return date.toISO();
	}
	if (Array.isArray(value)) return value.map((entry) => toJsonValue(entry, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [key, toJsonValue(entry, depth + 1)]),
	);
}

export const jsonOrText: FieldType = {
	...longText,
	isList: true,
	format: 'any JSON value, or a text',
	convert(value) {
		const isJson = typeof value === 'string' && /^\s*[[{]/.test(value);
		return toJsonValue(isJson ? parseJson(value) : value);
	},
};

/** A list of texts. A text is split at commas, semicolons, bars and line breaks. */
export const textList: FieldType = {
	...text,
	isList: true,
	format: 'list of texts, or one text with commas',
	convert(value, context) {
		const isJson = typeof value === 'string' && value.trim().startsWith('[');
		const parsed = isJson ? parseJson(value) : value;
		const parts: unknown[] = Array.isArray(parsed) ? parsed : splitList(toText(parsed));
		const texts = withinEach('entry', parts, (part) => withoutMarks(toText(part ?? '').trim()));
		return texts.filter((part) => part !== '' && !leavesOut(part, context));
	},
};

function leavesOut(part: string, context: ConversionContext): boolean {
	if (!isNoAnswer(part)) return false;
	context.listInHint?.(valueHint.noValues, `${quote(part)} in a list`);
	return true;
}

/** The text between two separators, or in quotes, which are doubled inside others. */
const listEntry = /[^\S\r\n]*"((?:[^"]|"")*)"[^\S\r\n]*(?=[,;|\r\n]|$)|[^,;|\r\n]+/g;

function splitList(text: string): string[] {
	return [...text.matchAll(listEntry)].map(
		([entry, quoted]) => quoted?.replaceAll('""', '"') ?? entry,
	);
}

/** A text as it's written in such a list. */
export function listEntryOf(text: string): string {
	return /[,;|\r\n"]|^\s*\[/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A list of objects with fields, as `readObjects` reads them. */
export function listOf(entry: { name: string; label: string; fields: Field[] }): FieldType {
	const names = entry.fields.map(({ name }) => name).join(' and ');
	return {
		form: { type: 'fixedCollection', default: {} },
		entry,
		isList: true,
		format: `list of objects with ${names}`,
		convert(value, context) {
			return readObjects(value, `an object with ${names}`, (object) =>
				convertFields(entry.fields, ownValue(knownKeys(object, entry.fields)), context),
			);
		},
	};
}

/** Reads a list of objects, one object, or JSON of either. `what` completes “… is not”. */
export function readObjects<T>(
	value: unknown,
	what: string,
	read: (object: Record<string, unknown>) => T,
): T[] {
	const parsed = parseJson(value);
	const entries: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
	return entries.map((entry, index) =>
		within(String(index + 1), () => {
			if (!isObject(entry)) throw wrongFormat(entry, what, '{ … }');
			return read(entry);
		}),
	);
}
