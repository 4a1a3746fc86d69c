import fc from 'fast-check';
import { divideGroups, groupReadings } from '../../../nodes/CrmMessaging/engine/batches';
import type { Batch, BatchLimit, ItemReading } from '../../../nodes/CrmMessaging/engine/operation';
import { forAll } from './rule';

const divisible: BatchLimit = { maxPerRequest: 1000, entries: 'contacts' };
const indivisible: BatchLimit = {
	...divisible,
	indivisible: ({ sender }) => `share “${sender as string}”`,
};

/** Items of few senders, each with some entries, numbered so that every entry can be told apart. */
const readingsOf = (min: number) =>
	fc
		.array(
			fc.tuple(fc.constantFrom('Aurora', 'Boreal', 'Cierzo'), fc.integer({ min, max: 9 })),
			{ maxLength: 12 },
		)
		.map((items) => items.map(([sender, count], item) => reading(item, sender, count)));
const most = fc.integer({ min: 1, max: 12 });

function reading(item: number, sender: string, count: number): ItemReading {
	const entries = Array.from({ length: count }, (_, place) => ({
		item,
		place,
		data: {},
		recipient: [],
	}));
	return { item, envelope: { sender, options: { nested: [sender] } }, entries };
}

/** What belongs to each sender, in the order of the senders' first items. */
function bySender<T extends Pick<Batch, 'envelope'>>(all: T[]): Map<unknown, T[]> {
	const senders = new Set(all.map(({ envelope }) => envelope.sender));
	return new Map(
		[...senders].map((one) => [one, all.filter(({ envelope }) => envelope.sender === one)]),
	);
}

describe('items that are sent together', () => {
	it('are in order, fill each request of their envelope, and lose and double nothing', () => {
		forAll(readingsOf(1), most, (readings, limit) => {
			const { batches, refused } = divideGroups(groupReadings(readings), divisible, limit);
			expect(refused).toEqual([]);
			expect([...bySender(batches).keys()]).toEqual([...bySender(readings).keys()]);
			for (const [sender, own] of bySender(batches)) {
				const given = bySender(readings)
					.get(sender)
					?.flatMap(({ entries }) => entries);
				expect(own.flatMap(({ entries }) => entries)).toEqual(given);
				const sizes = own.map(({ entries }) => entries.length);
				expect(sizes.slice(0, -1).every((size) => size === limit)).toBe(true);
				expect(sizes.at(-1)).toBeLessThanOrEqual(limit);
			}
			for (const { envelope, entries, items } of batches) {
				expect(items).toEqual([...new Set(entries.map(({ item }) => item))]);
				for (const item of items) expect(envelope).toEqual(readings[item]?.envelope);
			}
		});
	});
});

describe('items that cannot be divided', () => {
	it('are sent in one request or refused whole, also those without an entry', () => {
		forAll(readingsOf(0), most, (readings, limit) => {
			const { batches, refused } = divideGroups(groupReadings(readings), indivisible, limit);
			const all = [...bySender(readings).values()].map((own) => ({
				items: own.map(({ item }) => item),
				count: own.flatMap(({ entries }) => entries).length,
			}));
			const itemsOf = (groups: Array<{ items: number[] }>) =>
				groups.map(({ items }) => items);
			expect(itemsOf(refused)).toEqual(itemsOf(all.filter(({ count }) => count > limit)));
			expect(itemsOf(batches)).toEqual(itemsOf(all.filter(({ count }) => count <= limit)));
		});
	});

	it('are refused with how many they are and why', () => {
		const [refusal] = divideGroups(
			groupReadings([reading(0, 'Aurora', 1001)]),
			indivisible,
			1000,
		).refused;
		expect(refusal?.error.sentence()).toBe('1,001 contacts share “Aurora”');
	});
});
