import { heldBecause, runHint } from '../../nodes/CrmMessaging/catalogue/runs';
import type { IDataObject } from 'n8n-workflow';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import type { FaultAction } from '../../playground/service/stand-in';
import type { EngineRun } from './harness';
import { guests, hintsOf, phoneOf, pushForm, smsToGuests } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { credentialFor, startService } from './running-service';

const refused: FaultAction = { respond: { status: 400, body: { error: 'not now' } } };
const options = { parallelRequests: 1, batchSize: 10, maxTries: 1 };
const phones = guests(30).map(({ phone }) => phone);

/** Retries a failed execution with the currently saved workflow, in which the node was edited. */
async function retried(
	node: NodeRunner,
	failed: EngineRun,
	edit: IDataObject,
	credential: IDataObject = node.credential,
): Promise<EngineRun> {
	const nodes = failed.workflow.nodes.map((one) =>
		one.name === failed.nodeName
			? { ...one, parameters: { ...one.parameters, ...edit } as typeof one.parameters }
			: one,
	);
	return await node.engine.runWorkflow(
		{ ...failed.workflow, nodes },
		{ retryOf: failed, credential, observe: failed.nodeName },
	);
}

const beforeChange = hintOf(runHint.acceptedBeforeChange('10 of 30 recipients')).message;

