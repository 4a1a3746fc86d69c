import type { IDataObject } from 'n8n-workflow';
import { runHint } from '../../nodes/CrmMessaging/catalogue/runs';
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
import { hintsOf, jsonDeliveries, phoneOf, pushForm, smsForm, smsToGuests } from './message-forms';
import { NodeRunner } from './node-runner';
import { hintText } from './sentences';

const bulkId = '5f1b2c3d4e5f6a7b8c9d0e1f';
const guests = [{ user_id: 'g-1' }, { user_id: 'g-2' }];
const items = [1, 2].map((guest) => ({ phone: phoneOf(guest), contact: guests[guest - 1] }));
const ofItem = contactsInJson('={{ $json.contact }}');
const callback = { processingResult: 'sendToTrigger', webhookUrl: 'https://n8n.example.com/hook' };

interface Case {
	form: IDataObject;
	items?: IDataObject[];
	answers: OddAnswers;
}

const cases: Record<string, Case> = {
	SMS: { form: smsToGuests, items, answers: ODD_SMS_ANSWERS },
	push: {
		form: pushForm(jsonDeliveries(['a', 'b'].map((device_id) => ({ device_id })))),
		answers: ODD_PUSH_ANSWERS,
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
		items,
		answers: ODD_IMPORT_ANSWERS,
	},
	'plain contacts': { form: contactForm(ofItem), items, answers: ODD_PLAIN_IMPORT_ANSWERS },
	purchase: { form: purchaseForm(ofItem), items, answers: ODD_PURCHASE_ANSWERS },
	'bulk job': {
		form: { resource: 'bulkJob', operation: 'get', bulkId },
		answers: ODD_JOB_ANSWERS,
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
		answers: ODD_HOTEL_ANSWERS,
	},
	campaigns: {
		form: { resource: 'campaign', operation: 'getAll', filters: { status: 'draft' } },
		answers: ODD_CAMPAIGN_ANSWERS,
	},
};

describe('an answer that the service’s document doesn’t show', () => {
	const node = new NodeRunner({}, { processingDelayMs: 60_000 });
	const job = { _id: bulkId, number_of_contacts: 1, status: 'queue' };
	/** The answer of the document to a job that the mock service doesn't have. */
	const answerJob = (bulk: unknown, times = 1): void => {
		const respond = { status: 200, body: { bulk } };
		node.service.faults.add({ times, action: { respond } });
	};
	const isLoud = ({ error, hints, errorOutput }: EngineRun): boolean =>
		error !== undefined || hints.length > 0 || errorOutput.length > 0;

	describe.each(Object.entries(cases))('to %s', (name, { form, items: input, answers }) => {
		const changed = (change: (typeof answers)[string]): void => {
			if (name !== 'bulk job') {
				node.service.faults.add({ action: { changeAnswer: change } });
				return;
			}
			const body = change({ bulk: job });
			node.service.faults.add({ action: { respond: { status: 200, body } } });
		};

		it('is the only one with a hint or an error', async () => {
			changed((answer) => answer);
			const run = await node.run(form, { items: input });
			expect([run.error, run.hints]).toEqual([undefined, []]);
		});

		it.each(Object.entries(answers))('is loud: %s', async (_, answer) => {
			changed(answer);
			const run = await node.run(form, { items: input });
			expect(isLoud(run)).toBe(true);
			// No answer is lost: it comes out, or the error shows it.
			expect(run.error !== undefined || run.output.length > 0).toBe(true);
		});
	});

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

	it('is tried again while a bulk job may be too new to be found', async () => {
		const form = { resource: 'bulkJob', operation: 'waitUntilProcessed', bulkId };
		node.service.faults.add({ action: { respond: { status: 404, body: { error: 'no' } } } });
		node.service.faults.add({ action: { respond: { status: 200, body: {} } } });
		answerJob({ ...job, status: 'processed' });
		expect((await node.run(form)).output).toMatchObject([{ json: { _id: bulkId } }]);
		expect(node.sent).toHaveLength(3);
		const missing = await node.run({ ...form, timeLimit: 0.01 });
		expect(missing.error).toMatchObject({ code: 'unknownId' });
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

	it('is loud if two purchases get the same bulk job', async () => {
		const change = (answer: object) => ({ ...answer, _id: bulkId });
		node.service.faults.add({ times: 2, action: { changeAnswer: change } });
		const codes = items.map((_, at) => `T-${at}`);
		const form = purchaseForm({ ...ofItem, transactionCode: '={{ $json.code }}' });
		const both = items.map((item, at) => ({ ...item, code: codes[at]! }));
		const run = await node.run(form, { items: both });
		expect(hintsOf(run)).toEqual([
			expect.stringContaining(
				`The service answered two requests with the same ID, ${bulkId}: T-1 (item 1).`,
			),
		]);
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

	it('comes out once as it is if it can’t be read, linked to the whole request', async () => {
		answer([
			{ valid: 'maybe', delivery_id: 'd-1' },
			{ valid: true, delivery_id: 'd-2' },
		]);
		const run = await node.run(smsToGuests, { items });
		expect(run.output).toMatchObject([
			{ json: { valid: 'maybe' }, pairedItem: [{ item: 0 }, { item: 1 }] },
			{ json: { phone_number: second, valid: true }, pairedItem: { item: 1 } },
		]);
		expect(run.hints).toMatchObject([
			{
				message: hintText(
					runHint.unreadResults({
						entries: `1 of 2 messages: ${first} (item 0)`,
						json: '[{"valid":"maybe","delivery_id":"d-1"}]',
					}),
				),
				type: 'danger',
			},
		]);
	});

	it('next to a failure is an error with Fail on Rejected, whose outcome is unknown', async () => {
		const results = ['d-1', 'd-2'].map((delivery_id) => ({ valid: true, delivery_id }));
		answer(results, { success: false, message: 'suspended' });
		const run = await node.run({ ...smsToGuests, ...failing }, { items });
		expect(run.error).toMatchObject({ code: 'failedAnswer', context: { outcome: 'unknown' } });
		expect(run.error?.message).toContain('suspended');
		await node.retry(run);
		expect(node.phones).toEqual([]);
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
		expect(unclear.hints).toMatchObject([{ type: 'danger' }]);
	});
});
