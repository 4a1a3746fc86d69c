import { DateTime } from 'luxon';
import { requireExact, requireExactNumbers } from './number';
import { InputError, quote } from '../inputError';
import { deepestNesting } from '../values';
import type { FieldType } from '../field';
import { longText } from './text';

/**
 * Parses a JSON text; any other value is returned unchanged.
 *
 * @throws InputError for no value, for invalid JSON, and for a number that parsing would round
 */
export function parseJson(value: unknown): unknown {
	if (value === undefined || value === null || value === '') {
		throw new InputError('is required');
	}
	if (typeof value !== 'string') return value;
	let parsed: unknown;
	let reason: string | undefined;
	try {
		parsed = JSON.parse(value);
	} catch (error) {
		reason = (error as Error).message.replace(/\s+/g, ' ');
	}
	if (reason !== undefined) {
		throw new InputError(
			`is not valid JSON (${reason}); check its quotes, commas and brackets`,
		);
	}
	requireExactNumbers(value);
	return parsed;
}

/**
 * Makes any value one that JSON can hold: dates become ISO text, big integers become text.
 *
 * @throws InputError for what has no JSON form, a number that was rounded, and more than 100 levels
 */
export function toJsonValue(value: unknown, depth = 0): unknown {
	if (depth > deepestNesting)
		throw new InputError(`is nested more than ${deepestNesting} levels deep`);
	if (typeof value === 'bigint') return value.toString();
	if (typeof value === 'number') {
		if (!Number.isFinite(value)) {
			throw new InputError(`${quote(value)} is a number that JSON cannot hold`);
		}
		requireExact(value);
	}
	if (typeof value === 'function' || typeof value === 'symbol') {
		throw new InputError(`${quote(value)} is not a value that JSON can hold`);
	}
	if (typeof value !== 'object' || value === null) return value;
	if (value instanceof Date || DateTime.isDateTime(value)) {
		const date = value instanceof Date ? DateTime.fromJSDate(value, { zone: 'utc' }) : value;
		if (!date.isValid) throw new InputError('is an invalid date');
		return date.toISO();
	}
	if (Array.isArray(value)) return value.map((entry) => toJsonValue(entry, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [key, toJsonValue(entry, depth + 1)]),
	);
}

/** Any JSON value. A text that begins as an object or a list is parsed; any other stays the text it is. */
export const jsonOrText: FieldType = {
	...longText,
	format: 'any JSON value, or a text',
	convert(value) {
		const isJson = typeof value === 'string' && /^\s*[[{]/.test(value);
		return toJsonValue(isJson ? parseJson(value) : value);
	},
};
