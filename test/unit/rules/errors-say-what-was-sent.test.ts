import type { INode } from 'n8n-workflow';
import { nodeErrorOf, stopAfterSending } from '../../../nodes/CrmMessaging/engine/errors';
import { recipientNamed } from '../../../nodes/CrmMessaging/engine/recipient';
import { outcomesOf, type Outcome } from '../../../nodes/CrmMessaging/engine/row';
import type { Failure } from '../../../nodes/CrmMessaging/service/failure';
import { rowOf } from './rule';

const node = { name: 'Text', type: 'crmMessaging', parameters: {} } as unknown as INode;
const failure: Failure = { kind: 'service', message: 'No', advice: 'Ask.', outcome: 'notSent' };

/** What was accepted, and what may have been sent, is in test/engine/nothing-twice.test.ts. */
it.each([
	[
		'rejected rejected unknown notSent skipped',
		'Ask. Of 4 contacts, 2 were rejected by the service, 1 may have been sent, and 1 wasn’t sent. Rejected: g-0, g-1.',
	],
	// The only rejected recipient is in the message.
	['rejected', 'Ask.'],
])('the error of a stopped run counts and lists the rejected: %s', (outcomes, sentences) => {
	const rows = outcomes.split(' ').map((is, item) => {
		const outcome = { is, why: failure, results: [] } as Outcome;
		return rowOf(item, {}, { recipient: recipientNamed({ user_id: `g-${item}` }), outcome });
	});
	const stop = stopAfterSending({ items: [1], failure }, outcomesOf(rows, 'contacts'));
	const { description } = nodeErrorOf(node, stop);
	expect(description!.slice(0, sentences.length)).toBe(sentences);
	expect(description!.includes('Rejected: ')).toBe(sentences.includes('Rejected: '));
});
