import { readRetryAfter } from '../../../nodes/CrmMessaging/service/limiter';

const now = Date.parse('2026-11-21T10:15:00Z');

it.each<[header: unknown, milliseconds: number | undefined]>([
	['7', 7000],
	[' 120 ', 120_000],
	['Sat, 21 Nov 2026 10:15:30 GMT', 30_000],
	['Sat, 21 Nov 2026 10:00:00 GMT', 0],
	['1000000000', 1_000_000_000_000],
	['-5', 0],
	['Fri, 31 Dec 9999 23:59:59 GMT', Date.parse('9999-12-31T23:59:59Z') - now],
	['12a', undefined],
	['a12', undefined],
	['soon', undefined],
	['', undefined],
	[undefined, undefined],
	[7, undefined],
	[['7'], undefined],
])('Retry-After: %p asks for a pause of %p milliseconds', (header, milliseconds) => {
	expect(readRetryAfter(header, now)).toBe(milliseconds);
});
