import { DateTime } from 'luxon';
import { valueHint, wrongValue } from '../../catalogue/values';
import type { ConversionContext, FieldType, Option } from '../field';
import { InputError, quote, wrongFormat } from '../inputError';
import { isObject } from '../values';
import { text, toText } from './text';

/** luxon ignores or misreads the tokens `D` and `Y` of other tools, and a very long format. */
const formatOfDay = /^(?!y+-d)(?=.*d)(?=.*M)(?=.*y)[^DY]{5,50}$/;

/** How a date is read without the option. */
const usualFormat = 'dd.MM.yyyy';

/** The option for dates that aren't in ISO 8601, in a luxon format. */
export const dateFormat: Option<string | undefined> = {
	name: 'dateFormat',
	label: 'Date Format',
	type: {
		...text,
		example: 'dd/MM/yyyy',
		format: 'date format of Luxon',
		convert(value) {
			const format = toText(value).trim();
			if (formatOfDay.test(format)) return format;
			throw wrongFormat(value, 'a date format', 'dd/MM/yyyy');
		},
	},
	unset: undefined,
	description: 'Format of dates that aren’t in ISO 8601, such as dd/MM/yyyy or MM/dd/yyyy',
};

/** luxon would also accept years, months and times alone. */
const isoDate = /^\d{4}(-?)\d\d\1\d\d(?!\d)/;
/** Languages of month names. No name is another month in two of them. */
const locales = ['en', 'de', 'es', 'fr'];

/** Reads ISO 8601, or a format, to which a time may be added; undefined for anything else. */
function readDate(written: string, format: string, zone: string): DateTime | undefined {
	const options = { zone, setZone: true };
	if (isoDate.test(written)) {
		const iso = DateTime.fromISO(written.toUpperCase(), options);
		const date = iso.isValid ? iso : DateTime.fromSQL(written, options);
		if (date.isValid) return date;
	}
	// Files drop zeros: 4/5/1985.
	const day = format.replace(/\b([dMHh])\1\b/g, '$1');
	for (const whole of [day, `${day} H:mm`, `${day} H:mm:ss`]) {
		for (const locale of locales) {
			const date = DateTime.fromFormat(written, whole, { ...options, locale });
			if (date.isValid) return date;
		}
	}
	return undefined;
}

/** Orders of a date's numbers, and dates with the name of a month. */
const numericDates = ['dd/MM/Y', 'MM/dd/Y', 'Y/MM/dd'];
const namedDates = [
	...['dd MMMM Y', 'dd MMM Y', 'MMMM dd, Y', 'MMM dd, Y', 'dd-MMM-Y', 'dd. MMMM Y'],
	"dd 'de' MMMM 'de' Y",
];

/**
 * The usual formats that read a text, as a day that isn't in the future if it's a birthday. Others aren't
 * tried, since luxon takes long for each.
 */
function formatsOf(written: string, type: FieldType): string[] {
	const signs = ['/', '-', '.'].filter((sign) => written.includes(sign));
	const numeric = signs.flatMap((sign) => numericDates.map((one) => one.replaceAll('/', sign)));
	const named = /\p{L}{3}/u.test(written) ? namedDates : [];
	const hours = [' h:mm a', ' h:mm:ss a', ', h:mm a', ', h:mm:ss a'];
	const times = /m\.?$/i.test(written) ? ['', ...hours] : [''];
	const year = /\d{4}/.test(written) ? 'yyyy' : 'yy';
	return [...numeric, ...named]
		.map((order) => order.replace('Y', year))
		.flatMap((day) => times.map((time) => day + time))
		.filter((format) => {
			const date = readDate(written, format, 'utc');
			return date && (type !== day || Number(date) < Date.now());
		});
}

/** A value as text, which is ISO 8601 for a date of JavaScript or luxon. */
function textOfDate(value: unknown): string {
	// A luxon object from the expression engine may come from another copy of the library.
	const isLuxon = isObject(value) && typeof value.toISO === 'function';
	const plain = isLuxon ? (value as unknown as DateTime).toISO() : value;
	if (plain instanceof Date) return DateTime.fromJSDate(plain, { zone: 'utc' }).toISO() ?? '';
	return typeof plain === 'string' || typeof plain === 'number' ? String(plain).trim() : '';
}

