import { type IExecuteFunctions, type INode, type INodeExecutionData } from 'n8n-workflow';
import { closing } from '../../../nodes/CrmMessaging/catalogue/runs';
import { wrongCredential } from '../../../nodes/CrmMessaging/catalogue/requests';
import {
	answerOfError,
	failureOf,
	nodeErrorOfRun,
	nodeErrorOfSentence,
	RunStop,
	wordsOf,
	type StoppedRun,
} from '../../../nodes/CrmMessaging/engine/errors';
import type { Outcome, Outcomes } from '../../../nodes/CrmMessaging/engine/send/outcomes';
import { isNotSent } from '../../../nodes/CrmMessaging/engine/report';
import { InputError } from '../../../nodes/CrmMessaging/fields/inputError';
import { CanceledError } from '../../../nodes/CrmMessaging/service/client';
import type { Failure } from '../../../nodes/CrmMessaging/service/failure';

const node = { name: 'Text', type: 'crmMessaging', parameters: {} } as unknown as INode;
const refused: Failure = { kind: 'service', message: 'No', advice: 'Ask.', code: 'c', status: 400 };

/** Outcomes with the recipients of each. An accepted one also has an ID. */
function outcomesWith(recipients: Partial<Record<Outcome, string[]>>): Outcomes {
	const rows = (of: Outcome) =>
		(recipients[of] ?? []).map((recipient, item) => ({
			items: [item],
			recipient,
			id: of === 'accepted' ? `id-${recipient}` : undefined,
		}));
	return {
		called: 'contacts',
		accepted: rows('accepted'),
		rejected: rows('rejected'),
		unknown: rows('unknown'),
		notSent: rows('notSent'),
	};
}

describe('the error of a stopped run', () => {
	const stopped = (more: Partial<StoppedRun> = {}, failure = refused) =>
		nodeErrorOfRun(
			node,
			new RunStop({ first: { items: [1], failure }, when: 'atRequest', ...more }),
		);

	it('lists accepted, rejected and unconfirmed recipients', () => {
		const outcomes = outcomesWith({ accepted: ['a'], rejected: ['b', 'c'], unknown: ['d'] });
		const { description, message, context } = stopped({ outcomes });
		expect(message).toBe('No [item 1]');
		expect(description).toBe(
			[
				'Ask. Of 4 contacts, 1 was accepted, 2 were rejected by the service, and 1 may have been sent.',
				closing.accepted({ ids: 'id-a' }),
				closing.rejected({ recipients: 'b, c' }),
				closing.unknown({ recipients: 'd' }),
				closing.notResent,
			].join(' '),
		);
		expect(context.data).toMatchObject({ unknown: [{ recipient: 'd' }] });
	});

	it('leaves out the only rejected recipient and empty lists', () => {
		const outcomes = outcomesWith({ accepted: ['a'], rejected: ['b'] });
		const { description } = stopped({ outcomes });
		expect(description).toBe(
			`Ask. Of 2 contacts, 1 was accepted and 1 was rejected by the service. ${closing.accepted({ ids: 'id-a' })}`,
		);
	});

	it('shows the result of an earlier try and the number of wrong items', () => {
		const before = (wrongItems: number, outcomes?: Outcomes) =>
			stopped({ when: 'beforeSending', wrongItems, outcomes }, { ...refused, kind: 'input' })
				.description;
		expect(before(1)).toBe(`Ask. ${closing.nothingSent}`);
		expect(before(2)).toBe(`Ask. ${closing.nothingSent} ${closing.wrongItems({ count: 2 })}`);
		expect(before(1, outcomesWith({ accepted: ['a'], notSent: ['b'] }))).toBe(
			`Ask. ${closing.nothingMoreSent({ counts: '1 was accepted' })}`,
		);
	});

	it('has the codes that workflows branch on, and omits missing codes and details', () => {
		const of = (failure: Failure) => stopped({}, failure);
		expect(of({ ...refused, networkCode: 'EPIPE' })).toMatchObject({
			code: 'c',
			networkCode: 'EPIPE',
			httpCode: '400',
		});
		const without = of({ ...refused, code: undefined });
		expect(without.description).toBe('Ask.');
		expect('data' in without.context).toBe(false);
		expect('code' in without).toBe(false);
		expect('networkCode' in without).toBe(false);
	});
});

it('the number of tries is shown from the second try on', () => {
	const triesOf = (tries?: number) => wordsOf({ ...refused, tries }, [0], []).description;
	expect([undefined, 1, 2].map(triesOf)).toEqual([
		'Ask.',
		'Ask.',
		`Ask. ${closing.tries({ tries: 2 })}`,
	]);
});

describe('an error without an item', () => {
	it('has no item index', () => {
		const { text, advice } = wrongCredential.invalidBaseUrl();
		const error = nodeErrorOfSentence(node, wrongCredential.invalidBaseUrl());
		expect([error.message, error.description]).toEqual([text, advice]);
		expect(error.context).toMatchObject({ outcome: 'notSent' });
		expect(error.context.itemIndex).toBeUndefined();
		expect(failureOf(new CanceledError('stopped'))).toEqual({
			kind: 'canceled',
			message: 'stopped',
			advice: '',
			ofRun: true,
		});
	});

	it('reports that nothing was sent only for a wrong setting', () => {
		const { advice } = wrongCredential.invalidBaseUrl();
		expect(
			nodeErrorOfRun(node, new InputError(wrongCredential.invalidBaseUrl())).description,
		).toBe(`${advice} ${closing.nothingSent}`);
		expect(nodeErrorOfRun(node, new Error('odd')).description).toBeFalsy();
	});
});

describe('the error that an agent reads', () => {
	const context = {
		getNode: () => node,
		continueOnFail: () => true,
	} as unknown as IExecuteFunctions;
	const accepted = `${closing.accepted({ ids: 'id-a' })} ${closing.acceptedForAgent({ recipients: 'a' })}`;

	it.each<[end: string, Outcomes | undefined]>([
		[closing.nothingSent, outcomesWith({ notSent: ['b'] })],
		[
			`Of 2 contacts, 1 was accepted and 1 wasn’t sent. ${accepted}`,
			outcomesWith({ accepted: ['a'], notSent: ['b'] }),
		],
		['', undefined],
	])('ends with “%s”', (end, outcomes) => {
		const first = { items: [0], failure: refused };
		const stop = new RunStop({ first, when: 'atRequest', outcomes });
		const [{ json }] = answerOfError(context, stop) as [INodeExecutionData];
		expect(json.error).toBe(`No. Ask. ${end}`.trim());
	});
});

it('a failure means that nothing was sent unless the service may have received it', () => {
	const failures = [refused, { ...refused, outcomeUnknown: true }];
	expect(failures.map((failure) => isNotSent({ failure, items: [0] }))).toEqual([true, false]);
});
