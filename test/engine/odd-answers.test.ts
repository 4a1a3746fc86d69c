import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../nodes/CrmMessaging/fields/values';
import {
	ODD_CAMPAIGN_ANSWERS,
	ODD_HOTEL_ANSWERS,
	ODD_IMPORT_ANSWERS,
	ODD_JOB_ANSWERS,
	ODD_PLAIN_IMPORT_ANSWERS,
	ODD_PURCHASE_ANSWERS,
	ODD_PUSH_ANSWERS,
	ODD_SMS_ANSWERS,
	ODD_STATUSES,
	type OddAnswers,
} from '../../playground/service/odd-answers';
import type { EngineRun } from './harness';
import { contactForm, contactsInJson, hotelForm, purchaseForm } from './import-forms';
import { phoneOf, pushForm, smsToGuests } from './message-forms';
import { errorsIn, linksOf, NodeRunner } from './node-runner';

const bulkId = '5f1b2c3d4e5f6a7b8c9d0e1f';
const guestItems = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, at) => ({
		phone: phoneOf(at + 1),
		device: `device-${at + 1}`,
		contact: { user_id: `g-${at + 1}` },
		code: `T-${at + 1}`,
	}));
const items = guestItems(2);
const ofItem = contactsInJson('={{ $json.contact }}');
const callback = { processingResult: 'sendToTrigger', webhookUrl: 'https://n8n.example.com/hook' };

const list = (texts: string): string[] => texts.trim().split(/\s*\|\s*/);

/** Names of answers by what they show, with the rest in a hint. All others show no outcome. */
interface Oracle {
	accepted?: string[];
	/** All but the first entry are accepted. */
	othersAccepted?: string[];
	/** Nothing is odd about it for this number of entries. */
	usualFor?: Record<string, number>;
}

const nextToResults = list(`
	also {"warnings":["number not in use"]} | also {"total":400,"next_page":2} | also {"dry_run":true} |
	also {"failed_contacts":[{"contact":{},"error":"no address"}]}
`);
const ofResults: Oracle = {
	accepted: [...nextToResults, 'valid and an unknown key'],
	usualFor: { 'the same delivery_id for all': 1 },
};
const unreadResults = list(
	'a result that is null | a result that is a text | a result in a list of its own | no valid',
);
const hotel = hotelForm({
	itemsJson: '[{ "language": "en", "data": { "description": "Sea view" } }]',
});

/** More entries make no difference where each has a request of its own. */
type Case = [name: string, form: IDataObject, counts: number[], answers: OddAnswers, Oracle];

const cases: Case[] = [
	['SMS', smsToGuests, [1, 3], ODD_SMS_ANSWERS, { ...ofResults, othersAccepted: unreadResults }],
	[
		'push',
		pushForm({ recipientId: '={{ $json.device }}' }),
		[1, 3],
		ODD_PUSH_ANSWERS,
		{ ...ofResults, othersAccepted: unreadResults.map((what) => `${what} (one list)`) },
	],
	[
		'contacts',
		contactForm({
			...ofItem,
			...callback,
			validate: true,
		}),
		[1, 3],
		ODD_IMPORT_ANSWERS,
		{
			accepted: [
				...nextToResults,
				...list(`
					no ID | a count in words | no validation | no callback | a callback elsewhere |
					an unknown status | no number_of_contacts | no validate_emails | no webhook_url
				`),
			],
			usualFor: { 'fewer contacts': 1, 'more contacts': 3 },
		},
	],
	[
		'plain contacts',
		contactForm(ofItem),
		[2],
		ODD_PLAIN_IMPORT_ANSWERS,
		{
			accepted: list(`
				validation that no one asked for | a callback that no one asked for | a count as a text
			`),
		},
	],
	[
		'purchase',
		purchaseForm({ ...ofItem, transactionCode: '={{ $json.code }}' }),
		[1],
		{
			...ODD_PURCHASE_ANSWERS,
			'one contact counted 0': (answer) => ({ ...answer, number_of_contacts: 0 }),
		},
		{},
	],
	[
		'hotel',
		hotel,
		[1],
		ODD_HOTEL_ANSWERS,
		{
			accepted: [
				...nextToResults,
				...list(`
					another name | no text | no text in its language | another text |
					the text in no language | a status in the hotel
				`),
			],
		},
	],
];

/** The outcome of each item, as its output or its error says. */
function outcomesIn({ output, errorOutput, error }: EngineRun, count: number): unknown[] {
	const data = (error?.context?.data ?? {}) as Record<string, Array<{ items: number[] }>>;
	const outcomes = Array<unknown>(count).fill('no output');
	for (const is of ['accepted', 'unknown', 'notSent']) {
		for (const { items: own } of data[is] ?? []) for (const item of own) outcomes[item] = is;
	}
	for (const item of linksOf(output).flat()) outcomes[item] = 'accepted';
	const errors = errorsIn(errorOutput);
	linksOf(errorOutput).forEach(([item], at) => (outcomes[item!] = errors[at]!.outcome));
	return outcomes;
}

