import { DateTime } from 'luxon';
import {
	dateFormat,
	dateTime,
	day,
	isDateAlone,
} from '../../../nodes/CrmMessaging/fields/types/date';
import type { FieldType } from '../../../nodes/CrmMessaging/fields/field';
import { itReads, itReadsData, reading, resultOf } from './kind';

describe('a point in time', () => {
	itReads(
		dateTime,
		`
		2026-04-23T10:15:00+02:00 ← 2026-04-23T10:15 · 2026-04-23 10:15 · 2026-04-23T10:15:00 · 20260423T1015 · 2026-04-23t10:15
		2026-04-23T10:15:00+02:00 ← 23.04.2026 10:15 · 23.4.2026 10:15:00 · 2026-04-23T10:15+02:00
		2026-04-23T09:05:00+02:00 ← 23.04.2026 9:05
		2026-04-23T10:15:30.500+02:00 ← 2026-04-23 10:15:30,5 +0200 · 2026-04-23T10:15:30.500+02:00
		2026-04-23T10:15:00Z ← 2026-04-23T10:15Z · 2026-04-23 10:15:00Z
		2026-04-23T10:15:00-05:00 ← 2026-04-23T10:15-05:00 · 2026-04-23 10:15 -05 · 2026-04-23 10:15 -0500
		2026-04-23T00:00:00+02:00 ← 2026-04-23 · 20260423 · 23.04.2026 · 23.4.2026
		nothing ← 0000-00-00 · 0000-00-00 00:00:00 · 0/0/00 · 00.00.0000 · 0001-01-01 · 0001-01-01T00:00:00Z · 1753-01-01 · 0
		nothing ← 1900-01-01 · 1900-01-01T00:00:00.000Z · 01.01.1900 · 1899-12-30
		✗ dateFormat ← 04/05/2026 · 4/5/2026 · 24/12/2026 · 12/24/2026 · 04-05-2026 · 2026/04/23 · 2026-4-23 · 1/1/1900
		✗ dateFormat ← 23 April 2026 · April 23, 2026 · 23-Apr-2026 · 23. Dezember 2026 · 23 de abril de 2026 · 23 avril 2026
		✗ dateFormat ← 12/24/2026 9:05 pm · 24/12/2026 09:05 · 23.04.26 · 23/04/26 · 4/5/26 · 2026-04-23 9:05
		✗ wrongFormat ← 2026-02-30 · 2026-13-01 · 30.02.2026 · 31.04.2026 · 2026-02-30T10:00
		✗ wrongFormat ← 2026-113 · 2026-W17-4 · 23. 4. 2026 · 1/0/1900 · 1900-01-00
		✗ wrongFormat ← tomorrow · 2026 · 2026-03 · 202603 · 10:00 · 31160 · 1774771200000 · 1774771200 · 23rd April 2026
		✗ wrongFormat ← 2026-03-29T25:00 · 2026-03-29T10:60 · 03/14 · true
		2026-03-29T03:30:00+02:00 ← 2026-03-29T02:30 · 29.03.2026 02:30 · 2026-03-29T03:30 · 2026-03-29T03:30:00+02:00
		`,
	);

	itReadsData(dateTime, [
		[new Date('2026-04-23T08:15:00Z'), '2026-04-23T08:15:00Z'],
		[
			DateTime.fromISO('2026-04-23T10:15', { zone: 'Europe/Berlin' }),
			'2026-04-23T10:15:00+02:00',
		],
		[['2026-04-23T10:15Z'], '2026-04-23T10:15:00Z'],
		[20260423, '2026-04-23T00:00:00+02:00'],
		[0, 'nothing'],
		[31160, '✗ wrongFormat'],
		[1774771200000, '✗ wrongFormat'],
		[new Date(NaN), '✗ invalidDate'],
		[DateTime.invalid('none'), '✗ invalidDate'],
		[{ toISO: '2026-04-23' }, '✗ wrongFormat'],
		[true, '✗ wrongFormat'],
	]);

	it('without a time is known as such', () => {
		const alone = ['2026-03-29', ' 20260329 ', '29.3.2026', '03/29/2026'];
		const others = ['2026-03-29T00:00', '29.03.2026 00:00', new Date(), null];
		expect([...alone, ...others].filter(isDateAlone)).toEqual(alone);
	});
});

