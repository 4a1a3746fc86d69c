import fc from 'fast-check';
import { batchesOf } from '../../../nodes/CrmMessaging/engine/row';
import { rowOf } from './rows';
import { forAll } from './rule';

const senders = fc.array(fc.constantFrom('Aurora', 'Boreal', 'Cierzo'), { maxLength: 60 });

it('items with equal envelopes share requests: in order, filled, with nothing lost or duplicated', () => {
	forAll(senders, fc.integer({ min: 1, max: 12 }), (all, maxPerRequest) => {
		const rows = all.map((sender, item) =>
			rowOf(item, {}, { envelope: { sender, options: { nested: [sender] } } }),
		);
		const batches = batchesOf(rows, maxPerRequest);
		expect([...new Set(batches.map(({ envelope }) => envelope.sender))]).toEqual([
			...new Set(all),
		]);
		for (const sender of new Set(all)) {
			const own = batches.filter(({ envelope }) => envelope.sender === sender);
			expect(own.flatMap((batch) => batch.rows)).toEqual(
				rows.filter(({ envelope }) => envelope.sender === sender),
			);
			const sizes = own.map((batch) => batch.rows.length);
			expect(sizes.slice(0, -1).every((size) => size === maxPerRequest)).toBe(true);
			expect(sizes.at(-1)).toBeLessThanOrEqual(maxPerRequest);
		}
	});
});
