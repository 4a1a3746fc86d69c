import { valueHint, valueProblem, wrongValue } from '../../catalogue/values';
import { DateTime, Info } from 'luxon';
import { cached } from '../cached';
import { InputError, quote, wrongFormat } from '../inputError';
import { isObject } from '../values';
import { plainForm } from '../words';
import type { ConversionContext, FieldType } from '../field';

/** luxon would also accept years, months and times alone. */
const beginsWithDay = /^\d{4}-?(\d\d-?\d\d|\d{3}|W\d\d)/i;
/** An offset over a day or with too many minutes, which luxon accepts. */
const impossibleOffset = /T[\d:.,]*[+-](2[4-9]|[3-9]\d|\d\d:?[6-9])/i;

const beforeTime = /(?<=\S)(?:,?\s+|T)(?=\d{1,2}:)/i;
const timeOfDay =
	/^(\d{1,2})(:\d\d(?::\d\d(?:[.,]\d+)?)?)\s?(?:([ap])\.?m\.?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

const yearFirst = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})$/;
const yearLast = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4})$/;
/** `24 Dec 1985`, `24. Dezember 1985`, `24 de diciembre de 1985`, `Dec 24, 1985`. */
const namedMonth =
	/^(?:(\d{1,2})(?:\.|st|nd|rd|th|er)?[ -](?:de )?(\p{L}{3,10})\.?|(\p{L}{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?),?[ -](?:de )?(\d{4})$/iu;

/** How databases and spreadsheets write no date: `0000-00-00`, `0/0/00`. */
const noDate =
	/^(?:0{1,4}([./-])0{1,2}\1\s?0{1,4}|1\/0\/1900|1900-01-00|00\.01\.1900)(?:[T ]00:00(?::00)?(?:\.0+)?Z?)?$/i;

/** The number of a day in a spreadsheet, with its time as a fraction. */
const dayNumber = /^\d{5}(\.\d+)?$/;
/** Uses luxon, since JavaScript rolls over impossible days. */
function toDateTime(
	value: unknown,
	zone: string,
	example = '2026-03-29T09:30 or 29.03.2026 09:30',
): DateTime {
	// A luxon object from the expression engine may come from another copy of the library.
	const isLuxon = isObject(value) && typeof value.toISO === 'function';
	const plain = isLuxon ? (value as unknown as DateTime).toISO() : value;
	const iso = isoTextOf(plain);
	const date =
		plain instanceof Date
			? DateTime.fromJSDate(plain, { zone })
			: DateTime.fromISO(iso ?? '', { zone, setZone: true });
	if (date.isValid) return date;
	const [day] = /^\d{4}-\d\d-\d\d/.exec(iso ?? '') ?? [];
	if (day && !DateTime.fromISO(day).isValid) {
		throw new InputError(
			wrongValue.wrongDay({ value: quote(value), problem: valueProblem.impossible }),
		);
	}
	throw wrongFormat(value, 'a date in a known format', example);
}

/**
 * A text or a spreadsheet's number as ISO 8601, with T before a time; undefined if it isn't a date.
 *
 * @throws InputError if it can be two days
 */
function isoTextOf(value: unknown): string | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	if (typeof value === 'number' && !isDayAsNumber(value)) return undefined;
	const text = String(value).trim();
	const [date = '', ...times] = text.split(beforeTime);
	const day = isoDayOf(date);
	const iso = day === undefined ? withT(text) : day + isoTimeOf(times.join(' '));
	if (!beginsWithDay.test(iso)) return isoOfDayNumber(text);
	return impossibleOffset.test(iso) ? undefined : iso;
}

function withT(text: string): string {
	return text
		.replace(/^([\dW-]+) /i, '$1T')
		.replace(/\s+/g, '')
		.toUpperCase();
}

/** A spreadsheet's day, or the digits of one: 19850423. */
function isDayAsNumber(value: number): boolean {
	return isDayNumber(value) || /^(19|20)\d{6}$/.test(String(value));
}

/** A day that isn't in ISO 8601, in that format. @throws InputError if it can be two days */
function isoDayOf(text: string): string | undefined {
	const [, year, , month, day] = yearFirst.exec(text) ?? [];
	if (year) return isoDay(year, month, day);
	const [, one, mark, other, last] = yearLast.exec(text) ?? [];
	if (last) {
		const [dayFirst, monthFirst] = [isoDay(last, other, one), isoDay(last, one, other)];
		// With points, the day is first, as in most of Europe.
		if (mark === '.' || !DateTime.fromISO(monthFirst).isValid) return dayFirst;
		if (!DateTime.fromISO(dayFirst).isValid || dayFirst === monthFirst) return monthFirst;
		throw new InputError(
			wrongValue.ambiguousDate({ value: quote(text), one: dayFirst, other: monthFirst }),
		);
	}
	const [, before, name, nameFirst, after, yearOfName] = namedMonth.exec(text) ?? [];
	const number = yearOfName && monthOf(plainForm(name ?? nameFirst ?? ''));
	return number ? isoDay(yearOfName, String(number), before ?? after) : undefined;
}

function isoDay(year: string, month = '', day = ''): string {
	return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** The number of a month by its name or short form, in the languages of the headings; else 0. */
const monthOf = cached((name) => {
	const lists = ['en', 'es', 'de', 'fr'].flatMap((locale) =>
		(['long', 'short'] as const).map((length) => Info.months(length, { locale })),
	);
	return Math.max(...lists.map((months) => months.map(plainForm).indexOf(name))) + 1;
}, 100);

/** A time, perhaps of a clock of twelve hours, with its T. Luxon refuses the `T?` of others. */
function isoTimeOf(text: string): string {
	if (text === '') return '';
	const [, hour = '', minutes, half, offset = ''] = timeOfDay.exec(text) ?? [];
	if (minutes === undefined || (half && Number(hour) > 12)) return 'T?';
	const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : hour;
	return `T${String(hours).padStart(2, '0')}${minutes}${offset.toUpperCase()}`;
}

function isoOfDayNumber(text: string): string | undefined {
	const days = dayNumber.test(text) ? Number(text) : 0;
	if (!isDayNumber(days)) return undefined;
	const seconds = Math.round((days % 1) * 86_400);
	const date = DateTime.utc(1899, 12, 30).plus({ days: Math.trunc(days), seconds });
	return date.toFormat(seconds === 0 ? 'yyyy-MM-dd' : "yyyy-MM-dd'T'HH:mm:ss");
}

/** From 1927 to 2099: a smaller number may be a year. */
function isDayNumber(days: number): boolean {
	return days >= 10_000 && days < 73_051;
}

export function isDateAlone(value: unknown): boolean {
	const iso = isoTextOf(value);
	return iso !== undefined && !iso.includes('T');
}

function isNoDate(value: unknown): boolean {
	return value === 0 || (typeof value === 'string' && noDate.test(value.trim()));
}

function noteDayNumber(value: unknown, read: DateTime, context: ConversionContext): void {
	if (!dayNumber.test(String(value).trim())) return;
	const day = read.toISODate() as string;
	context.countInHint?.(valueHint.dayNumbers, `${quote(value)} to ${day}`);
}

function toTimestamp(date: DateTime): string {
	return date.toISO({ suppressMilliseconds: true }) as string;
}

/** A point in time, sent with its offset. Without one, the workflow's time zone applies. */
export const dateTime: FieldType = {
	form: { type: 'dateTime', default: '' },
	format: 'ISO 8601 date and time',
	convert(value, context) {
		if (isNoDate(value)) return undefined;
		const date = toDateTime(value, context.timezone);
		if (typeof value === 'string') noteGap(value, date, context);
		noteDayNumber(value, date, context);
		return toTimestamp(date);
	},
};

/** Clock changes skip some times in spring, and luxon moves those forward. */
function noteGap(text: string, read: DateTime, context: ConversionContext): void {
	const [asked, found] = [toDateTime(text, 'utc'), read].map((date) =>
		date.toISO({ includeOffset: false }),
	);
	if (asked === found) return;
	context.hint?.(
		valueHint.timeSkipped({
			value: quote(text),
			zone: context.timezone,
			read: toTimestamp(read),
		}),
	);
}

/**
 * A birthday. Sent as noon in UTC: the same day in zones up to eleven hours away, whichever the
 * service uses.
 */
export const day: FieldType = {
	form: { type: 'dateTime', default: '' },
	format: 'ISO 8601 date, with or without a time',
	convert(value, context) {
		if (isNoDate(value)) return undefined;
		if (typeof value === 'string' && withoutYear.test(value.trim())) {
			context.hint?.(valueHint.dayWithoutYear({ value: quote(value) }));
			return undefined;
		}
		const sent = dayIn(value, context);
		// Most are years ago, so the clock isn't asked.
		if (sent >= yearAtStart && Date.parse(sent) > Date.now() + oneDay) {
			throw new InputError(
				wrongValue.wrongDay({ value: quote(value), problem: valueProblem.future }),
			);
		}
		return sent;
	},
};

/** As address books and mailing tools export birthdays: `--03-14`, `03/14`, `14.3.` */
const withoutYear = /^(?:--)?\d{1,2}[-/.]\s?\d{1,2}\.?$/;

const yearAtStart = String(new Date().getUTCFullYear());
/** It may already be tomorrow where the guest is. */
const oneDay = 86_400_000;

function dayIn(value: unknown, context: ConversionContext): string {
	if (typeof value === 'string' && plainDay.test(value)) return `${value}T12:00:00Z`;
	const { timezone } = context;
	const date = toDateTime(value, 'utc', '1985-04-23 or 23.04.1985');
	noteDayNumber(value, date, context);
	// Midnight in any zone means the day, as an expression's dates have the workflow's offset.
	// A database column arrives as the workflow's midnight, in UTC.
	const inWorkflow = toDateTime(value, timezone).setZone(timezone);
	const moments = date.offset === 0 ? [date, inWorkflow] : [date];
	const midnight = moments.find((moment) => moment.equals(moment.startOf('day')));
	return toTimestamp(midnight?.setZone('utc', { keepLocalTime: true }).set({ hour: 12 }) ?? date);
}

/** A day that exists in every year and needs no calendar; luxon checks the others. */
const plainDay =
	/^\d{4}-((0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)$/;
