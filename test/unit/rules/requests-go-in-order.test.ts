import { recipientNamed } from '../../../nodes/CrmMessaging/engine/recipient';
import { batchesOf } from '../../../nodes/CrmMessaging/engine/row';
import { rowOf } from './rule';

/** That none overtakes another one, whatever fails, is proved at random in test/engine/rounds/. */
it('rows with equal envelopes share a request, unless one would overtake its recipient’s', () => {
	const rows = ['xu', 'yv', 'xw', 'yu', 'xu', 'yv', 'xw'].map(([origin = '', name], item) =>
		rowOf(item, {}, { envelope: { origin }, recipient: recipientNamed({ name }) }),
	);
	const batches = batchesOf(rows, 9).map((batch) => batch.map(({ items: [item] }) => item));
	expect(batches.join(' | ')).toBe('0,2 | 1,3,5 | 4,6');
});