describe('a failed execution that is retried after an edit', () => {
	const sms = new NodeRunner();
	const taken = (): unknown[] => sms.service.state.smsDeliveries.map((one) => one.phone_number);
	const fail = async (action: FaultAction = refused): Promise<EngineRun> => {
		sms.service.faults.add({ after: 1, action });
		const failed = await sms.run({ ...smsToGuests, options }, { items: guests(30) });
		expect(failed.status).toBe('error');
		return failed;
	};

	it.each<[string, IDataObject]>([
		['the number of tries', { options: { ...options, maxTries: 3 } }],
		['the size of requests', { options: { ...options, batchSize: 7 } }],
		['Fail on Rejected', { options: { ...options, failOnRejected: true } }],
		['one space in the message', { messageHolder: 'Your room is ready ' }],
		['the sender', { sender: 'Aurora 2' }],
		['the schedule', { schedule: 'at', startAt: '2030-01-01T10:00:00Z' }],
		['the expression, to one that gives the same', { phoneNumber: '={{ $json["phone"] }}' }],
		[
			'the way recipients are given',
			{ deliveriesJson: '={{ [{ phone_number: $json.phone }] }}' },
		],
	])('of %s reaches nobody twice, and says so', async (_, edit) => {
		const failed = await fail();
		const again = await retried(sms, failed, edit);
		expect(again.status).toBe('success');
		expect(taken()).toEqual(phones);
		expect(linksOf(again.output)).toEqual(phones.map((_, item) => [item]));
		expect(again.output.map(({ json }) => json.phone_number)).toEqual(phones);
		expect(hintsOf(again)).toContain(beforeChange);
	});

	it('of nothing says nothing, also where a new version has one field more', async () => {
		const failed = await fail();
		// Where n8n opens the workflow, every field has its value, also one that is new.
		const again = await retried(sms, failed, { schedule: 'now' });
		expect(taken()).toEqual(phones);
		expect(hintsOf(again)).toEqual([]);
	});

	it('knows the account however its address is written, and another account as another', async () => {
		const failed = await fail();
		const shouted = sms.credential.baseUrl as string;
		const credential = credentialFor(`${shouted.replace('http', 'HTTP')}/`);
		expect((await retried(sms, failed, {}, credential)).status).toBe('success');
		expect(taken()).toEqual(phones);
	});

	it('knows another server as another, also one of the same host', async () => {
		const failed = await fail();
		const { service, credential } = await startService();
		try {
			const again = await retried(sms, failed, {}, credential);
			expect(again.status).toBe('success');
			const reached = service.state.smsDeliveries.map((one) => one.phone_number);
			expect(reached).toEqual(phones);
		} finally {
			await service.close();
		}
	});

	it('sends nothing again of what may have been taken, until the person chooses so', async () => {
		const failed = await fail('processThenReset');
		const smaller = { options: { ...options, batchSize: 3 } };
		const kept = await retried(sms, failed, smaller);
		expect(kept.status).toBe('error');
		expect(taken()).toEqual(phones);
		expect(kept.error?.message).toMatch(/broke before an answer came.* \[items 10–19\]$/);
		expect(kept.error?.description).toContain('Everything else was sent.');
		expect(kept.error?.description).toContain(
			`Of 30 recipients, 20 were accepted and 10 may have been sent.`,
		);
		expect(kept.error?.description).toContain(
			`Check in the service: ${phoneOf(11)}, ${phoneOf(12)}`,
		);
		expect(kept.error?.description).toContain('Unconfirmed Requests');
		const sentAgain = await retried(sms, failed, {
			options: { ...options, unconfirmedRequests: 'resend' },
		});
		expect(sentAgain.status).toBe('success');
		expect(taken()).toHaveLength(50);
	});

	it.each<[string, IDataObject, FaultAction | undefined, message: RegExp]>([
		['an item is wrong', { messageHolder: 'Dear %{name}' }, undefined, /^Message: /],
		['the service refuses it', {}, refused, /not now/],
	])(
		'holds what may have been taken until it really is sent again: %s',
		async (_, edit, action, message) => {
			const failed = await fail('processThenReset');
			if (action) sms.service.faults.add({ action });
			const again = { ...options, unconfirmedRequests: 'resend' };
			const wrong = await retried(sms, failed, { ...edit, options: again });
			expect(wrong.error?.message).toMatch(message);
			expect(wrong.error?.description).toMatch(/10 (recipients )?may have been sent/);
			const { messageHolder } = smsToGuests;
			const kept = await retried(sms, wrong, { messageHolder, options });
			expect(kept.error?.description).toContain('10 may have been sent');
			expect(taken()).toEqual(phones);
			const sentAgain = await retried(sms, kept, { options: again });
			expect(sentAgain.status).toBe('success');
			expect(taken()).toHaveLength(40);
		},
	);

	it('knows recipients that an expression gives in another order', async () => {
		const list = (order: number[]) =>
			`={{ [${order.map((at) => `{ phone_number: "${phoneOf(at)}" }`).join(', ')}] }}`;
		const form = {
			...smsToGuests,
			options: { parallelRequests: 1, batchSize: 2, maxTries: 1 },
		};
		sms.service.faults.add({ after: 1, action: refused });
		const failed = await sms.run({ ...form, deliveriesJson: list([1, 2, 3, 4]) });
		const again = await retried(sms, failed, { deliveriesJson: list([4, 1, 3, 2]) });
		expect(again.status).toBe('success');
		expect(taken().sort()).toEqual([1, 2, 3, 4].map(phoneOf));
	});

	it('sends two messages to one person, as often as there are two', async () => {
		sms.service.faults.add({ after: 1, action: refused });
		const items = [1, 1, 2, 1].map((guest) => ({ phone: phoneOf(guest) }));
		const form = {
			...smsToGuests,
			options: { parallelRequests: 1, batchSize: 2, maxTries: 1 },
		};
		const failed = await sms.run(form, { items });
		expect(taken()).toEqual([1, 1].map(phoneOf));
		await retried(sms, failed, { messageHolder: 'Another' });
		expect(taken()).toEqual([1, 1, 2, 1].map(phoneOf));
	});

	it('counts those who were reached beside those who stand in their place now', async () => {
		const failed = await fail();
		sms.service.faults.add({ action: refused });
		const others = { phoneNumber: '={{ $json.phone.replace("+346", "+347") }}' };
		const smaller = { options: { ...options, batchSize: 5 } };
		const again = await retried(sms, failed, { ...others, ...smaller });
		expect(again.error?.description).toContain(
			'Of 40 recipients, 10 were accepted and 30 weren’t sent.',
		);
	});

	it('checks again, and tells what was sent when something is wrong now', async () => {
		const failed = await fail();
		const again = await retried(sms, failed, { messageHolder: 'Dear %{name}' });
		expect(again.error?.description).toMatch(
			/Nothing more was sent\. In an earlier try, 10 were accepted\. 30 items are wrong/,
		);
		expect(taken()).toEqual(phones.slice(0, 10));
	});
});

