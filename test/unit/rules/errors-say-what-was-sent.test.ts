import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { closing } from '../../../nodes/CrmMessaging/catalogue/runs';
import {
	answerOfError,
	nodeErrorOfRun,
	RunStop,
	type StoppedRun,
} from '../../../nodes/CrmMessaging/engine/errors';
import { Call } from '../../../nodes/CrmMessaging/engine/row';
import {
	outcomeSentence,
	outcomesOf,
	settle,
	type Outcome,
} from '../../../nodes/CrmMessaging/engine/send/outcomes';
import type { Failure } from '../../../nodes/CrmMessaging/service/failure';
import { rowsOf } from './rows';

const node = { name: 'Text', type: 'crmMessaging', parameters: {} } as unknown as INode;
const failure: Failure = { kind: 'service', message: 'No', advice: 'Ask.', code: 'c', status: 400 };

type Recipients = Partial<Record<Outcome, string[]>>;

/** Outcomes with the recipients of each. An accepted one also has an ID. */
function outcomesWith({ accepted = [], rejected = [], unknown = [], notSent = [] }: Recipients) {
	const rows = (recipients: string[]) =>
		recipients.map((recipient, item) => ({ items: [item], recipient }));
	return {
		called: 'contacts',
		accepted: rows(accepted).map((row) => ({ ...row, id: `id-${row.recipient}` })),
		rejected: rows(rejected),
		unknown: rows(unknown),
		notSent: rows(notSent),
	};
}

const stopWith = (more: Partial<StoppedRun>) =>
	new RunStop({ first: { items: [1], failure }, when: 'atRequest', ...more });

describe('the error of a stopped run', () => {
	it.each<[recipients: Recipients, ...words: string[]]>([
		[
			{ accepted: ['a'], rejected: ['b', 'c'], unknown: ['d'] },
			'Of 4 contacts, 1 was accepted, 2 were rejected by the service, and 1 may have been sent.',
			closing.accepted({ ids: 'id-a' }),
			closing.rejected({ recipients: 'b, c' }),
			closing.unknown({ recipients: 'd' }),
			closing.notResent,
		],
		// The only rejected recipient is in the message.
		[
			{ accepted: ['a'], rejected: ['b'] },
			'Of 2 contacts, 1 was accepted and 1 was rejected by the service.',
			closing.accepted({ ids: 'id-a' }),
		],
	])('lists recipients by outcome (%#)', (recipients, ...words) => {
		const outcomes = outcomesWith(recipients);
		const error = nodeErrorOfRun(node, stopWith({ outcomes }));
		expect(error).toMatchObject({ message: 'No [item 1]', code: 'c', httpCode: '400' });
		expect(error.description).toBe(['Ask.', ...words].join(' '));
		expect(error.context.data).toEqual(outcomes);
	});

	it('has the network’s code, and no item if it concerns the whole run', () => {
		const first = { items: [1], failure: { ...failure, networkCode: 'EPIPE', ofRun: true } };
		const error = nodeErrorOfRun(node, stopWith({ first }));
		expect(error).toMatchObject({ message: 'No', networkCode: 'EPIPE' });
		expect(error.context.itemIndex).toBeUndefined();
	});

	it.each<[counts: Partial<Record<Outcome, number>>, sentence: string]>([
		[
			{ accepted: 1000, rejected: 2, notSent: 1 },
			'Of 1,003 contacts, 1,000 were accepted, 2 were rejected by the service, and 1 wasn’t sent',
		],
		[{ notSent: 3 }, 'No contacts were sent'],
		[{ unknown: 1234 }, 'All 1,234 contacts may have been sent'],
		[{ rejected: 2 }, 'Both contacts were rejected by the service'],
	])('counts outcomes (%#)', (counts, sentence) => {
		const lists = Object.entries(counts).map(([outcome, count]) => [
			outcome,
			Array<string>(count).fill('a'),
		]);
		const recipients = Object.fromEntries(lists) as Recipients;
		expect(outcomeSentence(outcomesWith(recipients))).toBe(sentence);
	});

	it('shows an agent who mustn’t get it again', () => {
		const context = { getNode: () => node, continueOnFail: () => true };
		const outcomes = outcomesWith({ accepted: ['a'], notSent: ['b'] });
		const [{ json }] = answerOfError(
			context as unknown as IExecuteFunctions,
			stopWith({ outcomes }),
		) as [INodeExecutionData];
		expect(json.error).toBe(
			[
				'No. Ask. Of 2 contacts, 1 was accepted and 1 wasn’t sent.',
				closing.accepted({ ids: 'id-a' }),
				closing.acceptedForAgent({ recipients: 'a' }),
			].join(' '),
		);
	});
});

it('an outcome comes from results, failures and earlier tries', () => {
	const rows = rowsOf(Array<IDataObject>(8).fill({}));
	const [one, oneDevice, rejected, refused, , earlier, invalid, skipped] = rows;
	one!.give({ delivery_id: 'd-1' });
	// One of its devices accepted.
	oneDevice!.give({ delivery_id: 'd-2' }, { rejected: 'no' });
	oneDevice!.give({ delivery_id: 'd-3' });
	rejected!.give({}, { rejected: 'no' });
	settle(new Call({}, [one!, oneDevice!, rejected!]));
	refused!.fail('notSent', failure);
	// It wasn't resent.
	earlier!.earlier = 'unknown';
	invalid!.refuse(failure);
	skipped!.skip();
	expect(outcomesOf(rows, 'contacts')).toMatchObject({
		accepted: [
			{ items: [0], id: 'd-1' },
			{ items: [1], id: 'd-2' },
		],
		rejected: [{ items: [2] }],
		unknown: [{ items: [5] }],
		notSent: [{ items: [3] }, { items: [4] }],
	});
});

it('the ID of a whole request is that of rows without an output of their own', () => {
	const rows = rowsOf([{}, {}, {}]);
	const [own, blank, without] = rows;
	own!.give({ delivery_id: 'd-1' });
	blank!.give({ delivery_id: '' });
	const call = new Call({}, rows);
	call.share({ _id: 'job-1' });
	settle(call);
	expect([own, blank, without].map((row) => row!.id)).toEqual(['d-1', undefined, 'job-1']);
});
