import { setTimeout as pause } from 'node:timers/promises';
import { runHint } from '../../nodes/CrmMessaging/catalogue/runs';
import { wrongValue } from '../../nodes/CrmMessaging/catalogue/values';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import { automatic, contactForm } from './import-forms';
import { inField } from './sentences';
import { hintsOf } from './message-forms';
import { NodeRunner } from './node-runner';
import { key, webhookId } from './trigger-runner';

const form = contactForm({ ...automatic, processingResult: 'sendToTrigger' });

/** Import, callback and trigger together; `engine/readings` has the signed URL. */
describe.each(['json', 'form'] as const)('a callback as %s', (callbackForm) => {
	const node = new NodeRunner(form, { processingDelayMs: 20, readings: { callbackForm } });
	const items = [
		{ user_id: 'g-1', email: 'a@b.example', city: 'Sevilla' },
		{ user_id: 'g-2', email: 'no address' },
	];

	it('starts a trigger that checks its signature, with an item a contact', async () => {
		const trigger = await node.engine.trigger({
			node: { parameters: { authentication: 'signatureHeader', output: 'contact' } },
			credential: node.credential,
		});
		const options = { validate: true, contactsExtraFields: 'city' };
		await node.run({ webhookUrl: trigger.url, options }, { items });
		while (!node.service.state.callbacks[0]?.attempts.length) await pause(10);
		expect(node.service.state.callbacks).toMatchObject([
			{ outcome: 'received', attempts: [{ status: 200 }] },
		]);
		expect(trigger.started.map((all) => all.map(({ json }) => json))).toMatchObject([
			[
				{ valid: true, user_id: 'g-1', city: 'Sevilla' },
				{ valid: false, reason: 'email is invalid', user_id: 'g-2' },
			],
		]);
	});
});

describe('the URL for the service', () => {
	const node = new NodeRunner(form);
	const items = [{ user_id: 'g-1' }];
	const base = 'https://n8n.example.com';
	const path = `${webhookId}/crm-messaging`;

	it.each<[entered: string, sent: string, hints: RegExp[]]>([
		[`${base}/webhook/${path}`, `${base}/webhook/${path}?key=${key}`, []],
		[
			`${base}:8443/n8n/webhook-test/${path}?a=1&key=old`,
			`${base}:8443/n8n/webhook-test/${path}?a=1&key=${key}`,
			[/^The Webhook URL is a test URL, which/],
		],
		[
			`http://localhost:5678/webhook/${path}`,
			`http://localhost:5678/webhook/${path}?key=${key}`,
			[/^The service can call localhost only from within the same network\. /],
		],
		[
			`${base}/webhook/another`,
			`${base}/webhook/another`,
			[/^The Webhook URL isn’t that of a CRM Messaging Trigger/],
		],
		['  https://other.example.com/hook?x=1\n', 'https://other.example.com/hook?x=1', []],
	])('%s is sent as %s, with the hint it needs', async (webhookUrl, url, hints) => {
		const run = await node.run({ webhookUrl }, { items });
		expect(node.bodies).toMatchObject([{ options: { webhook: { url } } }]);
		expect(hintsOf(run)).toEqual(hints.map((hint) => expect.stringMatching(hint) as string));
	});

	it.each([
		[
			'my webhook',
			wrongValue.wrongFormat('“my webhook”', 'a web address', `${base}/webhook/…`),
		],
		['={{ null }}', wrongValue.required()],
	])('is refused if it is no web address: %s', async (webhookUrl, sentence) => {
		const { error } = await node.run({ webhookUrl }, { items });
		expect(error?.message).toBe(`${inField('Webhook URL', sentence).text} [item 0]`);
		expect(node.sent).toEqual([]);
	});

	it('isn’t sent with Don’t Wait, and a hint says so of its fields', async () => {
		const options = { contactsExtraFields: 'city' };
		const parameters = { processingResult: 'dontWait', webhookUrl: base, options };
		const run = await node.run(parameters, { items });
		expect(node.bodies).toEqual([{ origin: 'pms', contacts: items }]);
		expect(hintsOf(run)).toEqual([
			hintOf(runHint.noEffect('Callback Fields', 'Processing Result is Don’t Wait')).message,
		]);
	});
});