describe('a failed execution with rejected recipients that a person retries', () => {
	const sms = new NodeRunner(smsToGuests);
	const failing = { options: { failOnRejected: true, parallelRequests: 1, maxTries: 1 } };
	/** The phone numbers that arrived in each request. */
	const arrived = (): string[][] =>
		(sms.bodies as Array<{ deliveries: Array<{ phone_number: string }> }>).map((body) =>
			body.deliveries.map(({ phone_number }) => phone_number),
		);
	/** An answer that rejects some, in another order than they were sent where it names them. */
	const answer = (isNamed: boolean, valid: Record<string, boolean>): void => {
		const results = Object.entries(valid).map(([phone_number, isValid]) => ({
			...(isNamed && { phone_number }),
			valid: isValid,
			delivery_id: `d${phone_number}`,
		}));
		const deliveries = isNamed ? results.reverse() : results;
		sms.service.faults.add({ action: { respond: { status: 200, body: { deliveries } } } });
	};
	const [one, two] = [phoneOf(1), phoneOf(2)];

	it('are sent again where the answer names them, by a person alone and once each time', async () => {
		answer(true, { [one]: true, [two]: false });
		const failed = await sms.run(failing, {
			items: guests(2),
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 1,
		});
		expect([failed.tries, failed.error?.message]).toEqual([
			3,
			`The service rejected the delivery to ${two} [item 1]`,
		]);
		expect(failed.error?.description).not.toContain('a retry');
		expect(arrived()).toEqual([[one, two]]);
		answer(true, { [two]: false });
		const rejected = await retried(sms, failed, {});
		expect(rejected.error?.message).toContain(two);
		expect(arrived()).toEqual([[one, two], [two]]);
		const again = await retried(sms, rejected, {});
		expect(again.status).toBe('success');
		expect(again.output.map(({ json }) => json.phone_number)).toEqual([one, two]);
		expect(arrived()).toEqual([[one, two], [two], [two]]);
	});

	it('are held where only their order tells them, and say so, unless the person chooses otherwise', async () => {
		answer(false, { [one]: true, [two]: false });
		const failed = await sms.run(failing, { items: guests(2) });
		const kept = await retried(sms, failed, {});
		for (const { error } of [failed, kept])
			expect(error?.description).toContain(heldBecause.byOrder);
		expect(arrived()).toEqual([[one, two]]);
		const options = { ...failing.options, unconfirmedRequests: 'resend' };
		const again = await retried(sms, kept, { options });
		expect(again.status).toBe('success');
		expect(arrived()).toEqual([[one, two], [two]]);
	});

	it('are told as rejected where a retry stops before them', async () => {
		answer(true, { [one]: true, [two]: false });
		sms.service.faults.add({ after: 1, times: 2, action: refused });
		const small = { options: { ...failing.options, batchSize: 2 } };
		const failed = await sms.run(small, { items: guests(4) });
		const again = await retried(sms, failed, { options: { ...failing.options, batchSize: 1 } });
		expect(again.error?.description).toContain(
			'Of 4 recipients, 1 was accepted, 1 was rejected by the service, and 2 weren’t sent.',
		);
		expect((await retried(sms, again, {})).status).toBe('success');
		const last = arrived().slice(-3);
		expect(last).toEqual([[two], [phoneOf(3)], [phoneOf(4)]]);
	});
});

describe('a push that only one of two devices took', () => {
	const push = new NodeRunner(pushForm({ recipientType: 'user_id', recipientId: 'ana' }));

	it('is not sent again, and says why', async () => {
		const result = (device_id: string, valid: boolean) => ({
			user_id: 'ana',
			device_id,
			valid,
			delivery_id: `d${device_id}`,
		});
		const deliveries = [[result('a', true), result('b', false)]];
		push.service.faults.add({ action: { respond: { status: 200, body: { deliveries } } } });
		const form = {
			notification: { sendAllDevices: true },
			options: { failOnRejected: true, unconfirmedRequests: 'resend' },
		};
		const failed = await push.run(form);
		const again = await retried(push, failed, {});
		for (const { error } of [failed, again]) {
			expect(error?.description).toContain(heldBecause.inPart);
		}
		expect(push.bodies).toHaveLength(1);
	});
});

describe('a word by which n8n knows a cancellation', () => {
	const sms = new NodeRunner();

	it('ends no execution as canceled when the service says it', async () => {
		sms.service.faults.add({
			action: { respond: { status: 400, body: { error: 'was canceled' } } },
		});
		const run = await sms.run(smsToGuests, { items: guests(1) });
		expect(run.status).toBe('error');
		expect(run.error?.message).toBe(
			'The service refused the request (HTTP 400): was … [item 0]',
		);
		expect(run.error?.description).toMatch(
			/^In full: The service refused the request \(HTTP 400\): was canceled\. /,
		);
	});
});

describe('contacts of a failed execution that is retried after an edit', () => {
	const contact = new NodeRunner({ resource: 'contact', operation: 'upsert', origin: 'pms' });
	const submitted = (): unknown[] =>
		contact.service.requests
			.filter(({ status }) => status === 201)
			.flatMap(({ body }) => (body as { contacts: IDataObject[] }).contacts);

	it('are known by user id, then e-mail, then phone; a guest with a shared address stays one', async () => {
		const items = [
			{ user_id: 'g1', email: 'Family@example.com' },
			{ email: 'solo@example.com' },
			{ user_id: 'g2', email: 'family@example.com' },
			{ phone: '+34 600 000 001' },
		];
		contact.service.faults.add({ after: 2, action: refused });
		const small = { options: { parallelRequests: 1, batchSize: 1, maxTries: 1 } };
		const failed = await contact.run(small, { items });
		expect(failed.status).toBe('error');
		const again = await retried(contact, failed, {
			origin: 'other',
			contactsFrom: 'json',
			contactsJson:
				// Spreading `$json` gives nothing in some versions of n8n.
				'={{ [Object.assign({}, $json, { email: $json.email?.toLowerCase(), city: "Sevilla" })] }}',
		});
		expect(again.status).toBe('success');
		expect(submitted()).toHaveLength(4);
		expect(
			new Set(submitted().map((one) => JSON.stringify((one as IDataObject).user_id))).size,
		).toBe(3);
	});
});

