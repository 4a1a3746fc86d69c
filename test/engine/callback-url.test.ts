import { runHint } from '../../nodes/CrmMessaging/catalogue/runs';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import { automatic, contactForm } from './import-forms';
import { hintsOf } from './message-forms';
import { NodeRunner } from './node-runner';
import { key, webhookId } from './trigger-runner';

describe('the URL for the service', () => {
	const node = new NodeRunner(contactForm({ ...automatic, processingResult: 'sendToTrigger' }));
	const items = [{ user_id: 'g-1' }];
	const base = 'https://n8n.example.com';
	const path = `${webhookId}/crm-messaging`;

	it.each<[entered: string, sent: string, hints: RegExp[]]>([
		[`${base}/webhook/${path}`, `${base}/webhook/${path}?key=${key}`, []],
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
	])('%s is sent as %s, with the hint it needs', async (webhookUrl, url, hints) => {
		const run = await node.run({ webhookUrl }, { items });
		expect(node.bodies).toMatchObject([{ options: { webhook: { url } } }]);
		expect(hintsOf(run)).toEqual(hints.map((hint) => expect.stringMatching(hint) as string));
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
