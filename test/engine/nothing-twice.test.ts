import type { IDataObject } from 'n8n-workflow';
import { entryFailure, outcomeWords } from '../../nodes/CrmMessaging/catalogue/runs';
import type { FaultAction } from '../../playground/service/mock-service';
import type { EngineRun } from './harness';
import {
	guests,
	hintsOf,
	jsonDeliveries,
	phoneOf,
	pushForm,
	recipients,
	smsForm,
	smsToGuests,
} from './message-forms';
import { contactForm, mapped } from './import-forms';
import { errorsIn, linksOf, NodeRunner } from './node-runner';
import { lookFor } from './sentences';

const refused: FaultAction = { respond: { status: 400, body: { error: 'not now' } } };
const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const phones = (...numbers: number[]): string[] => numbers.map(phoneOf);

describe('a retry', () => {
	const options = { parallelRequests: 1, batchSize: 2 };
	const sms = new NodeRunner({ ...smsToGuests, options });

	it('doesn’t resend what may have been accepted, unless the user chooses to', async () => {
		sms.service.faults.add({ after: 1, action: 'processThenReset' });
		const run = await sms.run({}, { items: guests(6), ...retried });
		expect([run.status, run.tries]).toEqual(['error', 3]);
		expect(run.error?.message).toMatch(/ \[items 2–3\]$/);
		expect(sms.phones).toEqual(phones(1, 2, 3, 4, 5, 6));
		const ids = [0, 1, 4, 5].map((at) => sms.service.state.smsDeliveries[at]!.delivery_id);
		expect(run.error?.description).toContain(
			`Of 6 messages, 4 were accepted and 2 may have been sent. Accepted: ${ids.join(', ')}. ${lookFor(...phones(3, 4))}`,
		);
		const resend = { options: { ...options, unconfirmedRequests: 'resend' } };
		const resent = await sms.retry(run, resend);
		expect(resent.status).toBe('success');
		expect(sms.phones.slice(6)).toEqual(phones(3, 4));
		// A finished run is forgotten.
		expect(resent.contextData['node:Node under test']).toEqual({});
	});

	it.each([402, 408, 409, 425, 499, 500, 503])(
		'doesn’t resend what was answered with HTTP %i, which doesn’t show what happened',
		async (status) => {
			const body = { error: 'delivery already accepted' };
			sms.service.faults.add({ action: { processThenRespond: { status, body } } });
			const run = await sms.run({}, { items: guests(2), ...retried });
			expect([run.status, run.tries, sms.sent.length]).toEqual(['error', 3, 1]);
			expect(run.error?.message).toBe(
				`The service answered with an error (HTTP ${status}): delivery already accepted [items 0–1]`,
			);
			expect(run.error?.description).toMatch(/^Both messages may have been sent\. /);
			expect(sms.phones).toEqual(phones(1, 2));
		},
	);

	it('doesn’t resend what an error’s answer has results of', async () => {
		const body = { error: 'no credit', deliveries: [{ valid: true, delivery_id: 'd-1' }] };
		sms.service.faults.add({ action: { processThenRespond: { status: 400, body } } });
		const run = await sms.run({}, { items: guests(1), ...retried });
		expect([run.status, run.tries, sms.sent.length]).toEqual(['error', 3, 1]);
		expect(run.error?.context?.outcome).toBe('unknown');
	});

	it('by a person sends all that were rejected, however often n8n tries it', async () => {
		const items = ['One', 'Two'].map((text) => ({ phone: phoneOf(0), text }));
		const form = {
			messageHolder: '={{ $json.text }}',
			options: { ...options, batchSize: 1, failOnRejected: true },
		};
		const failed = await sms.run(form, { items });
		expect([failed.error?.context?.outcome, sms.texts]).toEqual(['rejected', ['One', 'Two']]);
		sms.service.faults.add({ action: refused });
		Object.assign(failed.workflow.nodes[1]!, retried);
		await sms.retry(failed);
		expect(sms.texts).toEqual(['One', 'Two', 'One', 'Two']);
	});

	it('with Resend shows who may still have been reached if it stops early', async () => {
		const single = { ...options, batchSize: 1 };
		sms.service.faults.add({ after: 1, times: 3, action: 'processThenReset' });
		const form = { options: { ...single, parallelRequests: 4 } };
		const failed = await sms.run(form, { items: guests(4) });
		sms.service.faults.add({ after: 1, action: refused });
		const resend = { options: { ...single, unconfirmedRequests: 'resend' } };
		const { error } = await sms.retry(failed, resend);
		const counts = '2 were accepted and 2 may have been sent.';
		expect(error?.description).toContain(`Of 4 messages, ${counts}`);
		expect(sms.phones).toHaveLength(5);
	});

	it('after an edit of the message and the recipient format resends nothing', async () => {
		sms.service.faults.add({ after: 1, action: refused });
		const failed = await sms.run({}, { items: guests(6) });
		const wrong = await sms.retry(failed, { messageHolder: 'Dear %{name}' });
		expect(wrong.error?.description).toMatch(
			/Nothing more was sent\. In an earlier try, 2 were accepted\. 6 items are wrong/,
		);
		const again = await sms.retry(failed, {
			messageHolder: 'Your room is ready ',
			...jsonDeliveries('={{ [{ phone_number: $json.phone }] }}'),
		});
		expect(again.status).toBe('success');
		expect(sms.phones).toEqual(phones(1, 2, 3, 4, 5, 6));
		expect(linksOf(again.output)).toEqual([0, 1, 2, 3, 4, 5].map((item) => [item]));
	});
});

