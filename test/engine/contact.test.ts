import type { IDataObject } from 'n8n-workflow';
import { contactHint, duplicatesSent } from '../../nodes/CrmMessaging/catalogue/contacts';
import { runHint } from '../../nodes/CrmMessaging/catalogue/runs';
import { automatic, contactForm, several } from './import-forms';
import { hintsOf } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { hintText } from './sentences';
import { key, webhookId } from './trigger-runner';

describe('a contact', () => {
	const node = new NodeRunner(contactForm());

	it('can be one of several of an item, in order and without empty entries', async () => {
		const contact = [
			{ userId: '={{ $json.first }}', email: '' },
			{ userId: '', email: '', additionalFields: {} },
			{ userId: 'g-2', additionalFields: { city: 'Roma', tags: 'a,b' } },
		];
		const run = await node.run(several(...contact), { items: [{ first: 'g-1' }] });
		expect(node.bodies).toEqual([
			{
				origin: 'pms',
				contacts: [{ user_id: 'g-1' }, { user_id: 'g-2', city: 'Roma', tags: ['a', 'b'] }],
			},
		]);
		expect(linksOf(run.output)).toEqual([[0], [0]]);
	});
});

describe('contacts of many items', () => {
	const node = new NodeRunner(contactForm(automatic));
	const guests = (count: number) =>
		Array.from({ length: count }, (_, at) => ({ user_id: `guest-${at}` }));
	const range = (from: number, to: number) =>
		Array.from({ length: to - from }, (_, at) => from + at);
	/** The request bodies for these contacts. */
	const bodiesOf = (...contacts: IDataObject[][]) =>
		contacts.map((some) => ({ origin: 'pms', contacts: some }));

	const perJob = { options: { output: 'bulkJob' } };

	it('are sent 1,000 per request, and output per contact or per bulk job', async () => {
		const items = guests(2500);
		const run = await node.run({}, { items });
		const jobs = node.service.state.bulkJobs.map(({ _id }) => _id);
		expect(run.output.map(({ json }) => json)).toEqual(
			items.map((item, at) => ({ ...item, bulk_id: jobs[Math.floor(at / 1000)] })),
		);
		expect(linksOf(run.output)).toEqual(items.map((_, at) => [at]));
		const requests = [items.slice(0, 1000), items.slice(1000, 2000), items.slice(2000)];
		expect(node.bodies).toEqual(bodiesOf(...requests));

		node.service.reset();
		const byJob = await node.run(perJob, { items });
		expect(byJob.output.map(({ json }) => json.number_of_contacts)).toEqual([1000, 1000, 500]);
		const links = [range(0, 1000), range(1000, 2000), range(2000, 2500)];
		expect(linksOf(byJob.output)).toEqual(links);
		expect([...run.hints, ...byJob.hints]).toEqual([]);
	});
});

describe('duplicate contacts', () => {
	const node = new NodeRunner(contactForm(automatic));
	const items = [
		{ user_id: '1', email: 'a@x.example', city: 'Sevilla' },
		{ user_id: '2', email: 'a@x.example' },
		{ user_id: '1', zip: '41001' },
		{ email: 'C@x.example', city: 'Cádiz' },
		{ email: 'c@x.example', city: 'Jerez' },
		{ email: 'c@X.example', city: 'Ronda' },
	];
	const joined = [[0, 2], [1], [3, 4, 5]];

	it.each([
		['all', items, items.map((_, at) => [at])],
		['last', [items[2], items[1], items[5]], joined],
		['merge', [{ ...items[0], zip: '41001' }, items[1], items[5]], joined],
	] as const)(
		'are counted in a hint, and sent as chosen: %s',
		async (duplicateContacts, sent, links) => {
			const run = await node.run({ options: { duplicateContacts } }, { items });
			expect(node.bodies).toEqual([{ origin: 'pms', contacts: sent }]);
			expect(linksOf(run.output)).toEqual(links);
			const bulk_id = node.service.state.bulkJobs[0]!._id;
			expect(run.output.map(({ json }) => json)).toEqual(
				sent.map((contact) => ({ ...contact, bulk_id })),
			);
			const who = '2 contacts (1, c@x.example)';
			const hint = contactHint.duplicates({
				contacts: who,
				result: duplicatesSent[duplicateContacts],
			});
			expect(hintsOf(run)).toEqual([hintText(hint)]);
		},
	);
});

describe('the callback URL', () => {
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
			`${base}/webhook-test/${path}`,
			`${base}/webhook-test/${path}?key=${key}`,
			[/^The Webhook URL is a test URL/],
		],
		[
			`http://n8n.example.com/webhook/${path}`,
			`http://n8n.example.com/webhook/${path}?key=${key}`,
			[/^The Webhook URL begins with http:/],
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

	it('isn’t sent with Don’t Wait, and hints list the options without effect', async () => {
		const options = { contactsExtraFields: 'city', failOnRejected: true };
		const parameters = { processingResult: 'dontWait', webhookUrl: base, options };
		const run = await node.run(parameters, { items });
		expect(node.bodies).toEqual([{ origin: 'pms', contacts: items }]);
		expect(hintsOf(run)).toEqual([
			hintText(
				runHint.noEffect({
					option: 'Fail on Rejected Contacts',
					reason: 'Processing Result isn’t Wait for Result',
				}),
			),
			hintText(
				runHint.noEffect({
					option: 'Callback Fields',
					reason: 'Processing Result is Don’t Wait',
				}),
			),
		]);
	});
});
