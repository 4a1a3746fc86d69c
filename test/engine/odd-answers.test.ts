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
import { contactForm, contactsInJson, purchaseForm } from './import-forms';
import { jsonDeliveries, phoneOf, pushForm, smsForm, smsToGuests } from './message-forms';
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

/** Whether an answer shows that an entry was accepted. */
type Shown = 'accepted' | 'unknown';
/** The first entry's outcome, and that of all others. */
type Outcomes = readonly [first: Shown, others: Shown];

const accepted: Outcomes = ['accepted', 'accepted'];
const unknown: Outcomes = ['unknown', 'unknown'];
const butFirst: Outcomes = ['unknown', 'accepted'];
/** Nothing is odd about it for one entry. */
const ofSeveral = (count: number): Outcomes => (count === 1 ? accepted : unknown);

/** The answers that show some outcomes, with the rest in a hint. All others show none. */
type Oracle = Record<string, Outcomes | ((count: number) => Outcomes)>;

const besideResults: Oracle = {
	'also {"warnings":["number not in use"]}': accepted,
	'also {"failed_contacts":[{"contact":{},"error":"no address"}]}': accepted,
	'also {"total":400,"next_page":2}': accepted,
	'also {"dry_run":true}': accepted,
};

const ofResults: Oracle = {
	...besideResults,
	'the same delivery_id for all': ofSeveral,
	'valid and an unknown key': accepted,
};

interface Case {
	form: IDataObject;
	/** More entries make no difference where each has a request of its own. */
	counts: number[];
	answers: OddAnswers;
	oracle: Oracle;
}

