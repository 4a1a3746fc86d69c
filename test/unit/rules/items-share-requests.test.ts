import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { contactUpsert } from '../../../nodes/CrmMessaging/actions/contact/upsert.operation';
import { purchaseUpsert } from '../../../nodes/CrmMessaging/actions/purchase/upsert.operation';
import {
	groupRows,
	planCalls,
	smallRequestsHint,
} from '../../../nodes/CrmMessaging/engine/send/planCalls';
import { runHint } from '../../../nodes/CrmMessaging/catalogue/runs';
import { Call, type Row } from '../../../nodes/CrmMessaging/engine/row';
import { purchase } from './memory-bench';
import { rowOf } from './rows';
import { forAll } from './rule';

/** An item: its sender and its number of entries. */
type Item = [sender: string, count: number];

/** Items of a few senders, each with some entries. */
const items: fc.Arbitrary<Item[]> = fc.array(
	fc.tuple(fc.constantFrom('Aurora', 'Boreal', 'Cierzo'), fc.integer({ min: 1, max: 9 })),
	{ maxLength: 12 },
);
const most = fc.integer({ min: 1, max: 12 });
const envelopeOf = (sender: string) => ({ sender, options: { nested: [sender] } });
const rowsOfItem = ([sender, count]: Item, item: number): Row[] => {
	const envelope = envelopeOf(sender);
	return Array.from({ length: count }, (_, position) => rowOf(item, {}, { position, envelope }));
};

function bySender<T extends Pick<Row, 'envelope'>>(all: readonly T[]): Map<unknown, T[]> {
	const senders = new Set(all.map(({ envelope }) => envelope.sender));
	return new Map(
		[...senders].map((one) => [one, all.filter(({ envelope }) => envelope.sender === one)]),
	);
}

describe('items that are sent together', () => {
	it('keep their order and fill each request, with nothing lost or duplicated', () => {
		forAll(items, most, (inputs, maxPerRequest) => {
			const all = inputs.flatMap(rowsOfItem);
			const calls = planCalls(groupRows(all, contactUpsert), contactUpsert, maxPerRequest);
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

it('the contacts of a purchase are sent in one request, or refused as a whole', () => {
	forAll(fc.nat(12), most, (count, maxPerRequest) => {
		const row = purchase('R-1', [0], count);
		const calls = planCalls(groupRows([row], purchaseUpsert), purchaseUpsert, maxPerRequest);
		const isTooLarge = count > maxPerRequest;
		expect([row.status, calls.length]).toEqual(isTooLarge ? ['invalid', 0] : ['ready', 1]);
	});
});

describe('items in separate requests', () => {
	const hintFor = (envelopes: IDataObject[], requests = envelopes.length) => {
		const groups = envelopes.map((envelope, item) => new Call(envelope, [rowOf(item)]));
		const options = { maxPerRequest: 1000, preview: 'off' } as const;
		return smallRequestsHint(contactUpsert, groups, requests, options);
	};

	it.each<[key: string, first: IDataObject, other?: IDataObject]>([
		['sender', { sender: 'Aurora' }, { sender: 'Boreal' }],
		['sender', { sender: 'Aurora' }],
		['inner', { outer: { inner: [1] } }, { outer: { inner: [2] } }],
		['outer', { outer: { inner: 1 } }],
	])('have a hint that names only the key that differs: %s', (key, first, other = {}) => {
		const envelopes = [other, first, ...Array<IDataObject>(10).fill(other)];
		const all = envelopes.map((one) => ({ same: ['a'], ...one }));
		const words = { all: '12 contacts', went: 'went', requests: '12', labels: `“${key}”` };
		expect(hintFor(all)).toEqual(runHint.smallRequests(words));
		// A few are normal, and so are many of a small batch size.
		expect(hintFor(all.slice(0, 10))).toBeUndefined();
		expect(hintFor(all.slice(0, 1), 12)).toBeUndefined();
	});
});
