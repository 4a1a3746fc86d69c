import { DateTime } from 'luxon';
import { valueHint, wrongValue } from '../../catalogue/values';
import type { ConversionContext, FieldType, Option } from '../field';
import { InputError, quote, wrongFormat } from '../inputError';
import { isObject } from '../values';
import { text, toText } from './text';

/** Languages of month names. No name is another month in two of them. */
const locales = ['en', 'de', 'es', 'fr'];
/** Day first with points, as in no country a month is. */
const usualFormat = 'dd.MM.yyyy';

/** luxon would also accept years, months and times alone. */
const isoDate = /^\d{4}-?(?:\d\d-?\d\d|\d{3}|W\d\d)/i;
/** An offset over a day or with too many minutes, which luxon accepts. */
const impossibleOffset = /T[\d:.,]*[+-](2[4-9]|[3-9]\d|\d\d:?[6-9])/;
/** A time of 24 hours after a date. */
const withTime =
	/^(.*[^\s,])(?:,?\s+|T)(\d\d?)(:\d\d(?::\d\d(?:[.,]\d+)?)?)\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;
const withHalfDay = /^(.*[^\s,])(,?\s+)\d\d?:\d\d(:\d\d)?(\s?)[ap]\.?m\.?$/i;

/** How databases and spreadsheets write no date: `0000-00-00`, `0/0/00`, the first day that they know. */
const noDate =
	/^(?:0|0{1,4}([./-])0{1,2}\1\s?0{1,4}|(?:0001|1753|1900)-01-01|1900-01-00|1899-12-3[01]|0?1([./-])0?1\2(?:0001|1900)|0?[01]\/0?[01]\/1900)(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** Years of the oldest guest: smaller numbers aren't days of a spreadsheet. */
const oldest = 120;

const formatText: FieldType = {
	...text,
	example: 'dd/MM/yyyy',
	format: 'date format of Luxon',
	convert(value) {
		const format = toText(value).trim();
		if (isDateFormat(format)) return format;
		throw wrongFormat(value, 'a date format', 'dd/MM/yyyy');
	},
};

/** The option for dates that aren't in ISO 8601, in a luxon format. */
export const dateFormat: Option<string | undefined> = {
	name: 'dateFormat',
	label: 'Date Format',
	type: formatText,
	scope: 'run',
	unset: undefined,
	description: 'Format of dates that aren’t in ISO 8601, such as dd/MM/yyyy or MM/dd/yyyy',
};

/** Tokens of single numbers and names; `D`, `Y` and `f` mean other things than in other tools. */
const knownTokens = /^(?:'[^']*'|[^A-Za-z']|[dLMyHhmsSaZzEc])*$/;

/** Characters of a format. luxon can't hold a very long one. */
const longestFormat = 100;

/** Whether a format has a day, a month and a year. */
function isDateFormat(format: string): boolean {
	if (format.length > longestFormat) return false;
	const sample = DateTime.utc(1985, 11, 23);
	const read = knownTokens.test(format) && inFormat(sample.toFormat(format), format, 'utc');
	return read ? read.hasSame(sample, 'day') : false;
}

function inFormat(written: string, format: string, zone: string): DateTime | undefined {
	// Files drop zeros: 4/5/1985.
	const lenient = format.replace(/\b([dMHh])\1\b/g, '$1');
	return locales
		.map((locale) => DateTime.fromFormat(written, lenient, { zone, locale, setZone: true }))
		.find(({ isValid }) => isValid);
}

/** Reads ISO 8601, or a format, to which a time may be added; undefined for anything else. */
function read(written: string, format: string, zone: string): DateTime | undefined {
	const [, day = written, hour = '', minutes = '', offset = ''] = withTime.exec(written) ?? [];
	const isIso = isoDate.test(day);
	const whole = isIso ? undefined : inFormat(written, format, zone);
	if (whole) return whole;
	const isoDay = isIso ? day : hour && inFormat(day, format, 'utc')?.toISODate();
	const time = hour && `T${hour.padStart(2, '0')}${minutes}${offset}`;
	const iso = `${isoDay || ''}${time}`.toUpperCase();
	const date = DateTime.fromISO(iso, { zone, setZone: true });
	return isoDay && date.isValid && !impossibleOffset.test(iso) ? date : undefined;
}

/** A value as text, which is ISO 8601 for a date of JavaScript or luxon. */
function textOfDate(value: unknown): string {
	// A luxon object from the expression engine may come from another copy of the library.
	const isLuxon = isObject(value) && typeof value.toISO === 'function';
	const plain = isLuxon ? (value as unknown as DateTime).toISO() : value;
	if (plain instanceof Date) return DateTime.fromJSDate(plain, { zone: 'utc' }).toISO() ?? '';
	return typeof plain === 'string' || typeof plain === 'number' ? String(plain).trim() : '';
}

/** Reads a value in a time zone, which counts unless it has an offset. @throws InputError */
function dateIn(
	zone: string,
	value: unknown,
	context: ConversionContext,
	type: FieldType,
): DateTime {
	const written = textOfDate(value);
	const date = read(written, context.option?.(dateFormat) ?? usualFormat, zone);
	if (date) return date;
	const { example = '' } = type;
	const formats = formatsOf(written).join(' or ');
	if (!formats) throw wrongFormat(value, 'a date', example);
	throw new InputError(wrongValue.dateFormat({ value: quote(value), example, formats }));
}