describe('contacts, which a second import updates', () => {
	const contact = new NodeRunner(contactForm({ options: { parallelRequests: 1, batchSize: 1 } }));
	const saved = (): unknown[] =>
		contact.service.requests
			.filter(({ status }) => status === 201)
			.flatMap(({ body }) => (body as { contacts: unknown[] }).contacts);
	const items = [
		{ user_id: 'g1', name_first: 'Ana' },
		{ user_id: 'g1', city: 'Sevilla' },
		{ user_id: 'g2', city: 'Sevilla' },
	];

	it('are sent again only if they changed, so that no data gets lost', async () => {
		contact.service.faults.add({ after: 1, action: refused });
		const failed = await contact.run({}, { items });
		expect([failed.status, saved()]).toEqual(['error', [items[0]]]);
		const again = await contact.retry(failed);
		expect([again.status, saved()]).toEqual(['success', items]);
		expect(linksOf(again.output)).toEqual([[0], [1], [2]]);
		expect(hintsOf(again)).toHaveLength(1);
	});

	it('are sent if a retry keeps the last of what an earlier try sent in part', async () => {
		contact.service.faults.add({ after: 1, action: refused });
		const failed = await contact.run({}, { items });
		const merged = await contact.retry(failed, { options: { duplicateContacts: 'last' } });
		expect([merged.status, saved()]).toEqual(['success', items]);
		expect(linksOf(merged.output)).toEqual([[0, 1], [2]]);
		expect(hintsOf(merged).join()).not.toContain('aren’t sent again');
	});

	it('are sent under another identifier if a person changes it, and come out once', async () => {
		contact.service.faults.add({ after: 2, action: refused });
		const failed = await contact.run({}, { items });
		const mapping = {
			contactsFrom: 'json',
			contactsJson: '={{ [{ email: $json.user_id + "@example.com" }] }}',
		};
		const again = await contact.retry(failed, mapping);
		const emails = items.map((item) => ({ email: `${item.user_id}@example.com` }));
		expect(again.status).toBe('success');
		expect(saved().slice(2)).toHaveLength(3);
		expect(saved()).toEqual(expect.arrayContaining(emails));
		expect(linksOf(again.output)).toEqual([[0], [1], [2]]);
	});

	it.each([0, 'late'])(
		'are sent once if they have a custom field “error”, for which n8n may run the node again: %s',
		async (error) => {
			const options = { onError: 'continueRegularOutput', ...retried } as const;
			const run = await contact.run(
				{ otherKeys: 'custom' },
				{ items: [{ user_id: 'g1', error }], ...options },
			);
			expect(run.output).toMatchObject([{ json: { user_id: 'g1', error } }]);
			expect(contact.bodies).toHaveLength(1);
			// Some versions run it again for any value.
			expect(JSON.stringify(run.contextData)).toContain('crmMessagingSent');
		},
	);
});

