import fc from 'fast-check';
import { groupReadings, type ItemReading } from '../../../nodes/CrmMessaging/run/group';
import type { BatchLimit } from '../../../nodes/CrmMessaging/run/operation';
import { forAll } from './rule';

const divisible: BatchLimit = { maxPerRequest: 1000, entries: 'contacts' };
const indivisible: BatchLimit = {
	...divisible,
	indivisible: ({ sender }) => `share “${sender as string}”`,
};

/** Items of few senders, each with some entries, numbered so that every entry can be told apart. */
const readingsOf = (fewest: number) =>
	fc
		.array(
			fc.record({
				sender: fc.constantFrom('Aurora', 'Boreal', 'Cierzo'),
				count: fc.integer({ min: fewest, max: 9 }),
			}),
			{ maxLength: 12 },
		)
		.map((items): ItemReading[] =>
			items.map(({ sender, count }, item) => ({
				item,
				envelope: { sender, options: { nested: [sender] } },
				entries: Array.from({ length: count }, (_, place) => ({
					item,
					place,
					data: { entry: `${item}.${place}` },
				})),
			})),
		);
const most = fc.integer({ min: 1, max: 12 });
const nameOf = ({ data }: { data: { entry?: unknown } }) => data.entry;
const keyOf = ({ envelope }: { envelope: object }) => JSON.stringify(envelope);

describe('items that are sent together', () => {
	it('lose no entry and send none twice', () => {
		forAll(readingsOf(1), most, (readings, limit) => {
			const { batches, refused } = groupReadings(readings, divisible, limit);
			const sent = batches.flatMap(({ entries }) => entries.map(nameOf));
			const given = readings.flatMap(({ entries }) => entries.map(nameOf));
			expect([...sent].sort()).toEqual([...given].sort());
			expect(refused).toEqual([]);
		});
	});

	it('keep their order among those of the same envelope', () => {
		forAll(readingsOf(1), most, (readings, limit) => {
			const { batches } = groupReadings(readings, divisible, limit);
			for (const key of new Set(readings.map(keyOf))) {
				const own = <T extends { envelope: object; entries: ItemReading['entries'] }>(
					all: T[],
				) =>
					all
						.filter((one) => keyOf(one) === key)
						.flatMap(({ entries }) => entries.map(nameOf));
				expect(own(batches)).toEqual(own(readings));
			}
		});
	});

	it('fill every request up to the limit and no further', () => {
		forAll(readingsOf(1), most, (readings, limit) => {
			const { batches } = groupReadings(readings, divisible, limit);
			for (const key of new Set(readings.map(keyOf))) {
				const sizes = batches
					.filter((batch) => keyOf(batch) === key)
					.map(({ entries }) => entries.length);
				expect(sizes.slice(0, -1).every((size) => size === limit)).toBe(true);
				expect(sizes.at(-1)).toBeLessThanOrEqual(limit);
			}
		});
	});

	it('travel with their own envelope only, and are named by their request in order', () => {
		forAll(readingsOf(1), most, (readings, limit) => {
			for (const batch of groupReadings(readings, divisible, limit).batches) {
				const items = [...new Set(batch.entries.map(({ item }) => item))];
				expect(batch.items).toEqual(items);
				expect(items).toEqual([...items].sort((one, other) => one - other));
				for (const item of items) {
					expect(readings[item]?.envelope).toEqual(batch.envelope);
				}
			}
		});
	});

	it('go out in the order of the first item of each envelope', () => {
		forAll(readingsOf(1), most, (readings, limit) => {
			const { batches } = groupReadings(readings, divisible, limit);
			expect([...new Set(batches.map(keyOf))]).toEqual([...new Set(readings.map(keyOf))]);
		});
	});
});

describe('items that cannot be divided', () => {
	it('are sent in one request or refused whole, also those without an entry', () => {
		forAll(readingsOf(0), most, (readings, limit) => {
			const { batches, refused } = groupReadings(readings, indivisible, limit);
			const outcomes = [...batches, ...refused].map(({ items }) => items);
			for (const key of new Set(readings.map(keyOf))) {
				const own = readings.filter((one) => keyOf(one) === key);
				const items = own.map(({ item }) => item);
				const count = own.flatMap(({ entries }) => entries).length;
				expect(outcomes).toContainEqual(items);
				const isRefused = refused.some((one) => one.items[0] === items[0]);
				expect(isRefused).toBe(count > limit);
			}
			expect(outcomes.flat()).toHaveLength(readings.length);
		});
	});

	it('are refused with how many they are and why', () => {
		const entries = Array.from({ length: 1001 }, (_, place) => ({ item: 0, place, data: {} }));
		const reading = { item: 0, envelope: { sender: 'Aurora' }, entries };
		const [refusal] = groupReadings([reading], indivisible, 1000).refused;
		expect(refusal?.error.sentence()).toBe('1,001 contacts share “Aurora”');
		expect(refusal?.items).toEqual([0]);
	});
});
