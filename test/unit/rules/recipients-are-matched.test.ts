import fc from 'fast-check';
import { matchRenamed, matchRows } from '../../../nodes/CrmMessaging/engine/match';
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
/** Two rows per item, in the order of the list. */
const rowAt = (identifiers: Names, index: number): Row =>
	rowOf(index >> 1, {}, { position: index % 2, recipient: recipientNamed(identifiers) });
const placeOf = ({ item, position }: Row) => `${item}/${position}`;
const isNamed = ({ recipient }: Row) => Object.keys(recipient).length > 0;

/** The rule again, written in another way. */
function isSameGuest(one: Row, other: Row): boolean {
	const [left, right] = [one, other].map(({ recipient }) => new Map(Object.entries(recipient)));
	if (!isNamed(one) && !isNamed(other)) return placeOf(one) === placeOf(other);
	const shared = ['user_id', 'email', 'phone'].find(
		(type) => left!.has(type) && right!.has(type),
	);
	return shared !== undefined && left!.get(shared) === right!.get(shared);
}

it('a recipient has all identifiers that aren’t empty, trimmed', () => {
	const identifiers = { user_id: ' g 1 ', email: ' ', phone: 346, vip: true, tag: null };
	expect(recipientNamed(identifiers)).toEqual({ user_id: 'g 1', phone: '346' });
});

describe('a recipient of an earlier try', () => {
	const lists = fc.tuple(fc.array(names, { maxLength: 12 }), fc.array(names, { maxLength: 12 }));

	it('is matched at most once, and never with another guest', () => {
		forMany(1000, lists, ([before, after]) => {
			const [earlier, now] = [before.map(rowAt), after.map(rowAt)];
			const found = [...matchRows(earlier, now)];
			expect(new Set(found.map(([, row]) => row)).size).toBe(found.length);
			for (const [row, was] of found) {
				expect([now.includes(row), earlier.includes(was)]).toEqual([true, true]);
				expect(isSameGuest(row, was)).toBe(true);
			}
			// No two unmatched rows are the same guest.
			const left = earlier.filter((one) => !found.some(([, was]) => was === one));
			const open = now.filter((one) => !found.some(([row]) => row === one));
			expect(left.filter((one) => open.some((other) => isSameGuest(one, other)))).toEqual([]);
		});
	});

	it('is matched at the same item and position, or else in order, if several are equal or unnamed', () => {
		const alike = fc.tuple(names, fc.uniqueArray(fc.nat(15)), fc.uniqueArray(fc.nat(15)));
		forAll(alike, ([identifiers, ...lists]) => {
			const [earlier, now] = lists.map((all) =>
				[...all].sort((a, b) => a - b).map((index) => rowAt(identifiers, index)),
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
		['at the same position', 1, 1],
		['with the first one, if none has its position', 7, 0],
	])('is matched %s if several have the same user ID and new identifiers', (_, from, to) => {
		const earlier = [rowAt({ user_id: 'u1', email: 'a@b.example' }, from)];
		const now = [0, 1].map((index) => rowAt({ user_id: 'u1', phone: `${index}` }, index));
		expect([...matchRows(earlier, now)]).toEqual([[now[to], earlier[0]]]);
	});

	it('is unclear if it shares one of several items with a recipient that wasn’t found', () => {
		const earlier = Object.assign(rowOf(0), { content: 'before' });
		const now = Object.assign(rowOf(0), { content: 'now', items: [0, 4] });
		expect(matchRenamed([earlier], [now])).toEqual({ found: new Map(), unclear: [now] });
	});

	const many = Array.from({ length: 20_000 }, (_, index) => index);
	it.each<[string, (index: number) => Names, (index: number) => Names, number]>([
		['are all equal', () => ({ phone: '1' }), () => ({ phone: '1' }), 19_999],
		[
			'share an email, and have new user IDs',
			(index) => ({ user_id: `u${index}`, email: 'a@b.example' }),
			(index) => ({ user_id: `v${index}`, email: 'a@b.example' }),
			0,
		],
	])('is matched quickly among 20,000 that %s', (_, before, after, count) => {
		const elapsed = processorTime();
		// Shifted by one, so that positions help only if all are equal.
		const now = many.map((index) => rowAt(after(index), index + 20_001));
		expect(
			matchRows(
				many.slice(1).map((index) => rowAt(before(index), index)),
				now,
			).size,
		).toBe(count);
		expect(elapsed()).toBeLessThan(5000);
	});
});