const cases: Record<string, Case> = {
	SMS: {
		form: smsToGuests,
		counts: [1, 2, 3],
		answers: ODD_SMS_ANSWERS,
		oracle: {
			...ofResults,
			'a result that is null': butFirst,
			'a result that is a text': butFirst,
			'a result in a list of its own': butFirst,
			'no valid': butFirst,
		},
	},
	push: {
		form: pushForm({ recipientId: '={{ $json.device }}' }),
		counts: [1, 2, 3],
		answers: ODD_PUSH_ANSWERS,
		oracle: {
			...ofResults,
			'a result that is null (one list)': butFirst,
			'a result that is a text (one list)': butFirst,
			'a result in a list of its own (one list)': butFirst,
			'no valid (one list)': butFirst,
		},
	},
	contacts: {
		form: contactForm({
			...ofItem,
			...callback,
			options: {
				emailValidation: { validate: true },
				callbackFields: { contactsExtraFields: 'city' },
			},
		}),
		counts: [1, 2, 3],
		answers: ODD_IMPORT_ANSWERS,
		oracle: {
			...besideResults,
			'no ID': accepted,
			'fewer contacts': (count) => (count === 1 ? accepted : unknown),
			'more contacts': (count) => (count === 3 ? accepted : unknown),
			'a count in words': accepted,
			'no validation': accepted,
			'no callback': accepted,
			'a callback elsewhere': accepted,
			'no extra field': accepted,
			'another extra field': accepted,
			'an unknown status': accepted,
			'no number_of_contacts': accepted,
			'no validate_emails': accepted,
			'no webhook_url': accepted,
			'no contacts_extra_fields': accepted,
		},
	},
	'plain contacts': {
		form: contactForm(ofItem),
		counts: [2],
		answers: ODD_PLAIN_IMPORT_ANSWERS,
		oracle: {
			'validation that no one asked for': accepted,
			'a callback that no one asked for': accepted,
			'extra fields that no one asked for': accepted,
			'extra fields of a purchase': accepted,
			'a count as a text': accepted,
		},
	},
	purchase: {
		form: purchaseForm({ ...ofItem, transactionCode: '={{ $json.code }}' }),
		counts: [1],
		answers: {
			...ODD_PURCHASE_ANSWERS,
			'one contact counted 0': (answer) => ({ ...answer, number_of_contacts: 0 }),
		},
		oracle: {},
	},
	hotel: {
		form: {
			resource: 'hotel',
			operation: 'create',
			uuid: 'h-1',
			name: 'Aurora',
			itemsFrom: 'json',
			itemsJson: '[{ "language": "en", "data": { "description": "Sea view" } }]',
		},
		counts: [1],
		answers: ODD_HOTEL_ANSWERS,
		oracle: {
			...besideResults,
			'another name': accepted,
			'no text': accepted,
			'no text in its language': accepted,
			'another text': accepted,
			'the text in no language': accepted,
			'a status in the hotel': accepted,
		},
	},
};

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
	/** The answer of the document to a job that the mock service doesn't have. */
	const answerJob = (bulk: unknown, times = 1): void => {
		const respond = { status: 200, body: { bulk } };
		node.service.faults.add({ times, action: { respond } });
	};

	describe.each(Object.entries(cases))('to %s', (_name, { form, counts, answers, oracle }) => {
		it('is the only one with a hint or an error', async () => {
			const run = await node.run(form, { items: guestItems(counts[0]!) });
			expect([run.error, run.hints]).toEqual([undefined, []]);
		});

		const each = counts.flatMap((count) =>
			Object.entries(answers).map(([what, change]) => ({ what, count, change })),
		);
		it.each(each)('has the outcomes that it shows: $what, of $count', async (one) => {
			const { what, count, change } = one;
			const known = oracle[what] ?? unknown;
			const [first, others] = typeof known === 'function' ? known(count) : known;
			const expected = Array.from({ length: count }, (_, at) => (at === 0 ? first : others));
			for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
				node.service.reset();
				node.service.faults.add({ action: { changeAnswer: change } });
				const run = await node.run(form, { items: guestItems(count), onError });
				expect(outcomesIn(run, count)).toEqual(expected);
				const isKnown = !expected.includes('unknown');
				expect(run.status).toBe(
					isKnown || onError !== 'stopWorkflow' ? 'success' : 'error',
				);
				const isOdd = known !== ofSeveral && typeof known !== 'function';
				if (isKnown && isOdd) expect(run.hints.length).toBeGreaterThan(0);
				if (run.status !== 'error') continue;
				// A retry sends nothing of it again.
				const again = await node.retry(run);
				expect(outcomesIn(again, count)).toEqual(expected);
				expect(node.sent).toHaveLength(1);
			}
		});
	});

	it.each(Object.entries(ODD_JOB_ANSWERS))(
		'to the read of a job is loud: %s',
		async (_, change) => {
			const body = change({ bulk: job });
			node.service.faults.add({ action: { respond: { status: 200, body } } });
			const run = await node.run({ resource: 'bulkJob', operation: 'get', bulkId });
			expect(run.error !== undefined || run.hints.length > 0).toBe(true);
		},
	);

	it.each(Object.entries(ODD_CAMPAIGN_ANSWERS))(
		'to a list of campaigns is loud: %s',
		async (_, change) => {
			node.service.faults.add({ action: { changeAnswer: change } });
			const form = {
				resource: 'campaign',
				operation: 'getAll',
				filters: { status: 'draft' },
			};
			const run = await node.run(form);
			expect(run.error !== undefined || run.hints.length > 0).toBe(true);
		},
	);

	it.each(ODD_STATUSES)('doesn’t end a wait for a bulk job: %p', async (status) => {
		const form = {
			resource: 'bulkJob',
			operation: 'waitUntilProcessed',
			bulkId,
			timeLimit: 0.01,
		};
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

	const result = (more: string) => `{"delivery_id":"d-1",${more}}`;
	it.each<[what: string, form: IDataObject, body: string, outcome: string]>([
		[
			'a verdict',
			smsForm({ phoneNumber: phoneOf(1) }),
			`{"deliveries":[${result('"valid":false,"valid":true')}]}`,
			'unknown',
		],
		[
			'a verdict that is escaped',
			smsForm({ phoneNumber: phoneOf(1) }),
			`{"deliveries":[${result('"valid":false,"v\\u0061lid":true')}]}`,
			'unknown',
		],
		[
			'a status',
			{ resource: 'bulkJob', operation: 'waitUntilProcessed', bulkId },
			`{"bulk":{"_id":"${bulkId}","status":"failed","status":"processed"}}`,
			'notSent',
		],
	])('isn’t read if it has two values for %s', async (_, form, body, outcome) => {
		node.service.faults.add({ action: { respond: { status: 200, body } } });
		const run = await node.run(form, { items: [{}] });
		expect(run.error?.message).toContain('it has two values for a key');
		expect(run.error?.context?.outcome).toBe(outcome);
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
			`it has the ID of another request (${bulkId})`,
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

describe('a result', () => {
	const node = new NodeRunner({}, {});
	const failing = { options: { failOnRejected: true } };
	const answer = (deliveries: unknown, more: object = {}): void => {
		const body = { deliveries, ...more };
		node.service.faults.add({ action: { respond: { status: 200, body } } });
	};
	const [first, second] = [phoneOf(1), phoneOf(2)];
	it('keeps the recipient that was sent, and shows its other keys as the reason', async () => {
		answer([{ valid: false, phone_number: Number(first.slice(1)), why: 'blocked' }]);
		const one = { items: items.slice(0, 1) };
		const run = await node.run(smsForm({ phoneNumber: first }), one);
		expect(run.output[0]!.json).toMatchObject({ phone_number: first, why: 'blocked' });
		answer([{ valid: false, why: 'blocked' }]);
		const { error } = await node.run(smsForm({ phoneNumber: first, ...failing }), one);
		expect(error?.message).toContain(`${first}: {"why":"blocked"}`);
	});

	it('comes out once as it is if it can’t be read, with the error', async () => {
		const unread = { valid: 'maybe', delivery_id: 'd-1' };
		answer([unread, { valid: true, delivery_id: 'd-2' }]);
		const run = await node.run(smsToGuests, { items, onError: 'continueErrorOutput' });
		expect(run.output).toMatchObject([
			{ json: { phone_number: second, valid: true }, pairedItem: { item: 1 } },
		]);
		expect(errorsIn(run.errorOutput)).toMatchObject([
			{
				code: 'unclearAnswer',
				message:
					'The service’s answer is unclear: it doesn’t show what happened to 1 of 2 messages ([{"valid":"maybe","delivery_id":"d-1"}]) [item 0]',
				outcome: 'unknown',
				answer: [unread],
			},
		]);
	});

	it('keeps all digits of an ID, and belongs to the recipient with that ID', async () => {
		const id = '7061304407766123456';
		const body = `{"deliveries":[[{"valid":true,"delivery_id":7061304407766123457,"device_id":${id}}]]}`;
		node.service.faults.add({ action: { respond: { status: 200, body } } });
		const run = await node.run(pushForm({ recipientId: id }));
		const ids = { device_id: id, delivery_id: '7061304407766123457' };
		expect(run.output).toMatchObject([{ json: ids }]);
		expect(run.hints).toEqual([]);
	});

	it('of a push is its device’s, whatever the order, and else by order', async () => {
		const push = (targets: IDataObject[], more: IDataObject = {}) =>
			node.run(pushForm({ ...jsonDeliveries(targets), ...more }));
		const [a, b] = ['a', 'b'].map((device_id) => ({
			valid: true,
			delivery_id: `d-${device_id}`,
			device_id,
		}));
		answer([[b, a]]);
		const devices = await push([{ device_id: 'a' }, { device_id: 'b' }]);
		expect(devices.output.map(({ json }) => json.device_id)).toEqual(['a', 'b']);
		answer([[a], [b]]);
		const users = await push([{ user_id: 'x' }, { user_id: 'y' }]);
		expect(users.output.map(({ json }) => [json.user_id, json.device_id])).toEqual([
			['x', 'a'],
			['y', 'b'],
		]);
		expect([devices.hints, users.hints]).toEqual([[], []]);
		const bothDevices = { options: { sendAllDevices: true } };
		answer([[a, { ...b, valid: false }], [{ ...b, delivery_id: 'd-c' }]]);
		const all = await push([{ user_id: 'x' }, { user_id: 'y' }], bothDevices);
		expect(all.output.map(({ json }) => json.user_id)).toEqual(['x', 'x', 'y']);
		answer([[a, b]]);
		const unclear = await push([{ user_id: 'x' }, { user_id: 'y' }], bothDevices);
		expect(unclear.error).toMatchObject({ code: 'unclearAnswer' });
	});
});