describe('contacts that a retry maps to other identifiers', () => {
	const contact = new NodeRunner({
		resource: 'contact',
		operation: 'upsert',
		origin: 'pms',
		contactsFrom: 'json',
		options: { parallelRequests: 1, batchSize: 1, maxTries: 1 },
	});
	const form = (identifier: string, city = 'city') => ({
		contactsJson: `={{ [{ ${identifier}, city: $json.${city} }] }}`,
	});
	const items = [1, 2, 3].map((at) => ({
		id: `g${at}`,
		guest: `x${at}`,
		mail: `g${at}@example.com`,
		city: 'Sevilla',
		town: `Town ${at}`,
	}));
	const count = (): number =>
		contact.service.requests.filter(({ status }) => status === 201).length;
	const fail = async (): Promise<EngineRun> => {
		contact.service.faults.add({ after: 2, action: refused });
		const failed = await contact.run(form('user_id: $json.id'), { items });
		expect([failed.status, count()]).toEqual(['error', 2]);
		return failed;
	};

	it.each([
		'email: $json.mail',
		'user_id: $json.guest',
		'user_id: $json.guest, email: $json.mail',
	])('are known by item and place where all else is the same: %s', async (identifier) => {
		const again = await retried(contact, await fail(), form(identifier));
		expect([again.status, count()]).toEqual(['success', 3]);
		expect(linksOf(again.output)).toEqual([[0], [1], [2]]);
		expect(hintsOf(again)).toContain(
			hintOf(runHint.acceptedBeforeChange('2 of 3 contacts')).message,
		);
	});

	it.each([undefined, 'continueRegularOutput'] as const)(
		'are refused where other fields differ too, until the person lets them be sent again (%s)',
		async (onError) => {
			const failed = await fail();
			const other = form('email: $json.mail', 'town');
			const [, node] = failed.workflow.nodes;
			if (onError) node!.onError = onError;
			const again = await retried(contact, failed, other);
			const [error] = again.thrown;
			expect(error).toMatchObject({
				message:
					'This may be a contact that was accepted before, under another identifier [items 0–1]',
				description: expect.stringMatching(
					/Nothing more was sent\. In an earlier try, 2 were accepted\.$/,
				) as string,
				context: { outcome: 'unknown' },
			});
			expect(count()).toBe(2);
			// One that goes on can't be retried.
			if (onError) return;
			expect((await retried(contact, again, form('user_id: $json.id'))).status).toBe(
				'success',
			);
			expect(count()).toBe(3);
		},
	);

	it('are sent where the person lets them be sent again', async () => {
		const options = { batchSize: 1, unconfirmedRequests: 'resend' };
		const other = { ...form('email: $json.mail', 'town'), options };
		expect((await retried(contact, await fail(), other)).status).toBe('success');
		expect(count()).toBe(5);
	});
});

describe('a purchase', () => {
	const purchase = new NodeRunner({
		resource: 'purchase',
		operation: 'upsert',
		origin: 'pms',
		uuid: 'room-1',
		price: 10,
		currency: 'EUR',
		transactionCode: '={{ $json.code }}',
		contactsFrom: 'mapAutomatically',
		otherKeys: 'leaveOut',
		options: { maxTries: 1 },
	});
	/** The transaction codes that were taken, in order. */
	const codes = (): unknown[] =>
		purchase.service.requests
			.filter(({ status }) => status === 201)
			.map(({ body }) => (body as { purchase: IDataObject }).purchase.transaction_code);

	it('is not recorded twice where one of its items brings no contact', async () => {
		const items = [
			{ code: 'R-1' },
			{ code: 'R-1', user_id: 'g1' },
			{ code: 'R-2', user_id: 'g2' },
		];
		purchase.service.faults.add({ after: 1, action: refused });
		const run = await purchase.run(
			{},
			{ items, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		);
		expect(run.status).toBe('success');
		expect(codes()).toEqual(['R-1', 'R-2']);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
	});

	it('with a status that does not exist fails, and is not taken for a cancellation', async () => {
		const run = await purchase.run(
			{ status: '={{ "Gone away" }}' },
			{ items: [{ code: 'R-1', user_id: 'g1' }] },
		);
		expect(run.status).toBe('error');
		expect(run.error?.message).toBe('Status: “Gone away” isn’t one of add_cart … [item 0]');
		expect(run.error?.description).toMatch(
			/^In full: Status: “Gone away” isn’t one of add_cart, canceled, check_in, .*\. Nothing was sent\.$/,
		);
	});
});
