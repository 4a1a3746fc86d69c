import { divideByText } from '../../../nodes/CrmMessaging/engine/batches';
import type { Batch, BatchLimit } from '../../../nodes/CrmMessaging/engine/operation';

const limit: BatchLimit = { maxPerRequest: 1000, entries: 'contacts' };
const million = 1_000_000;

/** Contacts of so many million characters each, one an item; the text of equal ones is shared. */
const batchOf = (sizes: number[], envelope = {}): Batch => ({
	envelope,
	entries: sizes.map((size, item) => ({
		item,
		place: 0,
		recipient: [],
		data: { notes: ['x'.repeat(size * million)] },
	})),
	items: sizes.map((_, item) => item),
});
/** The items of each request, and what is said of those that cannot be sent. */
function divided(
	batch: Batch,
	own = limit,
): { sent: number[][]; refused: Record<string, number[]> } {
	const { batches, refused } = divideByText([batch], own);
	return {
		sent: batches.map(({ items }) => items),
		refused: Object.fromEntries(refused.map(({ items, error }) => [error.sentence(), items])),
	};
}
const tooLarge = (size: number) =>
	`Input Item has ${size} million characters, which is more than one request can hold; shorten its texts`;

describe('a body that is larger than V8 can hold as one text', () => {
	it.each([
		[[30, 30, 1], [[0, 1, 2]]],
		[
			[30, 30, 30],
			[[0, 1], [2]],
		],
		[
			[40, 40, 40],
			[[0], [1], [2]],
		],
	])('goes in parts, in order, none of which is (%j)', (sizes, sent) => {
		expect(divided(batchOf(sizes))).toEqual({ sent, refused: {} });
	});

	it('is refused where it cannot be divided, with its size, and the others are sent', () => {
		expect(divided(batchOf([70]))).toEqual({ sent: [], refused: { [tooLarge(70)]: [0] } });
		expect(divided(batchOf([1, 70]))).toEqual({
			sent: [[0]],
			refused: { [tooLarge(70)]: [1] },
		});
		const whole = { ...limit, indivisible: () => 'share a purchase' };
		const both = { sent: [], refused: { [tooLarge(80)]: [0, 1] } };
		expect(divided(batchOf([40, 40]), whole)).toEqual(both);
		const message = { message_holder: 'x'.repeat(70 * million) };
		expect(divided(batchOf([0], message)).refused).toEqual({ [tooLarge(70)]: [0] });
	});
});
