import fc from 'fast-check';
import { RecipientIndex } from '../../../nodes/CrmMessaging/callbacks/callback';
import type { SentRow } from '../../../nodes/CrmMessaging/engine/earlierTry';
import { matchRows } from '../../../nodes/CrmMessaging/engine/memory';
import { recipientNamed } from '../../../nodes/CrmMessaging/engine/recipient';
import type { Row } from '../../../nodes/CrmMessaging/engine/row';
import { rowOf, forAll, forMany } from './rule';

type Names = Partial<Record<'user_id' | 'device_id', string>>;

/** Few names, so that targets share them, and some have none. */
const names: fc.Arbitrary<Names> = fc.oneof(
	fc.record({ user_id: fc.constantFrom('1', '2', '3') }),
	fc.record({ device_id: fc.constantFrom('1', '2') }),
	fc.constant({}),
);
/** Two rows per item, in the order of the list. */
const rowAt = (identifiers: Names, index: number): Row =>
	rowOf(index >> 1, {}, { position: index % 2, recipient: recipientNamed(identifiers) });
/** The same row, as it was sent in an earlier try. */
const sentAt = (identifiers: Names, index: number) => sent(rowAt(identifiers, index));
const sent = (row: Row): SentRow => ({ ...row, outcome: { is: 'accepted', results: [] } });
type Placed = Pick<Row, 'items' | 'position' | 'recipient'>;
const placeOf = ({ items, position }: Placed) => `${items[0]}/${position}`;
/** Of any type: the type may have been corrected. */
const idOf = (row: Placed) => Object.values(row.recipient)[0] ?? placeOf(row);
const keyOf = (row: Placed) => JSON.stringify([Object.keys(row.recipient), idOf(row)]);

it('a recipient has all identifiers that aren’t empty, trimmed', () => {
	const identifiers = { user_id: ' g 1 ', email: ' ', phone: 346, vip: true, tag: null };
	expect(recipientNamed(identifiers)).toEqual({ user_id: 'g 1', phone: '346' });
});

it('a contact is found by its email, although another guest with that email came later', () => {
	const index = new RecipientIndex();
	const one = { recipient: recipientNamed({ email: 'a@b.es' }) };
	index.add(one);
	index.add({ recipient: recipientNamed({ user_id: '1', email: 'a@b.es' }) });
	expect(index.find(recipientNamed({ user_id: '2', email: 'a@b.es' }))).toBe(one);
});

describe('a recipient of an earlier try', () => {
	const lists = fc.tuple(fc.array(names, { maxLength: 12 }), fc.array(names, { maxLength: 12 }));

	it('is matched at most once, and never with another target', () => {
		forMany(1000, lists, ([before, after]) => {
			const [earlier, now] = [before.map(sentAt), after.map(rowAt)];
			const found = [...matchRows(earlier, now)];
			expect(new Set(found.map(([, row]) => row)).size).toBe(found.length);
			for (const [row, was] of found) {
				expect([now.includes(row), earlier.includes(was)]).toEqual([true, true]);
				expect(idOf(row)).toBe(idOf(was));
			}
			// No two unmatched rows are the same target.
			const left = earlier.filter((one) => !found.some(([, was]) => was === one));
			const open = now.filter((one) => !found.some(([row]) => row === one)).map(idOf);
			expect(left.filter((one) => open.includes(idOf(one)))).toEqual([]);
			// A target of another type takes no one's place.
			const mixed = found.filter(([row, was]) => keyOf(row) !== keyOf(was));
			for (const [row, was] of mixed) {
				expect(found.filter(([other]) => keyOf(other) === keyOf(was)).length).toBe(
					now.filter((other) => keyOf(other) === keyOf(was)).length,
				);
				expect(earlier.filter((other) => keyOf(other) === keyOf(row)).length).toBe(
					found.filter(([, other]) => keyOf(other) === keyOf(row)).length,
				);
			}
		});
	});

	it('is matched at the same item and position, or else in order, if several are equal or unnamed', () => {
		const alike = fc.tuple(names, fc.uniqueArray(fc.nat(15)), fc.uniqueArray(fc.nat(15)));
		forAll(alike, ([identifiers, ...lists]) => {
			const [before, now] = lists.map((all) =>
				[...all].sort((a, b) => a - b).map((index) => rowAt(identifiers, index)),
			);
			const earlier = before!.map(sent);
			const found = matchRows(earlier, now!);
			const places = new Set(earlier.map(placeOf));
			const [stayed, moved] = [true, false].map((isKnown) =>
				now!.filter((row) => places.has(placeOf(row)) === isKnown),
			);
			for (const row of stayed!) expect(placeOf(found.get(row)!)).toBe(placeOf(row));
			const order = moved!.flatMap((row) => {
				const one = found.get(row);
				return one ? [earlier.indexOf(one)] : [];
			});
			expect(order).toEqual([...order].sort((a, b) => a - b));
		});
	});
});
