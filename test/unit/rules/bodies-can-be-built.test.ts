import { contactUpsert } from '../../../nodes/CrmMessaging/actions/contact/upsert.operation';
import { purchaseUpsert } from '../../../nodes/CrmMessaging/actions/purchase/upsert.operation';
import { wrongSetting } from '../../../nodes/CrmMessaging/catalogue/runs';
import type { Operation } from '../../../nodes/CrmMessaging/engine/operation';
import { groupRows, planCalls } from '../../../nodes/CrmMessaging/engine/planCalls';
import type { Row } from '../../../nodes/CrmMessaging/engine/row';
import { rowOf } from './rows';

const million = 1_000_000;

/** Contacts of so many million characters each, one an item; the text of equal ones is shared. */
const rowsOfSizes = (sizes: number[], envelope = {}): Row[] =>
	sizes.map((size, item) => rowOf(item, { notes: ['x'.repeat(size * million)] }, { envelope }));
/** The items of each request, and what is said of those that cannot be sent. */
function divided(
	rows: readonly Row[],
	operation: Operation = contactUpsert,
): { sent: number[][]; refused: Record<string, readonly number[]> } {
	const sent = planCalls(groupRows(rows, operation), operation, 1000);
	const refused = rows.filter(({ status }) => status === 'invalid');
	return {
		sent: sent.map(({ items }) => items),
		refused: Object.fromEntries(refused.map(({ items, failure }) => [failure!.message, items])),
	};
}
const tooLarge = (size: number) => `Input Item ${wrongSetting.itemTooLarge(String(size)).text}`;

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
		expect(divided(rowsOfSizes(sizes))).toEqual({ sent, refused: {} });
	});

	it('is refused where it cannot be divided, with its size, and the others are sent', () => {
		expect(divided(rowsOfSizes([70]))).toEqual({ sent: [], refused: { [tooLarge(70)]: [0] } });
		expect(divided(rowsOfSizes([1, 70]))).toEqual({
			sent: [[0]],
			refused: { [tooLarge(70)]: [1] },
		});
		const purchases = rowsOfSizes([40, 40]).map((contact) =>
			rowOf(contact.item, {}, { parts: [contact] }),
		);
		const both = { sent: [], refused: { [tooLarge(80)]: [0, 1] } };
		expect(divided(purchases, purchaseUpsert)).toEqual(both);
		const message = { message_holder: 'x'.repeat(70 * million) };
		expect(divided(rowsOfSizes([0], message)).refused).toEqual({ [tooLarge(70)]: [0] });
	});
});
