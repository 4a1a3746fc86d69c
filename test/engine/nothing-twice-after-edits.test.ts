import type { IDataObject } from 'n8n-workflow';
import { runHint } from '../../nodes/CrmMessaging/catalogue/runs';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import type { FaultAction } from '../../playground/service/mock-service';
import { contactForm } from './import-forms';
import type { EngineRun } from './harness';
import { guests, hintsOf, phoneOf, smsToGuests } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { credentialFor } from './running-service';

const refused: FaultAction = { respond: { status: 400, body: { error: 'not now' } } };
const options = { parallelRequests: 1, batchSize: 10, maxTries: 1 };
const phones = guests(30).map(({ phone }) => phone);
const acceptedBefore = (count: string) => hintOf(runHint.acceptedBeforeChange(count)).message;

describe('a failed execution that is retried after an edit', () => {
	const sms = new NodeRunner();
	const accepted = (): unknown[] =>
		sms.service.state.smsDeliveries.map(({ phone_number }) => phone_number);
	const fail = async (action: FaultAction = refused): Promise<EngineRun> => {
		sms.service.faults.add({ after: 1, action });
		const failed = await sms.run({ ...smsToGuests, options }, { items: guests(30) });
		expect(failed.status).toBe('error');
		return failed;
	};

	it.each<[string, IDataObject]>([
		['one space in the message', { messageHolder: 'Your room is ready ' }],
		['how recipients are given', { deliveriesJson: '={{ [{ phone_number: $json.phone }] }}' }],
	])('of %s reaches no one twice, and a hint says so', async (_, edit) => {
		const again = await sms.retry(await fail(), edit);
		expect(again.status).toBe('success');
		expect(accepted()).toEqual(phones);
		expect(linksOf(again.output)).toEqual(phones.map((_, item) => [item]));
		expect(again.output.map(({ json }) => json.phone_number)).toEqual(phones);
		expect(hintsOf(again)).toContain(acceptedBefore('10 of 30 recipients'));
	});

	it('has no hint if nothing was edited, however the account’s address is written', async () => {
		const failed = await fail();
		const shouted = (sms.credential.baseUrl as string).replace('http', 'HTTP');
		// n8n fills in every field when it opens the workflow, even one that is new.
		const again = await sms.retry(failed, { schedule: 'now' }, credentialFor(`${shouted}/`));
		expect(accepted()).toEqual(phones);
		expect(hintsOf(again)).toEqual([]);
	});

	it('resends what may have been accepted only if the person chooses so', async () => {
		const failed = await fail('processThenReset');
		const held = await sms.retry(failed, { options: { ...options, batchSize: 3 } });
		expect(accepted()).toEqual(phones);
		expect(held.error?.message).toMatch(/broke before an answer came.* \[items 10–19\]$/);
		for (const part of [
			'Everything else was sent. Of 30 recipients, 20 were accepted and 10 may have been sent.',
			`Check in the service: ${phoneOf(11)}, ${phoneOf(12)}`,
			'Unconfirmed Requests',
		])
			expect(held.error?.description).toContain(part);
		const resend = { options: { ...options, unconfirmedRequests: 'resend' } };
		expect((await sms.retry(failed, resend)).status).toBe('success');
		expect(accepted()).toHaveLength(50);
	});

	it('lists what was sent if an item is wrong now', async () => {
		const again = await sms.retry(await fail(), { messageHolder: 'Dear %{name}' });
		expect(again.error?.description).toMatch(
			/Nothing more was sent\. In an earlier try, 10 were accepted\. 30 items are wrong/,
		);
		expect(accepted()).toEqual(phones.slice(0, 10));
	});
});

describe('contacts that a retry maps to other identifiers', () => {
	const options = { parallelRequests: 1, batchSize: 1, maxTries: 1 };
	const contact = new NodeRunner(contactForm({ contactsFrom: 'json', options }));
	const form = (identifier: string, city = 'city') => ({
		contactsJson: `={{ [{ ${identifier}, city: $json.${city} }] }}`,
	});
	const items = [1, 2, 3].map((at) => ({
		id: `g${at}`,
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

	it.each([undefined, 'continueRegularOutput'] as const)(
		'are refused if other fields differ too, until the person chooses to resend (%s)',
		async (onError) => {
			const failed = await fail();
			const other = form('email: $json.mail', 'town');
			if (onError) failed.workflow.nodes[1]!.onError = onError;
			const again = await contact.retry(failed, other);
			expect(again.thrown[0]).toMatchObject({
				message:
					'This may be a contact that was accepted before, under another identifier [items 0–1]',
				description: expect.stringMatching(
					/Nothing more was sent\. In an earlier try, 2 were accepted\.$/,
				) as string,
				context: { outcome: 'unknown' },
			});
			expect(count()).toBe(2);
			const resend = { batchSize: 1, unconfirmedRequests: 'resend' };
			const sent = await contact.retry(failed, { ...other, options: resend });
			expect([sent.status, count()]).toEqual(['success', 5]);
		},
	);
});
