import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { closing } from '../../../nodes/CrmMessaging/catalogue/runs';
import {
	answerOfError,
	nodeErrorOfRun,
	RunStop,
	type ItemFailure,
} from '../../../nodes/CrmMessaging/engine/errors';
import {
	outcomeSentence,
	outcomesOf,
	type StopDetails,
} from '../../../nodes/CrmMessaging/engine/outcomes';
import type { Failure } from '../../../nodes/CrmMessaging/service/failure';
import { rowOf } from './rows';

const node = { name: 'Text', type: 'crmMessaging', parameters: {} } as unknown as INode;
const failure: Failure = {
	kind: 'service',
	message: 'No',
	advice: 'Ask.',
	code: 'c',
	status: 400,
	outcome: 'notSent',
};

type Counted = 'accepted' | 'rejected' | 'unknown' | 'notSent';
type Recipients = Partial<Record<Counted, string[]>>;

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

const stopWith = (more: Partial<StopDetails>, first: ItemFailure = { items: [1], failure }) =>
	new RunStop(first, { when: 'atRequest', ...more });

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
		const error = nodeErrorOfRun(node, stopWith({}, first));
		expect(error).toMatchObject({ message: 'No', networkCode: 'EPIPE' });
		expect(error.context.itemIndex).toBeUndefined();
	});

	it.each<[counts: Partial<Record<Counted, number>>, sentence: string]>([
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

it('an outcome counts as it is, or as in an earlier try while it is to be sent again', () => {
	const result = (json: IDataObject) => ({ results: [{ json }] });
	const rows = [
		rowOf(0, {}, { outcome: { is: 'accepted', ...result({ delivery_id: 'd-1' }) } }),
		rowOf(1, {}, { outcome: { is: 'accepted', ...result({ _id: 'job-1' }), per: 'request' } }),
		rowOf(2, {}, { outcome: { is: 'rejected', ...result({}) } }),
		rowOf(3, {}, { outcome: { is: 'notSent', why: failure } }),
		rowOf(4),
		rowOf(5, {}, { earlier: { is: 'unknown' } }),
		rowOf(6, {}, { outcome: { is: 'refused', why: failure } }),
		rowOf(7, {}, { outcome: { is: 'skipped' } }),
	];
	expect(outcomesOf(rows, 'contacts')).toMatchObject({
		accepted: [
			{ items: [0], id: 'd-1' },
			{ items: [1], id: 'job-1' },
		],
		rejected: [{ items: [2] }],
		unknown: [{ items: [5] }],
		notSent: [{ items: [3] }, { items: [4] }],
	});
});
