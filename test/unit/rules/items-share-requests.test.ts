import fc from 'fast-check';
import { contactUpsert } from '../../../nodes/CrmMessaging/actions/contact/upsert.operation';
import { purchaseUpsert } from '../../../nodes/CrmMessaging/actions/purchase/upsert.operation';
import { runHint } from '../../../nodes/CrmMessaging/catalogue/runs';
import { wrongContact } from '../../../nodes/CrmMessaging/catalogue/contacts';
import {
	groupRows,
	planCalls,
	smallRequestsHint,
} from '../../../nodes/CrmMessaging/engine/planCalls';
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
			wrongContact.purchaseTooLarge(contacts, sender as string, '1,000'),
	},
};

/** An item: its sender, and how many entries it has. */
type Item = [sender: string, count: number];

/** Items of few senders, each with some entries. */
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
/** An item whose entries are parts of one thing. */
const wholeOf = (given: Item, item: number): Row =>
	rowOf(item, {}, { envelope: envelopeOf(given[0]), parts: rowsOfItem(given, item) });

function bySender<T extends Pick<Row, 'envelope'>>(all: readonly T[]): Map<unknown, T[]> {
	const senders = new Set(all.map(({ envelope }) => envelope.sender));
	return new Map(
		[...senders].map((one) => [one, all.filter(({ envelope }) => envelope.sender === one)]),
	);
}

describe('items that are sent together', () => {
	it('are in order, fill each request of their envelope, and lose and double nothing', () => {
		forAll(itemsWith(1), most, (given, maxPerRequest) => {
			const all = given.flatMap(rowsOfItem);
			const calls = planCalls(groupRows(all, divisible), divisible, maxPerRequest);
			expect(all.filter(({ status }) => status !== 'ready')).toEqual([]);
			expect([...bySender(calls).keys()]).toEqual([...bySender(all).keys()]);
			for (const [sender, own] of bySender(calls)) {
				const sent = own.flatMap(({ rows }) => rows);
				expect(new Set(sent).size).toBe(sent.length);
				expect(sent).toEqual(bySender(all).get(sender));
				const sizes = own.map(({ rows }) => rows.length);
				expect(sizes.slice(0, -1).every((size) => size === maxPerRequest)).toBe(true);
				expect(sizes.at(-1)).toBeLessThanOrEqual(maxPerRequest);
			}
			for (const { envelope, rows, items } of calls) {
				expect(items).toEqual([...new Set(rows.map(({ item }) => item))]);
				for (const item of items) expect(envelope).toEqual(envelopeOf(given[item]![0]));
			}
		});
	});
});

describe('items that cannot be divided', () => {
	it('are sent in one request or refused whole, also those without an entry', () => {
		forAll(itemsWith(0), most, (given, maxPerRequest) => {
			const all = [...bySender(given.map(wholeOf)).values()].map((own) => ({
				items: itemsOf(own),
				count: own.flatMap(({ parts }) => parts).length,
			}));
			const groups = groupRows(given.map(wholeOf), indivisible);
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

	it('are refused with how many they are and why', () => {
		const row = wholeOf(['Aurora', 1001], 0);
		planCalls(groupRows([row], indivisible), indivisible, 1000);
		const { code, text } = wrongContact.purchaseTooLarge('1,001', 'Aurora', '1,000');
		expect(row.failure).toMatchObject({ code, message: text });
	});
});

describe('items in requests of their own', () => {
	it.each<[why: string, key: string, first: object, other?: object]>([
		['differ in a key', 'sender', { sender: 'Aurora' }, { sender: 'Boreal' }],
		['differ in one that some lack', 'sender', { sender: 'Aurora' }],
		['differ within an object', 'inner', { outer: { inner: [1] } }, { outer: { inner: [2] } }],
		['differ in an object that some lack', 'outer', { outer: { inner: 1 } }],
	])('%s, which the hint names alone', (_, key, first, other = {}) => {
		const envelopes = Array.from({ length: 12 }, (_row, at) => (at === 5 ? first : other));
		const groups = envelopes.map((own, item) => {
			const envelope = { same: ['a'], ...own };
			return new Call(envelope, [rowOf(item, {}, { envelope })]);
		});
		const options = { maxPerRequest: 1000, preview: 'off' } as const;
		const hint = smallRequestsHint({ ...divisible, properties: [] }, groups, 12, options);
		expect(hint).toEqual(runHint.smallRequests('12 contacts', 'went', '12', `“${key}”`));
		expect(smallRequestsHint(divisible, groups.slice(0, 1), 12, options)).toBeUndefined();
		// As many as a person chose, or as many as there are purchases.
		const one = { ...options, maxPerRequest: 1 };
		expect(smallRequestsHint(divisible, groups, 12, one)).toBeUndefined();
		expect(smallRequestsHint(purchaseUpsert, groups, 12, options)).toBeUndefined();
	});
});