/** The usual orders of a date's numbers; with the name of a month, there are two. */
const orders = ['dd MM yyyy', 'MM dd yyyy', 'yyyy MM dd', 'dd yyyy', 'yyyy dd'];

/** The formats of luxon that read a text, in each usual order of its numbers. */
function formatsOf(written: string): string[] {
	if (written.length > longestFormat) return [];
	const [, before, gap = '', seconds = '', space = ''] = withHalfDay.exec(written) ?? [];
	const time = before === undefined ? '' : `${gap}h:mm${seconds && ':ss'}${space}a`;
	const date = before ?? withTime.exec(written)?.[1] ?? written;
	const candidates = orders.flatMap((order) =>
		['MMMM', 'MMM'].map((month) => {
			const tokens = order.split(' ');
			const parts = date.replace(/\d+|(?<!\d)\p{L}+/gu, (part, at: number) => {
				if (!/\d/.test(part)) return part.length < 3 ? `'${part}'` : month;
				const token = tokens.shift() ?? '';
				return token === 'yyyy' && at > 0 && part.length === 2 ? 'yy' : token;
			});
			return parts + time;
		}),
	);
	return [...new Set(candidates)].filter(
		(format) => isDateFormat(format) && read(written, format, 'utc'),
	);
}

/** Whether a value is a day without a time. */
export function isDateAlone(value: unknown): boolean {
	const written = textOfDate(value);
	return written !== '' && !/:\d|\dT\d|\d{9}/i.test(written);
}

function timestampOf(date: DateTime): string {
	return date.toISO({ suppressMilliseconds: true }) as string;
}

/** A point in time, sent with its offset. Without one, the workflow's time zone applies. */
export const dateTime: FieldType = {
	form: { type: 'dateTime', default: '' },
	example: '2026-03-29T09:30',
	format: 'ISO 8601 date and time',
	convert(value, context) {
		if (noDate.test(textOfDate(value))) return undefined;
		const { timezone: zone } = context;
		const date = dateIn(zone, value, context, dateTime);
		const asked = dateIn('utc', value, context, dateTime);
		// Clock changes skip some times in spring, and luxon moves those forward.
		const isMoved = +date !== +asked && date.toFormat('HH:mm') !== asked.toFormat('HH:mm');
		if (isMoved && !isDateAlone(value)) {
			const example = timestampOf(date);
			throw new InputError(wrongValue.timeSkipped({ value: quote(value), zone, example }));
		}
		return timestampOf(date);
	},
};

/**
 * A birthday. Sent as noon in UTC: the same day in zones up to eleven hours away, whichever the
 * service uses.
 */
export const day: FieldType = {
	form: { type: 'dateTime', default: '' },
	example: '1985-04-23',
	format: 'ISO 8601 date, with or without a time',
	convert(value, context) {
		const written = textOfDate(value);
		if (noDate.test(written)) return undefined;
		if (isPlainDay(written)) return noonOf(written);
		const sent = noonOf(dayOfNumber(value, context) ?? dayOfDate(value, context));
		if (Date.parse(sent) <= Date.now() + farthestNoon) return sent;
		throw new InputError(wrongValue.futureDay({ value: quote(value) }));
	},
};

/** Noon in UTC of the day that it already is in the first zone, 14 hours ahead: 26 hours at most. */
const farthestNoon = 26 * 3_600_000;

function noonOf(day: string): string {
	return `${day}T12:00:00Z`;
}

/** A day of the calendar that every year has. */
const dayOfYear =
	/^\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))$/;

/** Whether a text is such a day of an earlier year, as most birthdays are: then nothing is to be parsed. */
function isPlainDay(written: string): boolean {
	return dayOfYear.test(written) && Number(written.slice(0, 4)) < new Date().getUTCFullYear();
}

/** The day of a spreadsheet's number, if a guest can be born then. */
function dayOfNumber(value: unknown, context: ConversionContext): string | null | undefined {
	const days = textOfDate(value);
	if (!/^\d{4,5}(?:\.\d+)?$/.test(days)) return undefined;
	const date = DateTime.utc(1899, 12, 30).plus({ days: Math.trunc(Number(days)) });
	const now = DateTime.utc();
	if (date > now || date < now.minus({ years: oldest })) return undefined;
	context.countInHint?.(valueHint.dayNumbers, `${quote(value)} to ${date.toISODate()}`);
	return date.toISODate();
}

/** The day that a date names. A moment without its place is a day if it's one in UTC and here. */
function dayOfDate(value: unknown, context: ConversionContext): string {
	const date = dateIn('utc', value, context, day);
	const one = String(date.toISODate());
	if (isDateAlone(value) || +date === +date.startOf('day')) return one;
	const { timezone } = context;
	const here = dateIn(timezone, value, context, day).setZone(timezone);
	const other = String(here.toISODate());
	const isMoment = date.offset === 0 && +date === +here;
	if (!isMoment || one === other) return one;
	// A database column arrives as the workflow's midnight, in UTC.
	if (+here === +here.startOf('day')) return other;
	throw new InputError(wrongValue.ambiguousDate({ value: quote(value), one, other }));
}
