import fc from 'fast-check';
import { contactUpsert } from '../../../nodes/CrmMessaging/actions/contact/upsert.operation';
import { purchaseUpsert } from '../../../nodes/CrmMessaging/actions/purchase/upsert.operation';
import { wrongContact } from '../../../nodes/CrmMessaging/catalogue/contacts';
import { runHint } from '../../../nodes/CrmMessaging/catalogue/runs';
import {
	groupRows,
	planCalls,
	smallRequestsHint,
} from '../../../nodes/CrmMessaging/engine/send/planCalls';
import { Call, itemsOf, type Row } from '../../../nodes/CrmMessaging/engine/row';
import { rowOf } from './rows';
import { forAll } from './rule';

const limit = { maxPerRequest: 1000, entries: 'contacts' };
const divisible = { ...contactUpsert, limit };
const indivisible = {
	...purchaseUpsert,
	limit: {
		...limit,
		indivisible: ({ sender }: Row['envelope'], contacts: string) =>
			wrongContact.purchaseTooLarge({ contacts, code: sender as string, most: '1,000' }),
	},
};

/** An item: its sender and its number of entries. */
type Item = [sender: string, count: number];

/** Items of a few senders, each with some entries. */
const itemsWith = (min: number): fc.Arbitrary<Item[]> =>
	fc.array(fc.tuple(fc.constantFrom('Aurora', 'Boreal', 'Cierzo'), fc.integer({ min, max: 9 })), {
		maxLength: 12,
	});
const most = fc.integer({ min: 1, max: 12 });
const envelopeOf = (sender: string) => ({ sender, options: { nested: [sender] } });
const rowsOfItem = ([sender, count]: Item, item: number): Row[] => {
	const envelope = envelopeOf(sender);
	return Array.from({ length: count }, (_, position) => rowOf(item, {}, { position, envelope }));
};
/** An item whose entries can't be split. */
const indivisibleRow = (source: Item, item: number): Row =>
	rowOf(item, {}, { envelope: envelopeOf(source[0]), parts: rowsOfItem(source, item) });

function bySender<T extends Pick<Row, 'envelope'>>(all: readonly T[]): Map<unknown, T[]> {
	const senders = new Set(all.map(({ envelope }) => envelope.sender));
	return new Map(
		[...senders].map((one) => [one, all.filter(({ envelope }) => envelope.sender === one)]),
	);
}

describe('items that are sent together', () => {
	it('keep their order and fill each request, with nothing lost or duplicated', () => {
		forAll(itemsWith(1), most, (inputs, maxPerRequest) => {
			const all = inputs.flatMap(rowsOfItem);
			const calls = planCalls(groupRows(all, divisible), divisible, maxPerRequest);
			expect(all.filter(({ status }) => status !== 'ready')).toEqual([]);
			expect([...bySender(calls).keys()]).toEqual([...bySender(all).keys()]);
			for (const [sender, senderCalls] of bySender(calls)) {
				const sent = senderCalls.flatMap(({ rows }) => rows);
				expect(new Set(sent).size).toBe(sent.length);
				expect(sent).toEqual(bySender(all).get(sender));
				const sizes = senderCalls.map(({ rows }) => rows.length);
				expect(sizes.slice(0, -1).every((size) => size === maxPerRequest)).toBe(true);
				expect(sizes.at(-1)).toBeLessThanOrEqual(maxPerRequest);
			}
			for (const { envelope, rows, items } of calls) {
				expect(items).toEqual([...new Set(rows.map(({ item }) => item))]);
				for (const item of items) expect(envelope).toEqual(envelopeOf(inputs[item]![0]));
			}
		});
	});
});

describe('items that can’t be split', () => {
	it('are sent in one request or rejected as a whole, also without entries', () => {
		forAll(itemsWith(0), most, (inputs, maxPerRequest) => {
			const all = [...bySender(inputs.map(indivisibleRow)).values()].map((rows) => ({
				items: itemsOf(rows),
				count: rows.flatMap(({ parts }) => parts).length,
			}));
			const groups = groupRows(inputs.map(indivisibleRow), indivisible);
			const calls = planCalls(groups, indivisible, maxPerRequest);
			const refused = groups.filter(({ rows: [row] }) => row?.status === 'invalid');
			for (const [found, isLarge] of [[refused, true] as const, [calls, false] as const]) {
				const wanted = all.filter(({ count }) => count > maxPerRequest === isLarge);
				expect(found.map(({ items, entries }) => [items, entries.length])).toEqual(
					wanted.map(({ items, count }) => [items, count]),
				);
			}
		});
	});
});

describe('items in separate requests', () => {
	it.each<[why: string, key: string, first: object, other?: object]>([
		['differ in a key', 'sender', { sender: 'Aurora' }, { sender: 'Boreal' }],
		['differ in a key that some lack', 'sender', { sender: 'Aurora' }],
		['differ within an object', 'inner', { outer: { inner: [1] } }, { outer: { inner: [2] } }],
		['differ in an object that some lack', 'outer', { outer: { inner: 1 } }],
	])('%s, and the hint names only that key', (_, key, first, other = {}) => {
		const envelopes = Array.from({ length: 12 }, (_row, index) =>
			index === 5 ? first : other,
		);
		const groups = envelopes.map((different, item) => {
			const envelope = { same: ['a'], ...different };
			return new Call(envelope, [rowOf(item, {}, { envelope })]);
		});
		const options = { maxPerRequest: 1000, preview: 'off' } as const;
		const hint = smallRequestsHint({ ...divisible, properties: [] }, groups, 12, options);
		expect(hint).toEqual(
			runHint.smallRequests({
				all: '12 contacts',
				went: 'went',
				requests: '12',
				labels: `“${key}”`,
			}),
		);
		expect(smallRequestsHint(divisible, groups.slice(0, 1), 12, options)).toBeUndefined();
		// No hint for a chosen batch size, or if each purchase is one request.
		const one = { ...options, maxPerRequest: 1 };
		expect(smallRequestsHint(divisible, groups, 12, one)).toBeUndefined();
		expect(smallRequestsHint(purchaseUpsert, groups, 12, options)).toBeUndefined();
	});
});
