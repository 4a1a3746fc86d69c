import fc from 'fast-check';
import { DateTime } from 'luxon';
import { dateTime, day } from '../../../nodes/CrmMessaging/fields/types/date';
import { instantsOf, offsetAt } from './intl-clock';
import { converted, forAll, forMany, noScalars, refusalOf } from './rule';

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const minute = 60_000;
const hour = 60 * minute;
const dayLength = 24 * hour;
// Before 1975 some zones have offsets with seconds, which ISO 8601 cannot write.
const [from, to] = [Date.UTC(1975, 0, 1), Date.UTC(2037, 11, 31)];
const wallClock = fc.integer({ min: from / 1000, max: to / 1000 }).map((second) => second * 1000);
const written = (wall: number) => new Date(wall).toISOString().slice(0, 19);
const offset = fc.integer({ min: -14 * 60, max: 14 * 60 });

/** `+05:30` of 330. */
function offsetText(minutes: number): string {
	const two = (value: number) => String(value).padStart(2, '0');
	const size = Math.abs(minutes);
	return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const instantOf = (type: typeof dateTime, value: unknown, zone?: string) =>
	Date.parse(converted(type, value, zone) as string);

describe('a date and time', () => {
	it('with an offset keeps its moment and its offset, whatever the zone', () => {
		forAll(wallClock, offset, zones, (wall, minutes, zone) => {
			const given = written(wall) + offsetText(minutes);
			const sent = converted(dateTime, given, zone) as string;
			expect(Date.parse(sent)).toBe(wall - minutes * minute);
			expect(sent.replace(/Z$/, '+00:00')).toBe(given.replace('-00:00', '+00:00'));
		});
	});

	it('without an offset is read in the zone of the workflow', () => {
		forMany(300, wallClock, zones, (wall, zone) => {
			const instants = instantsOf(wall, zone);
			// In a gap of the clock luxon goes on as if the clock had not been changed yet.
			const expected = instants.length ? instants : [wall - offsetAt(wall - dayLength, zone)];
			expect(expected).toContain(instantOf(dateTime, written(wall), zone));
		});
	});

	it.each<[string, string, string[]]>([
		['Europe/Madrid', '2026-03-29T02:30:00', ['2026-03-29T03:30:00+02:00']],
		[
			'Europe/Madrid',
			'2026-10-25T02:30:00',
			['2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00'],
		],
		['America/New_York', '2026-03-08 02:15', ['2026-03-08T03:15:00-04:00']],
		['Europe/Madrid', '2026-03-29', ['2026-03-29T00:00:00+01:00']],
	])('in %s, %s is one of %j at a change of the clock', (zone, given, sent) => {
		expect(sent).toContain(converted(dateTime, given, zone));
	});

	it('may be a date object or one of luxon, which keeps its moment', () => {
		forAll(wallClock, zones, zones, (wall, zone, other) => {
			expect(instantOf(dateTime, new Date(wall), zone)).toBe(wall);
			const luxon = DateTime.fromMillis(wall, { zone: other });
			expect(instantOf(dateTime, luxon, zone)).toBe(wall);
		});
	});

	it('says its offset in what is sent', () => {
		forAll(wallClock, zones, (wall, zone) => {
			expect(converted(dateTime, written(wall), zone)).toMatch(/(Z|[+-]\d\d:\d\d)$/);
		});
	});

	it('is refused when the day does not exist, instead of being rolled over', () => {
		const parts = fc.tuple(
			fc.integer({ min: 1900, max: 2100 }),
			fc.integer({ min: 0, max: 14 }),
			fc.integer({ min: 0, max: 33 }),
		);
		forMany(300, parts, ([year, month, dayOfMonth]) => {
			const two = (value: number) => String(value).padStart(2, '0');
			const given = `${year}-${two(month)}-${two(dayOfMonth)}`;
			const date = new Date(Date.UTC(year, month - 1, dayOfMonth));
			const exists = date.toISOString().startsWith(given);
			for (const type of [dateTime, day]) {
				expect(refusalOf(type, given) === undefined).toBe(exists);
			}
		});
	});

	it.each([
		...noScalars.filter((value) => !(value instanceof Date)),
		...[
			'',
			'tomorrow',
			'29/03/2026',
			'2026-3-29',
			'2026-03',
			'2026-W13-7',
			'2026-088',
			'10:00',
		],
		...['2026-03-29T25:00', '2026-03-29T10:60', '2026-03-29T', '2026-03-29T10:00+2'],
		...['2026-03-29T10:00:00+99:99', '2026-03-29T10:00:00+24:00', '2026-03-29T10:00-01:60'],
		...[1774771200000, 1774771200, true, null, new Date(NaN), DateTime.invalid('none')],
	])('%p is refused', (value) => {
		expect(refusalOf(dateTime, value)).toMatch(/is not a date in ISO 8601|does not exist/);
		expect(refusalOf(day, value)).toMatch(/is not a date in ISO 8601|does not exist/);
	});
});

describe('a day', () => {
	it('stays the same calendar day, whatever the zone and however it is written', () => {
		const suffix = fc.oneof(fc.constant(''), fc.constant('Z'), offset.map(offsetText));
		forMany(300, wallClock, zones, suffix, fc.boolean(), (wall, zone, end, withTime) => {
			const given = withTime ? written(wall) + end : written(wall).slice(0, 10);
			const sent = converted(day, given, zone) as string;
			expect(sent.slice(0, 10)).toBe(given.slice(0, 10));
		});
	});

	it('without a time is sent as midnight UTC', () => {
		forAll(wallClock, zones, (wall, zone) => {
			const given = written(wall).slice(0, 10);
			expect(converted(day, given, zone)).toBe(`${given}T00:00:00Z`);
		});
	});

	it('of luxon stays the day it is in its own zone', () => {
		forAll(wallClock, zones, zones, (wall, own, zone) => {
			const given = DateTime.fromMillis(wall, { zone: own });
			const sent = converted(day, given, zone) as string;
			expect(sent.slice(0, 10)).toBe(given.toISODate());
		});
	});
});