/** Whether a value is a day without a time. */
export function isDateAlone(value: unknown): boolean {
	const written = textOfDate(value);
	return written !== '' && !/:\d|\dT\d|\d{9}/i.test(written);
}

/** How databases and spreadsheets write no date: zeros, or the first day that they know. */
const zeros = /^[0/.: TZ-]+$/;
const firstDays = new Set<unknown>(['0001-01-01', '1753-01-01', '1899-12-30', '1900-01-01']);

/** Undefined for an export's empty one. @throws InputError with the formats that read it */
function dateIn(
	zone: string,
	value: unknown,
	context: ConversionContext,
	type: FieldType,
): DateTime | undefined {
	const written = textOfDate(value);
	if (zeros.test(written)) return undefined;
	const chosen = context.option?.(dateFormat) ?? usualFormat;
	// Someone who writes points or the month first may mean another day with points.
	const formats = /\.|^M/.test(chosen) ? [chosen] : [chosen, usualFormat];
	const [date] = formats.flatMap((format) => readDate(written, format, zone) ?? []);
	if (date) return firstDays.has(date.toISODate()) ? undefined : date;
	const { example = '' } = type;
	const known = formatsOf(written, type).join(' or ');
	if (!known) throw wrongFormat(value, 'a date', example);
	throw new InputError(wrongValue.dateFormat({ value: quote(value), example, formats: known }));
}

/** A point in time, sent with its offset. */
export const dateTime: FieldType = {
	form: { type: 'dateTime', default: '' },
	example: '2026-03-29T09:30',
	format: 'ISO 8601 date and time',
	convert: (value, context) =>
		dateIn(context.timezone, value, context, dateTime)?.toISO({ suppressMilliseconds: true }),
};

/** A birthday, sent as noon in UTC: the same day in zones up to eleven hours away. */
export const day: FieldType = {
	form: { type: 'dateTime', default: '' },
	example: '1985-04-23',
	format: 'ISO 8601 date, with or without a time',
	convert(value, context) {
		const zone = isDateAlone(value) ? 'utc' : context.timezone;
		const date = dateOfNumber(value, context) ?? dateIn(zone, value, context, day);
		if (!date) return undefined;
		const born = dayOf(date, value, context);
		if (Date.parse(born) <= Date.now() + firstZone) return `${born}T12:00:00Z`;
		throw new InputError(wrongValue.futureDay({ value: quote(value) }));
	},
};

/** A day begins 14 hours before UTC in the first time zone, in milliseconds. */
const firstZone = 14 * 3_600_000;

/** Years of the oldest guest: smaller numbers aren't days of a spreadsheet. */
const oldest = 120;

/** The date of a spreadsheet's day number, if a guest can be born then. */
function dateOfNumber(value: unknown, context: ConversionContext): DateTime | undefined {
	const days = textOfDate(value);
	if (!/^\d{4,5}(?:\.\d+)?$/.test(days)) return undefined;
	const date = DateTime.utc(1899, 12, 30).plus({ days: Math.trunc(Number(days)) });
	const now = DateTime.utc();
	if (date > now || date < now.minus({ years: oldest })) return undefined;
	context.listInHint?.(valueHint.dayNumbers, `${quote(value)} to ${date.toISODate()}`);
	return date;
}

/** The day that a date names. A moment in UTC may be another day here. */
function dayOf(date: DateTime, value: unknown, { timezone }: ConversionContext): string {
	const one = String(date.toISODate());
	if (date.zoneName !== 'UTC' || isMidnight(date)) return one;
	const here = date.setZone(timezone);
	const other = String(here.toISODate());
	if (one === other) return one;
	// A database column arrives as the workflow's midnight, in UTC.
	if (isMidnight(here)) return other;
	throw new InputError(wrongValue.ambiguousDate({ value: quote(value), one, other }));
}

function isMidnight(date: DateTime): boolean {
	return +date === +date.startOf('day');
}
