import fc from 'fast-check';
import { matchRows } from '../../../nodes/CrmMessaging/engine/match';
import { recipientNamed } from '../../../nodes/CrmMessaging/engine/recipient';
import type { Row } from '../../../nodes/CrmMessaging/engine/row';
import { rowOf } from './rows';
import { forAll, forMany } from './rule';
import { processorTime } from '../../processor-time';

type Names = Partial<Record<'user_id' | 'email' | 'phone', string>>;

const key = <T extends string>(...values: T[]) =>
	fc.option(fc.constantFrom(...values), { nil: '', freq: 2 });
/** Few names, so that guests share them, and some have none. */
const names: fc.Arbitrary<Names> = fc.record({
	user_id: key('u1', 'u2', 'u3'),
	email: key('a@b.example', 'c@d.example'),
	phone: key('1', '2'),
});
/** Two rows an item; each stands where it is in the list. */
const rowAt = (given: Names, at: number): Row =>
	rowOf(at >> 1, {}, { position: at % 2, recipient: recipientNamed(given) });
const placeOf = ({ item, position }: Row) => `${item}/${position}`;
const isNamed = ({ recipient }: Row) => Object.keys(recipient).length > 0;

/** Said once more, and otherwise than in the rule. */
function isSameGuest(one: Row, other: Row): boolean {
	const [left, right] = [one, other].map(({ recipient }) => new Map(Object.entries(recipient)));
	if (!isNamed(one) && !isNamed(other)) return placeOf(one) === placeOf(other);
	const shared = ['user_id', 'email', 'phone'].find(
		(type) => left!.has(type) && right!.has(type),
	);
	return shared !== undefined && left!.get(shared) === right!.get(shared);
}

it('a recipient has the names that are not empty, without spaces around them', () => {
	const given = { user_id: ' g 1 ', email: ' ', phone: 346, vip: true, tag: null };
	expect(recipientNamed(given)).toEqual({ user_id: 'g 1', phone: '346' });
});

describe('who was reached in an earlier try', () => {
	const lists = fc.tuple(fc.array(names, { maxLength: 12 }), fc.array(names, { maxLength: 12 }));

	it('is found at most once, and is never taken for another guest', () => {
		forMany(1000, lists, ([before, after]) => {
			const [earlier, now] = [before.map(rowAt), after.map(rowAt)];
			const found = [...matchRows(earlier, now)];
			expect(new Set(found.map(([, row]) => row)).size).toBe(found.length);
			for (const [row, was] of found) {
				expect([now.includes(row), earlier.includes(was)]).toEqual([true, true]);
				expect(isSameGuest(row, was)).toBe(true);
			}
			// No one of both is left who is the same guest.
			const left = earlier.filter((one) => !found.some(([, was]) => was === one));
			const open = now.filter((one) => !found.some(([row]) => row === one));
			expect(left.filter((one) => open.some((other) => isSameGuest(one, other)))).toEqual([]);
		});
	});

	it('is found at his own item and place, or else in order, where several are alike, or have no name', () => {
		const alike = fc.tuple(names, fc.uniqueArray(fc.nat(15)), fc.uniqueArray(fc.nat(15)));
		forAll(alike, ([given, ...lists]) => {
			const [earlier, now] = lists.map((all) =>
				[...all].sort((a, b) => a - b).map((at) => rowAt(given, at)),
			);
			const found = matchRows(earlier!, now!);
			const places = new Set(earlier!.map(placeOf));
			const [stayed, moved] = [true, false].map((isKnown) =>
				now!.filter((row) => places.has(placeOf(row)) === isKnown),
			);
			for (const row of stayed!) expect(placeOf(found.get(row)!)).toBe(placeOf(row));
			const before = moved!.flatMap((row) => found.get(row) ?? []);
			const order = before.map((row) => earlier!.indexOf(row));
			expect(order).toEqual([...order].sort((a, b) => a - b));
		});
	});

	it.each([
		['at his own place', 1, 1],
		['as the first of all, where he has left it', 7, 0],
	])('is found %s where several have his user ID, and other names now', (_, from, to) => {
		const earlier = [rowAt({ user_id: 'u1', email: 'a@b.example' }, from)];
		const now = [0, 1].map((at) => rowAt({ user_id: 'u1', phone: `${at}` }, at));
		expect([...matchRows(earlier, now)]).toEqual([[now[to], earlier[0]]]);
	});

	const many = Array.from({ length: 20_000 }, (_, at) => at);
	it.each<[string, (at: number) => Names, (at: number) => Names, number]>([
		['are all equal', () => ({ phone: '1' }), () => ({ phone: '1' }), 19_999],
		[
			'share an address, and have other user ids now',
			(at) => ({ user_id: `u${at}`, email: 'a@b.example' }),
			(at) => ({ user_id: `v${at}`, email: 'a@b.example' }),
			0,
		],
	])('is found in no time among 20,000 that %s', (_, before, after, count) => {
		const elapsed = processorTime();
		// One place further on, so that no place helps but for what is equal.
		const now = many.map((at) => rowAt(after(at), at + 20_001));
		expect(
			matchRows(
				many.slice(1).map((at) => rowAt(before(at), at)),
				now,
			).size,
		).toBe(count);
		expect(elapsed()).toBeLessThan(5000);
	});
});
