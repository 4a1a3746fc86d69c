import fc from 'fast-check';
import { DateTime } from 'luxon';
import { valueHint, valueProblem, wrongValue } from '../../../nodes/CrmMessaging/catalogue/values';
import { dateTime, day, isDateAlone } from '../../../nodes/CrmMessaging/fields/types/date';
import {
	converted,
	convertedWithHints,
	forAll,
	forMany,
	itRefuses,
	noScalars,
	notA,
	refusalOf,
} from './rule';

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const minute = 60_000;
// Before 1975 some zones have offsets with seconds, which ISO 8601 can't express.
const [from, to] = [Date.UTC(1975, 0, 1), Date.UTC(2037, 11, 31)];
/** For birthdays. */
const past = fc.integer({ min: from / 1000, max: Date.UTC(2025, 0) / 1000 }).map((at) => at * 1000);
const wallClock = fc.integer({ min: from / 1000, max: to / 1000 }).map((second) => second * 1000);
const written = (wall: number) => new Date(wall).toISOString().slice(0, 19);
const twoDigits = (value: number) => String(value).padStart(2, '0');

/** An offset such as `+05:30`, in minutes and as text. */
const offset = fc.integer({ min: -14 * 60, max: 14 * 60 }).map((minutes) => {
	const size = Math.abs(minutes);
	const text = `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
	return { minutes, text };
});

const read = (value: unknown, zone?: string) => {
	const { sent, hints } = convertedWithHints(dateTime, value, zone);
	return { sent: sent as string, hints };
};

function shownAt(instant: number, timeZone: string): string {
	const style = { dateStyle: 'short', timeStyle: 'medium' } as const;
	return new Intl.DateTimeFormat('sv-SE', { timeZone, ...style }).format(instant);
}

describe('a date and time', () => {
	it('keeps its moment and its offset in any zone', () => {
		forAll(wallClock, offset, zones, zones, (wall, { minutes, text }, zone, other) => {
			const { sent, hints } = read(written(wall) + text, zone);
			expect(Date.parse(sent)).toBe(wall - minutes * minute);
			expect(sent.replace(/Z$/, '+00:00')).toBe(written(wall) + text);
			expect(hints).toEqual([]);
			for (const input of [new Date(wall), DateTime.fromMillis(wall, { zone: other })]) {
				expect(Date.parse(read(input, zone).sent)).toBe(wall);
			}
		});
	});

	it('without an offset is read in the workflow’s zone, with a hint if a clock change skips it', () => {
		forMany(300, wallClock, zones, (wall, zone) => {
			const { sent, hints } = read(written(wall), zone);
			expect(sent).toMatch(/(Z|[+-]\d\d:\d\d)$/);
			const shown = shownAt(Date.parse(sent), zone).replace(' ', 'T');
			// A time that a clock change skips is read with the offset before the change.
			const gaps = hints.length === 0 ? [0] : [60, 30, 120, 24 * 60];
			expect(gaps.map((gap) => written(wall + gap * minute))).toContain(shown);
		});
		const sent = '2026-03-29T03:30:00+02:00';
		for (const input of ['2026-03-29 02:30', '29.03.2026 02:30']) {
			const hints = [
				valueHint.timeSkipped({ value: `“${input}”`, zone: 'Europe/Madrid', read: sent }),
			];
			expect(read(input)).toEqual({ sent, hints });
		}
	});

	it('that a clock change repeats is one of both', () => {
		const both = ['2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00'];
		expect(both).toContain(read('2026-10-25T02:30').sent);
	});

	it.each<[zone: string, input: unknown, sent: string]>([
		['America/New_York', new Date('2026-03-29T01:00Z'), '2026-03-28T21:00:00-04:00'],
		['Europe/Madrid', '2026-03-29T02:30:00', '2026-03-29T03:30:00+02:00'],
		['Europe/Madrid', '2026-03-29 10:15:30,5 +0200', '2026-03-29T10:15:30.500+02:00'],
		['Europe/Madrid', '2026-03-29t10:15 -05', '2026-03-29T10:15:00-05:00'],
		['UTC', '20260329T101530+0200', '2026-03-29T10:15:30+02:00'],
		['UTC', '2026w137 10:15', '2026-03-29T10:15:00Z'],
		['UTC', '2026-W13', '2026-03-23T00:00:00Z'],
		['UTC', '2026-088T10:15Z', '2026-03-29T10:15:00Z'],
		['Europe/Madrid', '2026-03-29T10 +23:59', '2026-03-29T10:00:00+23:59'],
		['Europe/Madrid', ' 4.7.2026, 9:05:07 ', '2026-07-04T09:05:07+02:00'],
		['Europe/Madrid', '4. 7. 2026', '2026-07-04T00:00:00+02:00'],
		['Europe/Madrid', '24.12.2026T09:00Z', '2026-12-24T09:00:00Z'],
		['Europe/Madrid', '24.12.2026 09:00 -0500', '2026-12-24T09:00:00-05:00'],
		['Europe/Madrid', '24.12.2026 09:00 pm', '2026-12-24T21:00:00+01:00'],
		['UTC', '12/24/2026 12:05 AM', '2026-12-24T00:05:00Z'],
		['UTC', '29/03/2026', '2026-03-29T00:00:00Z'],
		['UTC', '05-05-2026', '2026-05-05T00:00:00Z'],
		['UTC', '2026-3-29', '2026-03-29T00:00:00Z'],
		['UTC', '2026/04/03 9:00', '2026-04-03T09:00:00Z'],
		['UTC', '2026-12-24 9:00', '2026-12-24T09:00:00Z'],
		['UTC', '24. Dezember 2026', '2026-12-24T00:00:00Z'],
		['UTC', 'Dec 24, 2026', '2026-12-24T00:00:00Z'],
		['UTC', '24 Dec 2026, 9:00 pm', '2026-12-24T21:00:00Z'],
		['UTC', '4 de sept. de 2026', '2026-09-04T00:00:00Z'],
		['UTC', '1er août 2026', '2026-08-01T00:00:00Z'],
		['UTC', 20261224, '2026-12-24T00:00:00Z'],
		['Europe/Madrid', 46380.375, '2026-12-24T09:00:00+01:00'],
	])('in %s, written %s, is sent as %s', (zone, input, sent) => {
		expect(read(input, zone).sent).toBe(sent);
	});

	it('isn’t confused with a date without a time', () => {
		const alone = ['2026-03-29', ' 20260329 ', '2026-W13-7', '2026088', '29. 3. 2026'];
		expect([...alone, 46380].filter((input) => !isDateAlone(input))).toEqual([]);
		const others = ['2026-03-29T00:00', '29.03.2026 00:00', '3/4/26', '', 7, new Date(), null];
		expect(others.filter(isDateAlone)).toEqual([]);
	});

	it('is rejected, not rolled over, if the day doesn’t exist', () => {
		const number = (min: number, max: number) => fc.integer({ min, max });
		forMany(300, number(1900, 2025), number(0, 14), number(0, 33), (year, month, date) => {
			// A spreadsheet's day 0, which is no date at all.
			if (year === 1900 && month === 1 && date === 0) return;
			const input = `${year}-${twoDigits(month)}-${twoDigits(date)}`;
			const read = new Date(Date.UTC(year, month - 1, date)).toISOString();
			const exists = read.startsWith(input);
			const dotted = `${twoDigits(date)}.${twoDigits(month)}.${year}`;
			const ways = [input, dotted, `${date}.${month}.${year}`, `${year}/${month}/${date}`];
			const accepted = [dateTime, day].flatMap((type) =>
				ways.map((way) => refusalOf(type, way) === undefined),
			);
			expect(new Set(accepted)).toEqual(new Set([exists]));
		});
	});

	const others = [
		...noScalars.filter((value) => !(value instanceof Date)),
		...'tomorrow 2026-03 202603 2026-W54 2026-W13-8 2026-000 2026366 10:00 a2026-03-29'.split(
			' ',
		),
		...['24 Foo 2026', '24 Dec 26'],
		...'2026-03-29T25:00 2026-03-29T10:60 2026-03-29T 2026-03-29T10:00+2'.split(' '),
		// A short year fits any century, and a small number may be a year.
		...'3/4/26 24.12.26 4.7.80 24.12.2026T 31/12-1985 1985 9999'.split(' '),
		'24.12.2026 9',
		'24.12.2026 13:00 pm',
		'24.12.2026 9:00 10:00',
		1985,
		'2026-03-29T10:00:00+99:99',
		'2026-03-29T10:00:00+24:00',
		'2026-03-29T10:00-01:60',
		'',
		1774771200000,
		true,
		null,
		new Date(NaN),
		DateTime.invalid('none'),
		{ toISO: '2026-03-29' },
	];
	const date = 'a date in a known format';
	const example = '2026-03-29T09:30 or 29.03.2026 09:30';
	itRefuses(dateTime, others, notA(date, example));
	itRefuses(day, others, notA(date, '1985-04-23 or 23.04.1985'));
});

describe('a day', () => {
	it('stays the same calendar day in any zone and format', () => {
		const end = fc.oneof(offset, fc.constantFrom({ text: '' }, { text: 'Z' }));
		forMany(300, past, zones, zones, end, (wall, luxonZone, zone, { text: suffix }) => {
			const input = written(wall).slice(0, 10);
			expect(converted(day, input, zone)).toBe(`${input}T12:00:00Z`);
			expect(converted(day, `${input}T00:00${suffix}`, zone)).toBe(`${input}T12:00:00Z`);
			const inWorkflow = shownAt(wall, zone);
			const isDateColumn = suffix === 'Z' && inWorkflow.endsWith('00:00:00');
			const sent = String(converted(day, written(wall) + suffix, zone));
			expect(sent.slice(0, 10)).toBe(isDateColumn ? inWorkflow.slice(0, 10) : input);
			const [, month, date] = input.split('-').map(Number);
			const dotted = `${date}.${month}.${input.slice(0, 4)}`;
			expect(converted(day, dotted, zone)).toBe(`${input}T12:00:00Z`);
			const luxon = DateTime.fromMillis(wall, { zone: luxonZone });
			expect(String(converted(day, luxon, zone)).slice(0, 10)).toBe(luxon.toISODate());
		});
	});

	it('is read in the workflow’s zone if the moment is midnight there, as databases return dates', () => {
		forMany(300, past, zones, (wall, zone) => {
			const midnight = DateTime.fromISO(written(wall).slice(0, 10), { zone });
			const sent = `${midnight.startOf('day').toISODate()}T12:00:00Z`;
			const instant = midnight.startOf('day').toJSDate();
			// Midnight in UTC is the day in UTC, whatever the workflow's zone.
			const inUtc = instant.toISOString();
			const named = inUtc.endsWith('T00:00:00.000Z')
				? `${inUtc.slice(0, 10)}T12:00:00Z`
				: sent;
			for (const input of [instant, inUtc, inUtc.replace('Z', '+00:00')]) {
				expect(converted(day, input, zone)).toBe(named);
			}
		});
		expect(converted(day, '1985-04-22T22:00:00.000Z')).toBe('1985-04-23T12:00:00Z');
		// A time without an offset, or with the offset of another zone, keeps its own day.
		expect(converted(day, '1985-04-22T22:00:00')).toBe('1985-04-22T22:00:00Z');
		expect(converted(day, '1985-04-22T18:00:00-04:00')).toBe('1985-04-22T18:00:00-04:00');
	});
});

describe('a date with slashes or hyphens', () => {
	const number = (min: number, max: number) => fc.integer({ min, max });

	it('is read if it can be one day only, and refused with both if it can be two', () => {
		const mark = fc.constantFrom('/', '-');
		forAll(number(1900, 2025), number(1, 31), number(1, 31), mark, (year, one, other, by) => {
			const days = [
				[one, other],
				[other, one],
			].map(([month = 0, date = 0]) => `${year}-${twoDigits(month)}-${twoDigits(date)}`);
			const real = [...new Set(days)].filter((written) => DateTime.fromISO(written).isValid);
			const input = `${one}${by}${other}${by}${year}`;
			const [only, second] = real;
			const refused = refusalOf(day, input);
			if (only && !second) return expect(converted(day, input)).toBe(`${only}T12:00:00Z`);
			expect(refused?.code).toBe(second ? 'ambiguousDate' : 'wrongDay');
			for (const one of second ? real : []) expect(refused?.text).toContain(one);
		});
	});
});

describe('a date from a spreadsheet or a database', () => {
	it('may be the number of a day, with a hint', () => {
		for (const input of [31160, '31160']) {
			const counted: string[] = [];
			const countInHint = (_: unknown, example: string) => void counted.push(example);
			const sent = day.convert(input, { timezone: 'Europe/Madrid', countInHint });
			expect([sent, ...counted]).toEqual(['1985-04-23T12:00:00Z', '“31160” to 1985-04-23']);
		}
	});

	it.each(['0/0/00', '0.0.00', '00-00-0000', '0000-00-00', '0000-00-00 00:00:00', '1/0/1900', 0])(
		'is empty if it is %s',
		(input) => {
			expect(converted(day, input)).toBeUndefined();
			expect(converted(dateTime, input)).toBeUndefined();
		},
	);

	it.each(['03/14', '--07-04', '14.3.'])(
		'is left out of a birthday without a year: %s',
		(input) => {
			const hints = [valueHint.dayWithoutYear({ value: `“${input}”` })];
			expect(convertedWithHints(day, input)).toEqual({ sent: undefined, hints });
		},
	);

	it('is refused as a birthday in the future', () => {
		const inDays = (days: number) => DateTime.utc().plus({ days }).toISODate();
		expect(converted(day, inDays(0))).toBe(`${inDays(0)}T12:00:00Z`);
		for (const input of [inDays(3), '2185-04-23', '23.4.2185']) {
			expect(refusalOf(day, input)).toEqual(
				wrongValue.wrongDay({ value: `“${input}”`, problem: valueProblem.future }),
			);
		}
	});
});
