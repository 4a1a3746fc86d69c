import type { IDataObject, INode } from 'n8n-workflow';
import { nodeErrorOfRun, stopAfterSending } from '../../../nodes/CrmMessaging/engine/errors';
import { recipientNamed } from '../../../nodes/CrmMessaging/engine/recipient';
import { outcomesOf, type Row } from '../../../nodes/CrmMessaging/engine/row';
import type { Failure } from '../../../nodes/CrmMessaging/service/failure';
import { rowOf } from './rule';

const node = { name: 'Text', type: 'crmMessaging', parameters: {} } as unknown as INode;
const why: Failure = { kind: 'service', message: 'No', advice: 'Ask.', outcome: 'notSent' };
const result = (json: IDataObject) => ({ results: [{ json }] });

const outcomes: Record<string, Partial<Row>> = {
	accepted: { outcome: { is: 'accepted', ...result({ delivery_id: 'd-1' }) } },
	inJob: { outcome: { is: 'accepted', ...result({ _id: 'job-1' }), per: 'request' } },
	rejected: { outcome: { is: 'rejected', ...result({}) } },
	notSent: { outcome: { is: 'notSent', why } },
	open: {},
	unknown: { earlier: { is: 'unknown' } },
	refused: { outcome: { is: 'refused', why } },
	skipped: { outcome: { is: 'skipped' } },
};

it.each([
	[
		'accepted inJob rejected rejected unknown notSent open refused skipped',
		'Ask. Of 7 contacts, 2 were accepted, 2 were rejected by the service, 1 may have been sent, and 2 weren’t sent.',
		['d-1, job-1', 'g-2, g-3', 'g-4'],
	],
	// The only rejected recipient is in the message.
	[
		'accepted rejected',
		'Ask. Of 2 contacts, 1 was accepted and 1 was rejected by the service.',
		['d-1'],
	],
	['rejected rejected', 'Ask. 2 contacts were rejected by the service.', ['g-0, g-1']],
	['open notSent refused', 'Ask. No contacts were sent.', []],
])('the error of a stopped run counts and lists its rows: %s', (names, sentence, lists) => {
	const rows = names.split(' ').map((name, item) => {
		const recipient = recipientNamed({ user_id: `g-${item}` });
		return rowOf(item, {}, { recipient, ...outcomes[name] });
	});
	const stop = stopAfterSending({ items: [1], failure: why }, outcomesOf(rows, 'contacts'));
	const error = nodeErrorOfRun(node, stop);
	expect(error.message).toBe('No [item 1]');
	expect(error.description!.startsWith(sentence)).toBe(true);
	for (const list of lists) expect(error.description).toContain(`: ${list}.`);
});