describe('an answer that the service’s document doesn’t show', () => {
	const node = new NodeRunner({}, { processingDelayMs: 60_000 });
	const job = { _id: bulkId, number_of_contacts: 1, status: 'queue' };
	const ofJob = { resource: 'bulkJob', operation: 'waitUntilProcessed', bulkId };
	/** The answer of the document to a job that the mock service doesn't have. */
	const answerJob = (bulk: unknown, times = 1): void => {
		const respond = { status: 200, body: { bulk } };
		node.service.faults.add({ times, action: { respond } });
	};

	describe.each(cases)('to %s', (_name, form, counts, answers, oracle) => {
		it('is the only one with a hint or an error', async () => {
			const run = await node.run(form, { items: guestItems(counts[0]!) });
			expect([run.error, run.hints]).toEqual([undefined, []]);
		});

		const each = counts.flatMap((count) =>
			Object.entries(answers).map(([what, change]) => ({ what, count, change })),
		);
		it.each(each)('has the outcomes that it shows: $what, of $count', async (one) => {
			const { what, count, change } = one;
			const isUsual = oracle.usualFor?.[what] === count;
			const isAccepted = isUsual || oracle.accepted?.includes(what);
			const expected = Array.from({ length: count }, (_, at) =>
				isAccepted || (at > 0 && oracle.othersAccepted?.includes(what))
					? 'accepted'
					: 'unknown',
			);
			for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
				node.service.reset();
				node.service.faults.add({ action: { changeAnswer: change } });
				const run = await node.run(form, { items: guestItems(count), onError });
				expect(outcomesIn(run, count)).toEqual(expected);
				const isError = !isAccepted && onError === 'stopWorkflow';
				expect(run.status).toBe(isError ? 'error' : 'success');
				if (isAccepted && !isUsual) expect(run.hints.length).toBeGreaterThan(0);
				if (!isError) continue;
				// A retry sends nothing of it again.
				const again = await node.retry(run);
				expect(outcomesIn(again, count)).toEqual(expected);
				expect(node.sent).toHaveLength(1);
			}
		});
	});

	const campaigns = { resource: 'campaign', operation: 'getAll' };
	const reads = [
		...Object.entries(ODD_JOB_ANSWERS).map(([what, change]) => {
			const respond = { status: 200, body: change({ bulk: job }) };
			return { what, form: { ...ofJob, operation: 'get' }, action: { respond } };
		}),
		...Object.entries(ODD_CAMPAIGN_ANSWERS).map(([what, changeAnswer]) => {
			return { what, form: campaigns, action: { changeAnswer } };
		}),
	];
	it.each(reads)('to a read is loud: $form.resource, $what', async ({ form, action }) => {
		node.service.faults.add({ action });
		const run = await node.run(form);
		expect(run.error !== undefined || run.hints.length > 0).toBe(true);
	});

	it.each(ODD_STATUSES)('doesn’t end a wait for a bulk job: %p', async (status) => {
		const form = { ...ofJob, timeLimit: 0.01 };
		answerJob({ ...job, status }, 2);
		const { error } = await node.run(form);
		node.service.reset();
		expect(error).toMatchObject({ code: 'jobNotProcessed' });
		expect(error?.message).toContain(`status is “${textOf(status)}”`);
		if (typeof status !== 'string' || status === '') return;
		answerJob({ ...job, status });
		const run = await node.run({ ...form, options: { extraCompletedStatuses: status } });
		expect(run.output).toMatchObject([{ json: { status } }]);
	});

	it('shows nothing of a purchase that gets the bulk job of another', async () => {
		const change = (answer: object) => ({ ...answer, _id: bulkId });
		node.service.faults.add({ times: 2, action: { changeAnswer: change } });
		const form = purchaseForm({ ...ofItem, transactionCode: '={{ $json.code }}' });
		const onError = 'continueErrorOutput';
		const run = await node.run(
			{ ...form, options: { parallelRequests: 1 } },
			{ items, onError },
		);
		expect(outcomesIn(run, 2)).toEqual(['accepted', 'unknown']);
		expect(errorsIn(run.errorOutput)[0]!.message).toContain(
			`it has the ID of another result (${bulkId})`,
		);
	});

	it('ends a wait for a callback that won’t come', async () => {
		const form = contactForm({ ...ofItem, processingResult: 'waitForResult' });
		node.service.faults.add({
			action: { changeAnswer: (answer) => ({ ...answer, webhook_url: null }) },
		});
		const run = await node.run(form, { items });
		expect(run.error).toMatchObject({ code: 'noCallback', context: { outcome: 'unknown' } });
	});
});
