import { DateTime } from 'luxon';
import { requireExact, requireExactNumbers } from './number';
import { InputError, quote } from '../inputError';
import { deepestNesting } from '../values';
import type { FieldType } from '../field';

/**
 * Parses a JSON text; anything that is no text is given back as it is.
 *
 * @throws InputError when there is nothing, with the parser's reason, or for a number that it would round
 */
export function parseJson(value: unknown): unknown {
	if (value === undefined || value === null || value === '') {
		throw new InputError('is required');
	}
	if (typeof value !== 'string') return value;
	const { parsed, reason } = tryJson(value);
	if (reason === undefined) {
		requireExactNumbers(value);
		return parsed;
	}
	throw new InputError(`is not valid JSON (${reason}); check its quotes, commas and brackets`);
}

function tryJson(text: string): { parsed?: unknown; reason?: string } {
	try {
		return { parsed: JSON.parse(text) as unknown };
	} catch (error) {
		return { reason: (error as Error).message.replace(/\s+/g, ' ') };
	}
}

/**
 * Makes any value one that JSON can hold: dates become ISO text, big integers become text.
 *
 * @throws InputError for what has no JSON form, a number that was rounded, and more than 100 levels
 */
export function toJsonValue(value: unknown, depth = 0): unknown {
	if (depth > deepestNesting)
		throw new InputError(`is nested more than ${deepestNesting} levels deep`);
	switch (typeof value) {
		case 'string':
		case 'boolean':
		case 'undefined':
			return value;
		case 'number':
			if (!Number.isFinite(value)) {
				throw new InputError(`${quote(value)} is a number that JSON cannot hold`);
			}
			requireExact(value);
			return value;
		case 'bigint':
			return value.toString();
		case 'object':
			return objectToJson(value, depth);
		default:
			throw new InputError(`${quote(value)} is not a value that JSON can hold`);
	}
}

function objectToJson(value: object | null, depth: number): unknown {
	if (value === null) return null;
	if (value instanceof Date) {
		if (Number.isNaN(value.getTime())) throw new InputError('is an invalid date');
		return value.toISOString();
	}
	if (DateTime.isDateTime(value)) {
		if (!value.isValid) throw new InputError('is an invalid date');
		return value.toISO();
	}
	if (Array.isArray(value)) return value.map((entry) => toJsonValue(entry, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [key, toJsonValue(entry, depth + 1)]),
	);
}

/** Any JSON value. A text that begins as an object or a list is parsed; any other stays the text it is. */
export const jsonOrText: FieldType = {
	form: { type: 'string', default: '', typeOptions: { rows: 3 } },
	column: 'object',
	format: 'any JSON value, or a text',
	convert(value) {
		const isJson = typeof value === 'string' && /^\s*[[{]/.test(value);
		return toJsonValue(isJson ? parseJson(value) : value);
	},
};