describe('a birthday', () => {
	itReads(
		day,
		`
		1985-04-23T12:00:00Z ← 1985-04-23 · 23.04.1985 · 23.4.1985 · 19850423 · 31160 · 31160.0 · 31160.5
		1985-04-23T12:00:00Z ← 1985-04-23 00:00:00 · 1985-04-23T00:00:00 · 1985-04-23T18:30 · 1985-04-23T00:00:00.000Z
		1985-04-23T12:00:00Z ← 1985-04-22T22:00Z · 1985-04-22T22:00:00.000Z · 1985-04-22T22:00:00+00:00 · 1985-04-23T12:00:00Z
		1985-04-22T12:00:00Z ← 1985-04-22T18:00:00-04:00 · 1985-04-22T22:00:00 · 1985-04-22T23:59:59+02:00
		1927-05-17T12:00:00Z ← 9999
		nothing ← 0000-00-00 · 0001-01-01 · 1900-01-01 · 0/0/00 · 0
		✗ ambiguousDate ← 1985-04-22T23:30Z
		✗ dateFormat ← 04/05/1985 · 23 April 1985 · 23.04.85 · 4/5/85
		✗ wrongFormat ← 23.04.58 · 23-Apr-58
		✗ futureDay ← 2185-04-23 · 23.4.2185
		✗ wrongFormat ← 1985-02-29 · 29.2.1985
		✗ wrongFormat ← 1985 · 2026 · 99999 · 03/14 · --03-14 · 14.3. · 482371200000 · 482371200
		`,
	);

	itReadsData(day, [
		[31160, '1985-04-23T12:00:00Z'],
		[new Date('1985-04-22T22:00:00Z'), '1985-04-23T12:00:00Z'],
		[DateTime.fromISO('1985-04-23', { zone: 'America/New_York' }), '1985-04-23T12:00:00Z'],
		[1985, '✗ wrongFormat'],
		[99999, '✗ wrongFormat'],
		[482371200000, '✗ wrongFormat'],
	]);

	it('can be tomorrow where it already is, and no later day', () => {
		jest.useFakeTimers({ now: new Date('2026-03-29T10:30:00Z') });
		expect(resultOf(day, '2026-03-30')).toBe('2026-03-30T12:00:00Z');
		expect(resultOf(day, '2026-03-31')).toBe('✗ futureDay');
		jest.setSystemTime(new Date('2026-03-29T09:30:00Z'));
		expect(resultOf(day, '2026-03-30')).toBe('✗ futureDay');
		jest.useRealTimers();
	});

	it('can be today, and a day number of 120 years ago, but not older', () => {
		const now = DateTime.utc();
		expect(resultOf(day, now.toISODate())).toBe(`${now.toISODate()}T12:00:00Z`);
		const begin = DateTime.utc(1899, 12, 30);
		const daysTo = (years: number) => Math.trunc(now.minus({ years }).diff(begin).as('days'));
		expect(reading(day, daysTo(119)).hints).toEqual(['dayNumbers']);
		for (const years of [121, -1]) expect(resultOf(day, daysTo(years))).toBe('✗ wrongFormat');
	});
});

describe('Date Format', () => {
	const as = (format: string) => ({ dateFormat: format });

	const tables: Array<[format: string, type: FieldType, table: string]> = [
		[
			'dd/MM/yyyy',
			day,
			`
			1985-05-04T12:00:00Z ← 04/05/1985 · 4/5/1985 · 04/05/1985 00:00 · 1985-05-04 · 1985-05-04T00:00
			1985-04-23T12:00:00Z ← 31160 · 23/04/1985 · 23.04.1985
			nothing ← 00/00/0000 · 0000-00-00
			✗ dateFormat ← 12/24/1985
			`,
		],
		['MM.dd.yyyy', day, '✗ dateFormat ← 23.04.1985'],
		['ddMMyyyy', day, '1985-04-23T12:00:00Z ← 23041985 · 1985-04-23'],
		['d MMMM yyyy', day, '1985-04-23T12:00:00Z ← 23 April 1985 · 23 abril 1985'],
		['MM/dd/yyyy h:mm a', dateTime, '2026-12-24T21:05:00+01:00 ← 12/24/2026 09:05 pm'],
		['dd/MM/yyyy', dateTime, '2026-12-24T21:05:00+01:00 ← 24/12/2026 21:05:00'],
	];
	for (const [format, type, table] of tables) itReads(type, table, as(format));

	itReads(
		dateFormat.type,
		`
		dd/MM/yyyy ← dd/MM/yyyy
		d MMM yy ← d MMM yy
		MM/dd/yyyy h:mm a ← MM/dd/yyyy h:mm a
		✗ wrongFormat ← DD/MM/YYYY · yyyy-dd-MM · dd/mm/yyyy · dd/MM · yyyy · foo · x
		`,
	);

	/** What the error of a value advises. */
	const advised = (value: unknown) =>
		/option Date Format to (.*)\.$/
			.exec(reading(dateTime, value).refused?.advice ?? '')?.[1]
			?.split(' or ') ?? [];

	it.each([
		['04/05/2026', ['dd/MM/yyyy', 'MM/dd/yyyy']],
		['24/12/2026 09:05', ['dd/MM/yyyy']],
		['12/24/2026 9:05 pm', ['MM/dd/yyyy h:mm a']],
		['12/24/2026, 9:05:00 PM', ['MM/dd/yyyy, h:mm:ss a']],
		['2026-12-24 9:05', ['yyyy-MM-dd']],
		['4-5-26', ['dd-MM-yy', 'MM-dd-yy']],
		['2026/04/23', ['yyyy/MM/dd']],
		['23 April 2026', ['dd MMMM yyyy']],
		['Apr 23, 2026', ['MMM dd, yyyy']],
		['23 de abril de 2026', ["dd 'de' MMMM 'de' yyyy"]],
	])('is named by the error of %s, and reads it', (value, formats) => {
		expect(advised(value)).toEqual(formats);
		for (const format of formats) {
			expect(resultOf(dateFormat.type, format)).toBe(format);
			expect(resultOf(dateTime, value, as(format))).toMatch(/^2026-\d\d-\d\dT/);
		}
	});

	it('is looked for among few, since a file may have thousands of such dates', () => {
		const tries = jest.spyOn(DateTime, 'fromFormat');
		advised('24/12/2026 09:05');
		expect(tries.mock.calls.length).toBeLessThan(100);
		tries.mockRestore();
	});

	it('needn’t be known: a date is read as the error’s example', () => {
		const { advice = '' } = reading(dateTime, '04/05/2026').refused ?? {};
		const [, example] = /like (\S+),/.exec(advice) ?? [];
		expect(resultOf(dateTime, example)).toBe('2026-03-29T09:30:00+02:00');
	});
});
