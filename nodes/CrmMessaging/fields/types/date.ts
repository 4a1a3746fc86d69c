import { DateTime } from 'luxon';
import { InputError, shown } from '../inputError';
import type { FieldType } from '../field';

/** A calendar date, a week date or a day of the year, in the extended or the basic form. */
const isoDay = String.raw`(\d{4}-\d{2}-\d{2}|\d{8}|\d{4}-W\d{2}-[1-7]|\d{4}W\d{2}[1-7]|\d{4}-W\d{2}|\d{4}W\d{2}|\d{4}-?\d{3})`;
const isoTime = String.raw`[T ]\d{2}(:?\d{2}(:?\d{2}([.,]\d+)?)?)?\s*(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)?`;
const isoDate = new RegExp(`^${isoDay}(${isoTime})?$`, 'i');

/**
 * Reads an ISO 8601 date or date and time. JavaScript's own parser rolls impossible days over, so
 * luxon reads it.
 *
 * @param zone for a value without an offset
 * @param example how to write one, for who wrote another
 * @throws InputError for anything else, impossible dates included
 */
export function toDateTime(
	value: unknown,
	zone: string,
	example = '2026-03-29T09:30:00+02:00',
): DateTime {
	if (value instanceof Date) return checked(DateTime.fromJSDate(value, { zone }), value);
	// A luxon object of the expression engine may come from another copy of the library.
	const given = isLuxon(value) ? value.toISO() : value;
	if (typeof given !== 'string' || !isoDate.test(given.trim())) {
		throw new InputError(
			`${shown(value)} is not a date in ISO 8601 format; write it such as ${example}`,
		);
	}
	const iso = given
		.trim()
		.replace(/^([\dW-]+) /i, '$1T')
		.replace(/\s+/g, '')
		.toUpperCase();
	return checked(DateTime.fromISO(iso, { zone, setZone: true }), given);
}

function isLuxon(value: unknown): value is { toISO(): string } {
	return (
		typeof value === 'object' &&
		value !== null &&
		typeof (value as { toISO?: unknown }).toISO === 'function'
	);
}

function checked(date: DateTime, given: unknown): DateTime {
	if (!date.isValid)
		throw new InputError(`${shown(given)} is a date that does not exist; correct it`);
	return date;
}

function toTimestamp(date: DateTime): string {
	return date.toISO({ suppressMilliseconds: true }) as string;
}

/** A point in time, sent with its offset; a value without one is in the workflow's time zone. */
export const dateTime: FieldType = {
	form: { type: 'dateTime', default: '' },
	column: 'dateTime',
	format: 'ISO 8601 date and time',
	convert: (value, { timezone }) => toTimestamp(toDateTime(value, timezone)),
};

/**
 * A day such as a birthday, sent as its noon in UTC: that is the same day in UTC and at an account whose
 * zone is up to eleven hours away, whichever of them the service goes by.
 */
export const day: FieldType = {
	form: { type: 'dateTime', default: '' },
	column: 'dateTime',
	format: 'ISO 8601 date, with or without a time',
	convert(value) {
		if (isPlainDay(value)) return `${value}T12:00:00Z`;
		const date = toDateTime(value, 'utc', '1985-04-23');
		// Midnight of any zone means the day: dates of expressions carry the workflow's offset.
		const isDay = date.equals(date.startOf('day'));
		return toTimestamp(
			isDay ? date.setZone('utc', { keepLocalTime: true }).set({ hour: 12 }) : date,
		);
	},
};

/** A day that every year has; the others are left to luxon. */
const plainDay =
	/^\d{4}-((0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)$/;

/** Whether a value has the usual form of a birthday, which needs no calendar. */
function isPlainDay(value: unknown): value is string {
	return typeof value === 'string' && plainDay.test(value);
}
