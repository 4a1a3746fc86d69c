import type { IDataObject } from 'n8n-workflow';
import { runHint } from '../../nodes/CrmMessaging/catalogue/runs';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import type { EngineRun } from './harness';
import { account } from './running-service';
import {
	guests,
	hintsOf,
	phoneOf,
	pushBody,
	pushForm,
	smsForm,
	smsToGuests,
} from './message-forms';
import { linksOf, NodeRunner } from './node-runner';

const hint = 'This is a preview: nothing was sent. Remove the option Preview to send.';
const requests = { options: { preview: 'requests' } };

describe('a preview', () => {
	const node = new NodeRunner();
	const holdsSecret = (value: unknown): boolean =>
		[account.accountSecret, account.masterSecret].some((secret) =>
			JSON.stringify(value).includes(secret),
		);
	const form = smsForm({
		messageHolder: 'Dear %{name}, %%{x}',
		multiple: true,
		schedule: 'at',
		startAt: '2031-07-15T09:30:00',
		phoneNumber: '={{ $json.phone }}',
	});
	const names = ['Ana', 'Łukasz', '$& %{name}', '€'.repeat(153)];
	const start_at = '2031-07-15T09:30:00+02:00';
	const total = `4 messages, 6 SMS, scheduled for ${start_at}.`;
	const options = {
		items: names.map((name, index) => ({ name, phone: phoneOf(index + 1) })),
		settings: { timezone: 'Europe/Madrid' },
	};

	it('gives the exact requests of SMS that sending would make, and sends nothing', async () => {
		const preview = { preview: 'requests', batchSize: 3 };
		const run = await node.run({ ...form, options: preview }, options);
		expect(node.service.requests).toEqual([]);
		expect(hintsOf(run)).toEqual([total, hint]);
		expect(linksOf(run.output)).toEqual([[0, 1, 2], [3]]);
		expect(holdsSecret(run.data)).toBe(false);

		await node.run({ ...form, options: { batchSize: 3 } }, options);
		const url = `${node.service.url}/v2/account/aurora-hotels/sms/deliveries`;
		expect(run.output.map(({ json }) => json)).toEqual([
			{ method: 'POST', url, body: node.bodies[0], recipients: 3 },
			{ method: 'POST', url, body: node.bodies[1], recipients: 1 },
		]);
	});

	it('shows each message as it is sent, with parts, warnings and the schedule', async () => {
		const run = await node.run({ ...form, options: { preview: 'messages' } }, options);
		expect(node.service.requests).toEqual([]);
		expect(linksOf(run.output)).toEqual([[0], [1], [2], [3]]);

		const sent = await node.run({ ...form, options: { preview: 'off' } }, options);
		const texts = node.service.state.smsDeliveries.map(({ text }) => text);
		expect(texts).toEqual(names.map((name) => `Dear ${name}, %{x}`));
		const more = [
			{ parts: 1, encoding: 'GSM-7' },
			{ parts: 1, encoding: 'UCS-2' },
			{ parts: 1, encoding: 'GSM-7' },
			// A euro sign counts two, and braces count two as well.
			{ parts: 3, encoding: 'GSM-7' },
		];
		expect(run.output.map(({ json }) => json)).toEqual(
			sent.output.map(({ json: { text, phone_number } }, at) => ({
				...{ text, warnings: [], phone_number, schedule: start_at },
				...more[at],
			})),
		);
		expect(Object.keys(run.output[0]!.json).slice(0, 3)).toEqual(['text', 'parts', 'warnings']);
		expect([hintsOf(run), hintsOf(sent)]).toEqual([[total, hint], []]);
	});

	it('stops at SMS that are too long as sending does, and with Continue gives the others', async () => {
		const parameters = { ...form, multiple: false, options: { preview: 'messages' } };
		const stopped = await node.run(parameters, options);
		expect(stopped.error?.message).toMatch(/ is 3 SMS long, .* \[item 3\]$/);
		const run = await node.run(parameters, { ...options, onError: 'continueErrorOutput' });
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
		expect(linksOf(run.errorOutput)).toEqual([[3]]);
		expect(hintsOf(run)).toEqual([`3 messages, 3 SMS, scheduled for ${start_at}.`, hint]);
	});

	it('gives each push as a real send does', async () => {
		const preview = await node.run({ ...pushForm(), options: { preview: 'messages' } });
		const sent = await node.run(pushForm());
		const more = { warnings: [], schedule: 'now' };
		expect(preview.output.map(({ json }) => json)).toEqual(
			sent.output.map(({ json: { text, device_id } }) => ({ text, device_id, ...more })),
		);
	});

	it('gives the exact request of push notifications', async () => {
		const notification = { sendSilently: true, badge: 0 };
		const run = await node.run({ ...pushForm({ notification }), ...requests });
		expect(node.service.requests).toEqual([]);
		expect(run.output).toEqual([
			{
				json: {
					method: 'POST',
					url: `${node.service.url}/v2/account/aurora-hotels/push/deliveries`,
					body: pushBody([{ device_id: 'phone-1' }], { alert: '', badge: 0 }),
					recipients: 1,
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(hintsOf(run)).toEqual(['1 message, sent now.', hint]);
		expect(holdsSecret(run.data)).toBe(false);
	});

	it.each([
		['http://crm.example.com', 1],
		['https://crm.example.com', 0],
		['http://crm.internal', 0],
	])('says of %s whether the secrets would travel unencrypted', async (baseUrl, count) => {
		const credential = { ...node.credential, baseUrl };
		const { hints } = await node.run({ ...smsForm(), ...requests }, { credential });
		const told = hints.filter(({ message }) => message.includes('unencrypted'));
		expect(told).toHaveLength(count);
	});

	it.each(['messages', 'requests'])(
		'shows on a retry what would still be sent, and changes nothing: %s',
		async (preview) => {
			const options = { parallelRequests: 1, batchSize: 1, maxTries: 1 };
			const guestsForm = { ...smsToGuests, options };
			node.service.faults.add({ after: 1, action: 'processThenReset' });
			node.service.faults.add({ after: 2, action: { respond: { status: 400 } } });
			const failed = await node.run(guestsForm, {
				items: guests(4),
				retryOnFail: true,
				maxTries: 2,
				waitBetweenTries: 1,
			});
			const memory = (run: EngineRun) =>
				JSON.stringify(run.contextData['node:Node under test']?.crmMessagingAccepted);
			const retry = async (of: EngineRun, chosen: IDataObject): Promise<EngineRun> => {
				const nodes = of.workflow.nodes.map((one) =>
					one.name === of.nodeName
						? { ...one, parameters: { ...guestsForm, options: chosen } as never }
						: one,
				);
				return await node.engine.runWorkflow(
					{ ...of.workflow, nodes },
					{ retryOf: of, credential: node.credential, observe: of.nodeName },
				);
			};
			const arrived = node.sent.length;
			const shown = await retry(failed, { ...options, preview });
			expect(shown.status).toBe('success');
			expect(node.sent).toHaveLength(arrived);
			expect(linksOf(shown.output)).toEqual([[2], [3]]);
			expect(hintsOf(shown)).toEqual([
				hintOf(runHint.previewWithoutSent('1 was accepted and 1 may have been sent'))
					.message,
				'2 messages, 2 SMS, sent now.',
				hint,
			]);
			expect(memory(shown)).toBe(memory(failed));
			const all = await retry(failed, { ...options, preview, unconfirmedRequests: 'resend' });
			expect(linksOf(all.output)).toEqual([[1], [2], [3]]);
			expect(memory(all)).toBe(memory(failed));
		},
	);

	it('needs no master secret, and checks items as sending does', async () => {
		const credential = { ...node.credential, masterSecret: '' };
		const run = await node.run({ ...smsForm(), ...requests }, { credential });
		expect(run.output.map(({ json }) => json.recipients)).toEqual([1]);
		const wrong = smsForm({ phoneNumber: '+0' });
		const refused = await node.run({ ...wrong, ...requests }, { credential });
		expect([refused.status, refused.output]).toEqual(['error', []]);
		expect(node.service.requests).toEqual([]);
	});
});
