import { valueHint } from '../../catalogue/values';
import { DateTime } from 'luxon';
import { quote, wrongFormat } from '../inputError';
import { isObject } from '../values';
import type { ConversionContext, FieldType } from '../field';

/** luxon would also accept years, months and times alone. */
const beginsWithDay = /^\d{4}-?(\d\d-?\d\d|\d{3}|W\d\d)/i;
/** An offset over a day or with too many minutes, which luxon accepts. */
const impossibleOffset = /T[\d:.,]*[+-](2[4-9]|[3-9]\d|\d\d:?[6-9])/i;

/** Day, month and year with dots, as in most of Europe. Slashes are ambiguous. */
const dottedDate =
	/^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?:(?:,?\s+|T)(\d{1,2})(:\d{2}(?::\d{2})?)\s?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Uses luxon, since JavaScript rolls over impossible days. */
function toDateTime(
	value: unknown,
	zone: string,
	example = '2026-03-29T09:30 or 29.03.2026 09:30',
): DateTime {
	// A luxon object from the expression engine may come from another copy of the library.
	const isLuxon = isObject(value) && typeof value.toISO === 'function';
	const plain = isLuxon ? (value as unknown as DateTime).toISO() : value;
	const iso = typeof plain === 'string' ? isoTextOf(plain.trim()) : undefined;
	const date =
		plain instanceof Date
			? DateTime.fromJSDate(plain, { zone })
			: DateTime.fromISO(iso ?? '', { zone, setZone: true });
	if (date.isValid) return date;
	throw wrongFormat(value, 'a date in a known format', example);
}

/** A text as ISO 8601, with T before a time; undefined if it isn't a date. */
function isoTextOf(text: string): string | undefined {
	const dotted = dottedDate.exec(text);
	if (dotted) {
		const [, day = '', month = '', year, hour, minutes, offset = ''] = dotted;
		const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
		return hour ? `${date}T${hour.padStart(2, '0')}${minutes}${offset.toUpperCase()}` : date;
	}
	const iso = text
		.replace(/^([\dW-]+) /i, '$1T')
		.replace(/\s+/g, '')
		.toUpperCase();
	return beginsWithDay.test(iso) && !impossibleOffset.test(iso) ? iso : undefined;
}

export function isDateAlone(value: unknown): boolean {
	const iso = typeof value === 'string' ? isoTextOf(value.trim()) : undefined;
	return iso !== undefined && !iso.includes('T');
}

function toTimestamp(date: DateTime): string {
	return date.toISO({ suppressMilliseconds: true }) as string;
}

/** A point in time, sent with its offset. Without one, the workflow's time zone applies. */
export const dateTime: FieldType = {
	form: { type: 'dateTime', default: '' },
	format: 'ISO 8601 date and time',
	convert(value, context) {
		const date = toDateTime(value, context.timezone);
		if (typeof value === 'string') noteGap(value, date, context);
		return toTimestamp(date);
	},
};

/** Clock changes skip some times in spring, and luxon moves those forward. */
function noteGap(text: string, read: DateTime, context: ConversionContext): void {
	const [asked, found] = [toDateTime(text, 'utc'), read].map((date) =>
		date.toISO({ includeOffset: false }),
	);
	if (asked === found) return;
	context.hint?.(valueHint.timeSkipped(quote(text), context.timezone, toTimestamp(read)));
}

/**
 * Sent as noon in UTC: the same day in zones up to eleven hours away, whichever the service uses.
 */
export const day: FieldType = {
	form: { type: 'dateTime', default: '' },
	format: 'ISO 8601 date, with or without a time',
	convert(value, { timezone }) {
		if (typeof value === 'string' && plainDay.test(value)) return `${value}T12:00:00Z`;
		const date = toDateTime(value, 'utc', '1985-04-23 or 23.04.1985');
		// Midnight in any zone means the day, as an expression's dates have the workflow's offset.
		// A database column arrives as the workflow's midnight, in UTC.
		const inWorkflow = toDateTime(value, timezone).setZone(timezone);
		const moments = date.offset === 0 ? [date, inWorkflow] : [date];
		const midnight = moments.find((moment) => moment.equals(moment.startOf('day')));
		return toTimestamp(
			midnight?.setZone('utc', { keepLocalTime: true }).set({ hour: 12 }) ?? date,
		);
	},
};

/** A day that exists in every year and needs no calendar; luxon checks the others. */
const plainDay =
	/^\d{4}-((0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)$/;