describe('an item from the node’s own error output', () => {
	const options = { batchSize: 1, parallelRequests: 1 };
	const sms = new NodeRunner({ ...smsToGuests, options });
	const onError = 'continueErrorOutput';
	const imports = new NodeRunner(contactForm());
	const itemsOf = ({ errorOutput }: EngineRun) => errorOutput.map(({ json }) => json);

	it('isn’t sent again if it may have been sent, and leaves with its outcome', async () => {
		sms.service.faults.add({ action: { processThenRespond: { status: 500 } } });
		sms.service.faults.add({ action: refused });
		const first = await sms.run({}, { items: guests(3), onError });
		expect(itemsOf(first).map(({ error }) => (error as IDataObject).outcome)).toEqual([
			'unknown',
			'notSent',
		]);
		const second = await sms.run({}, { items: itemsOf(first), onError });
		const { text } = entryFailure.triedBefore({ outcome: outcomeWords.unknown[0] });
		expect(itemsOf(second)).toMatchObject([
			{ phone: phoneOf(1), error: { code: 'triedBefore', message: `${text} [item 0]` } },
		]);
		expect(errorsIn(second.errorOutput)).toMatchObject([{ outcome: 'unknown' }]);
		expect(linksOf(second.output)).toEqual([[1]]);
		const third = await sms.run({}, { items: itemsOf(second), onError });
		expect(errorsIn(third.errorOutput)).toMatchObject([{ outcome: 'unknown' }]);
		expect(sms.service.state.smsDeliveries).toHaveLength(3);
		const resend = { options: { ...options, unconfirmedRequests: 'resend' } };
		await sms.run(resend, { items: itemsOf(third), onError });
		expect(sms.service.state.smsDeliveries).toHaveLength(4);
	});

	it.each(['accepted', 'rejected'])('isn’t sent again if it was %s', async (outcome) => {
		const items = [{ ...guests(1)[0], error: { node: 'Node under test', outcome } }];
		const run = await sms.run({}, { items, onError });
		expect(errorsIn(run.errorOutput)).toMatchObject([{ code: 'triedBefore', outcome }]);
		expect((await sms.run({}, { items })).error?.description).toMatch(
			/Nothing was sent now\.$/,
		);
		expect(sms.sent).toEqual([]);
	});

	it.each(['leaveOut', 'custom', 'error'])(
		'is saved without its error if it’s a contact, with other columns as %s',
		async (otherKeys) => {
			const error = { node: 'Node under test', outcome: 'notSent', code: 'busy' };
			const form = { contactsFrom: 'mapAutomatically', otherKeys };
			await imports.run(form, { items: [{ user_id: 'g1', error }] });
			expect(imports.bodies).toMatchObject([{ contacts: [{ user_id: 'g1' }] }]);
			expect(JSON.stringify(imports.bodies)).not.toContain('busy');
		},
	);

	it.each<[what: string, error: IDataObject]>([
		['another node', { node: 'Another node', outcome: 'unknown' }],
		['nothing sent', { node: 'Node under test', outcome: 'notSent' }],
		['another package', { message: 'Not one of this package' }],
	])('is sent if its error is of %s', async (_, error) => {
		await sms.run({}, { items: [{ ...guests(1)[0], error }], onError });
		expect(sms.sent).toHaveLength(1);
	});
});

