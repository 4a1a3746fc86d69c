import { createHmac } from 'node:crypto';
import { NodeRunner } from './node-runner';
import { account } from './running-service';

/** Submission, callback and trigger together. */
describe.each(['json', 'form'] as const)('a callback as %s', (callbackForm) => {
	const node = new NodeRunner(
		{ resource: 'contact', operation: 'upsert', origin: 'pms' },
		{ processingDelayMs: 20, callbackForm },
	);
	const items = [
		{ user_id: 'g-1', email: 'a@b.example', city: 'Sevilla' },
		{ user_id: 'g-2', email: 'no address' },
	];

	const calling = (webhookUrl: string) => ({
		...{ contactsFrom: 'mapAutomatically', callback: 'triggerUrl', webhookUrl },
	});

	/** Waits until the service's callback was answered. */
	const answered = async (): Promise<void> => {
		const end = Date.now() + 5000;
		while (!node.service.state.callbacks[0]?.attempts.length && Date.now() < end) {
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
	};

	it.each(['signedUrl', 'signatureHeader', 'none'])(
		'starts the trigger whose URL the submission named (%s)',
		async (authentication) => {
			const trigger = await node.engine.trigger({
				node: { parameters: { authentication, output: 'contact' } },
				credential: node.credential,
			});
			const options = { validate: true, webhookContactsExtraFields: 'city' };
			const run = await node.run({ ...calling(trigger.url), options }, { items });
			expect(run.output).toHaveLength(1);
			await answered();
			expect(node.service.state.callbacks).toMatchObject([
				{ outcome: 'received', attempts: [{ status: 200 }] },
			]);
			expect(trigger.started).toHaveLength(1);
			expect(trigger.started[0]!.map(({ json }) => json)).toMatchObject([
				{ valid: true, user_id: 'g-1', city: 'Sevilla' },
				{ valid: false, reason: 'email is invalid', user_id: 'g-2' },
			]);
		},
	);

	it('is refused by the trigger of another account, and is tried again later', async () => {
		const trigger = await node.engine.trigger({
			node: { parameters: {} },
			credential: { ...node.credential, accountSecret: 'another-account-secret' },
		});
		await node.run(calling(trigger.url), { items });
		await answered();
		expect(node.service.state.callbacks).toMatchObject([
			{ outcome: 'pending', attempts: [{ status: 401 }] },
		]);
		expect(trigger.started).toEqual([]);
	});
});

describe('the URL handed to the service', () => {
	const node = new NodeRunner({
		resource: 'contact',
		operation: 'upsert',
		origin: 'pms',
		contactsFrom: 'json',
		contactsJson: '{ "user_id": "g-1" }',
	});
	const id = 'd1a2b3c4-0000-4000-8000-000000000001';
	const key = createHmac('sha256', account.accountSecret).update(id).digest('hex');
	const base = 'https://n8n.example.com';

	it.each([
		[`${base}/webhook/${id}/crm-messaging`, `${base}/webhook/${id}/crm-messaging?key=${key}`],
		[
			`${base}/webhook-test/${id}/crm-messaging`,
			`${base}/webhook-test/${id}/crm-messaging?key=${key}`,
		],
		[
			`${base}:8443/tools/n8n/webhook/${id}/crm-messaging`,
			`${base}:8443/tools/n8n/webhook/${id}/crm-messaging?key=${key}`,
		],
		[
			`${base}/webhook/${id}/crm-messaging?a=1&key=old`,
			`${base}/webhook/${id}/crm-messaging?a=1&key=${key}`,
		],
		[`${base}/webhook/${id}`, `${base}/webhook/${id}`],
		[`  ${base}/hook\n`, `${base}/hook`],
		['https://other.example.com/hook?x=1', 'https://other.example.com/hook?x=1'],
	])('%s is given as %s', async (webhookUrl, url) => {
		await node.run({ callback: 'triggerUrl', webhookUrl });
		expect(node.bodies).toEqual([
			{ origin: 'pms', options: { webhook: { url } }, contacts: [{ user_id: 'g-1' }] },
		]);
	});

	it.each(['n8n.example.com/hook', 'ftp://n8n.example.com/hook', 'my webhook'])(
		'is refused when it is no web address: %s',
		async (webhookUrl) => {
			const { error } = await node.run({ callback: 'triggerUrl', webhookUrl });
			expect(error?.message).toBe(
				`Webhook URL: “${webhookUrl}” is not a web address; write it such as https://n8n.example.com/webhook/… [item 0]`,
			);
			expect(node.sent).toEqual([]);
		},
	);

	it.each(['={{ "" }}', '={{ null }}'])('is asked for when %s gives none', async (webhookUrl) => {
		const { error } = await node.run({ callback: 'triggerUrl', webhookUrl });
		expect(error?.message).toBe('Webhook URL is missing; give a value [item 0]');
		expect(node.sent).toEqual([]);
	});

	it.each<[url: string, hints: RegExp[]]>([
		[`${base}/webhook/${id}/crm-messaging`, []],
		['https://other.example.com/hook', []],
		[
			`http://localhost:5678/webhook/${id}/crm-messaging`,
			[/^The service can call localhost only from within the same network\. /],
		],
		[`${base}/webhook-test/${id}/crm-messaging`, [/^The Webhook URL is a test URL, which/]],
		[`${base}/webhook/another`, [/^The Webhook URL is not that of a CRM Messaging Trigger/]],
	])('%s is handed over with the advice it needs', async (webhookUrl, hints) => {
		const run = await node.run({ callback: 'triggerUrl', webhookUrl });
		expect(run.hints.map(({ message }) => message)).toEqual(
			hints.map((hint) => expect.stringMatching(hint) as string),
		);
	});

	it('is not handed over, and the webhook fields say so, when Callback is None', async () => {
		const run = await node.run({ options: { webhookContactsExtraFields: 'city' } });
		expect(node.bodies).toEqual([{ origin: 'pms', contacts: [{ user_id: 'g-1' }] }]);
		expect(run.hints.map(({ message }) => message)).toEqual([
			'The webhook fields have no effect, because Callback is set to None.',
		]);
	});
});