/** n8n puts an agent's call into one item, with another ID for every call. */
describe('an agent’s tool', () => {
	const sms = new NodeRunner();
	const to = (...guestNumbers: number[]): IDataObject =>
		recipients(...guestNumbers.map((guest) => ({ phoneNumber: phoneOf(guest) })));
	const form = smsForm({
		...to(1, 2),
		messageHolder: '={{ $json.text }}',
		options: { batchSize: 1 },
	});
	let calls = 0;

	/** Calls the tool in the execution of an earlier call. */
	const ask = async (
		text: string,
		earlier?: EngineRun,
		more: IDataObject = {},
	): Promise<EngineRun> => {
		const items = [{ text, toolCallId: `call-${++calls}` }];
		const { contextData } = earlier ?? {};
		return await sms.run({ ...form, ...more }, { ...sms.engine.tool(), items, contextData });
	};

	it('sends no recipient the same text twice, and lists the recipients already accepted', async () => {
		const rejecting = { options: { batchSize: 1, failOnRejected: true } };
		const rejected = await ask('One', undefined, { ...to(1, 0), ...rejecting });
		expect(rejected.error?.message).toMatch(
			/rejected the delivery to \+34600000000\. .*Accepted, and not sent again when you repeat the call: \+34600000001\.$/,
		);
		const corrected = await ask('One', rejected, to(2, 1));
		expect(corrected.output.map(({ json }) => [json.phone_number, json.skipped])).toEqual([
			[phoneOf(2), undefined],
			[phoneOf(1), 'acceptedBefore'],
		]);
		const other = await ask('Two', corrected, to(1, 1));
		expect(other.status).toBe('success');
		const repeated = await ask('Two', other, to(1));
		expect(repeated.output.map(({ json }) => json.skipped)).toEqual(['acceptedBefore']);
		// The rejected one has arrived as well.
		expect(sms.texts).toEqual(['One', 'One', 'One', 'Two']);
	});

	it('sends the same text for another time, since that is another message', async () => {
		const at = (time: string) => ({ ...to(1), schedule: 'at', startAt: time });
		const first = await ask('One', undefined, at('2099-01-01T10:00:00Z'));
		const other = await ask('One', first, at('2099-01-02T10:00:00Z'));
		expect(other.output.map(({ json }) => json.skipped)).toEqual([undefined]);
		const again = await ask('One', other, at('2099-01-02T10:00:00Z'));
		expect(again.output.map(({ json }) => json.skipped)).toEqual(['acceptedBefore']);
		expect(sms.texts).toEqual(['One', 'One']);
	});

	it('sends the same push with another title, since that is another message', async () => {
		const push = (subject: string) => pushForm({ subject, recipientId: 'd-1' });
		const send = async (subject: string, earlier?: EngineRun) => {
			const items = [{ toolCallId: `push-${++calls}` }];
			const { contextData } = earlier ?? {};
			return await sms.run(push(subject), { ...sms.engine.tool(), items, contextData });
		};
		const first = await send('One');
		const other = await send('Two', first);
		const again = await send('Two', other);
		const skipped = [first, other, again].map(({ output }) => output[0]!.json.skipped);
		expect(skipped).toEqual([undefined, undefined, 'acceptedBefore']);
	});

	it('saves the same contact once, also if its bulk job comes out', async () => {
		const form = contactForm({ ...mapped({ user_id: 'g-1' }), options: { output: 'bulkJob' } });
		const first = await ask('', undefined, form);
		const again = await ask('', first, form);
		const jobs = [first, again].map(({ output }) => output[0]!.json);
		expect(jobs.map(({ _id }) => _id)).toEqual([jobs[0]!._id, jobs[0]!._id]);
		expect(jobs.map(({ skipped }) => skipped)).toEqual([undefined, 'acceptedBefore']);
		expect(sms.sent).toHaveLength(1);
	});

	it('fills no placeholder with a field of the agent’s call', async () => {
		const run = await ask('Hello %{toolCallId}');
		expect(run.error?.message).toContain('%{toolCallId} has no value');
		expect(sms.sent).toEqual([]);
	});

	it('compares texts trimmed', async () => {
		const first = await ask('One', undefined, to(1));
		const again = await ask(' One ', first, to(1));
		expect(again.output.map(({ json }) => json.skipped)).toEqual(['acceptedBefore']);
	});

	it('sends a text twice in one call if Skip Duplicates is off', async () => {
		const twice = { ...to(1, 1), options: { skipDuplicates: false } };
		await ask('One', undefined, twice);
		expect(sms.texts).toEqual(['One', 'One']);
		await ask('Two', undefined, to(1, 1));
		expect(sms.texts).toEqual(['One', 'One', 'Two']);
	});
});
