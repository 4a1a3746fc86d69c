import type { IDataObject } from 'n8n-workflow';
import {
	automatic,
	contactForm,
	contactsInJson,
	customFields,
	everyWay,
	mapped,
	purchaseForm,
	several,
} from './import-forms';
import { webhookId } from './harness/nodes';
import { errorsIn, hintsOf, linksOf, NodeRunner } from './node-runner';
import { key } from './trigger-runner';

const node = new NodeRunner(contactForm());
const user_id = 'g-1';

describe('a contact', () => {
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

	it('comes out with the ID of its bulk job, whatever its own fields are', async () => {
		const options = { entry: '{ "bulk_id": "own", "_id": "own" }' };
		const run = await node.run({ ...contactsInJson([{ user_id }]), options });
		const [job] = node.service.state.bulkJobs;
		expect(node.contacts).toMatchObject([{ bulk_id: 'own' }]);
		expect(run.output).toMatchObject([{ json: { user_id, bulk_id: job!._id } }]);
	});
});

describe('contacts of several requests', () => {
	const items = ['g-1', 'g-2', 'g-3'].map((id) => ({ user_id: id }));
	const options = { batchSize: 2 };
	const jobs = () => node.service.state.bulkJobs.map(({ _id }) => _id);

	it('come out one by one with their bulk job, or as one item per job', async () => {
		const run = await node.run({ ...automatic, options }, { items });
		const ofJobs = items.map((item, at) => ({ ...item, bulk_id: jobs()[at >> 1] }));
		expect(run.output.map(({ json }) => json)).toEqual(ofJobs);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);

		const form = { ...automatic, options: { ...options, output: 'bulkJob' } };
		const byJob = await node.run(form, { items });
		expect(byJob.output.map(({ json }) => json._id)).toEqual(jobs().slice(2));
		expect(linksOf(byJob.output)).toEqual([[0, 1], [2]]);
		expect([...run.hints, ...byJob.hints]).toEqual([]);
	});
});

describe('duplicate contacts', () => {
	const items = [
		{ user_id: '1', email: 'a@x.example', city: 'Sevilla' },
		{ user_id: '2', email: 'A@x.example' },
		{ user_id: '1', zip: '41001' },
		{ email: 'C@x.example', city: 'Cádiz' },
		{ email: 'c@x.example', city: 'Jerez' },
		{ phone: '+34600123456' },
		{ phone: '+34600123456', city: 'Ronda' },
	];
	const shared =
		'Contacts with different user IDs share an email: a@x.example. The service may save them as one contact. Check their IDs and emails.';

	it.each([
		['all', items, items.map((_, at) => [at]), 'every copy was'],
		[
			'last',
			[1, 2, 4, 6].map((at) => items[at]),
			[[0, 2], [1], [3, 4], [5, 6]],
			'only the last was',
		],
	] as const)(
		'are counted, and sent as chosen: %s',
		async (duplicateContacts, sent, links, kept) => {
			const run = await node.run({ ...automatic, options: { duplicateContacts } }, { items });
			expect(node.bodies).toEqual([{ origin: 'pms', contacts: sent }]);
			expect(linksOf(run.output)).toEqual(links);
			expect(hintsOf(run)).toEqual([
				`Contacts found more than once, of which ${kept} kept: 1, c@x.example, 34600123456. The option Duplicate Contacts decides what is sent.`,
				shared,
			]);
		},
	);
});

it('contacts that share only the country code of a phone aren’t duplicates', async () => {
	const items = ['Ana', 'Ben'].map((name_first) => ({ name_first, phone_countrycode: '+34' }));
	await node.run({ ...automatic, options: { duplicateContacts: 'last' } }, { items });
	expect(node.contacts).toEqual(items);
});

describe('the callback URL', () => {
	const form = { ...automatic, processingResult: 'sendToTrigger' };
	const items = [{ user_id }];
	const base = 'https://n8n.example.com';
	const path = `${webhookId}/crm-messaging`;

	it.each<[what: string, url: string, hint?: string]>([
		['of a trigger', `${base}/webhook/${path}`],
		['of another node', `${base}/webhook/x`],
		['for tests', `${base}/webhook-test/${path}`, 'The Webhook URL is a test URL'],
		[
			'without TLS',
			`http://n8n.example.com/webhook/${path}`,
			'The Webhook URL begins with http:',
		],
	])('%s is signed for its trigger, with the hint it needs', async (_, webhookUrl, ...[hint]) => {
		const run = await node.run({ ...form, webhookUrl }, { items });
		const url = webhookUrl.endsWith(path) ? `${webhookUrl}?key=${key}` : webhookUrl;
		expect(node.bodies).toMatchObject([{ options: { webhook: { url } } }]);
		expect(hintsOf(run)).toEqual(hint ? [expect.stringContaining(hint)] : []);
	});

	it('isn’t sent with Don’t Wait, and hints list the options without effect', async () => {
		const options = { contactsExtraFields: 'city', failOnRejected: true };
		const dontWait = { processingResult: 'dontWait', webhookUrl: base, options };
		const run = await node.run({ ...form, ...dontWait }, { items });
		expect(node.bodies).toEqual([{ origin: 'pms', contacts: items }]);
		expect(hintsOf(run)).toEqual([
			'Fail on Rejected Contacts has no effect because of Processing Result. Remove it, or change the other setting.',
			'Contact Fields in Callback has no effect because of Processing Result. Remove it, or change the other setting.',
		]);
	});
});

describe('custom fields of a contact', () => {
	// Parsed, so that “__proto__” is a key of its own.
	const values = JSON.parse(`{
		"room": "sea view", "floor": 0, "quiet": false, "share": 12.5, "list": [1, "two", null],
		"none": null, "empty": "",
		"__proto__": "p", "constructor": "c", "toString": "t", "hasOwnProperty": "h"
	}`) as IDataObject;
	const byName = customFields(
		...Object.keys(values).map((name, at) => ({
			name: ` ${name} `,
			value: `={{ $json.values[${at}] }}`,
		})),
	);

	it.each<[way: string, form: IDataObject, item?: IDataObject]>([
		['Map Automatically', automatic, { user_id, ...values }],
		['Map Each Field', mapped({ user_id }, byName)],
		['Several Contacts', several({ userId: user_id, ...byName })],
		['JSON', contactsInJson({ user_id, ...values })],
	])('are sent unchanged, whatever their name, by %s', async (_, form, ...[item]) => {
		await node.run(
			{ ...form, otherKeys: 'custom' },
			{ items: [item ?? { values: Object.values(values) }] },
		);
		const { rawBody } = node.service.requests[0]!;
		const { contacts } = JSON.parse(rawBody) as { contacts: IDataObject[] };
		// As a map, which has no inherited keys.
		const filled = Object.entries(values).filter(([, value]) => value !== null && value !== '');
		expect(filled).toHaveLength(9);
		expect(contacts.map((contact) => new Map(Object.entries(contact)))).toEqual([
			new Map([['user_id', user_id], ...filled]),
		]);
	});
});

it('custom fields are left out if their value means its lack, and have their own type', async () => {
	const fields = customFields({ name: 'room', value: '#N/A' }, { name: 'floor', value: '3' });
	await node.run(mapped({ user_id }, fields));
	const inJson = contactsInJson({ user_id, room: '#N/A', floor: '3' });
	await node.run({ ...inJson, otherKeys: 'custom' });
	expect(node.contacts).toEqual([1, 2].map(() => ({ user_id, floor: '3' })));
});

describe('an empty value of a contact', () => {
	const items = [{ user_id, region: '', city: null, note: '' }];
	const note = customFields({ name: 'note', value: '={{ $json.note }}' });

	it.each(everyWay(['region', 'city'], note))(
		'is left out by %s, and null in Additional Contact Fields (JSON) clears',
		async (_, form) => {
			await node.run(form, { items });
			await node.run({ ...form, options: { entry: '{ "city": null }' } }, { items });
			expect(node.contacts).toEqual([{ user_id }, { user_id, city: null }]);
		},
	);
});

describe('a wrong optional value', () => {
	const wrong = { gender: 'x', city: false, user_id };

	it.each<[way: string, form: IDataObject]>([
		...everyWay(['gender', 'city']),
		[
			'a purchase',
			purchaseForm({ ...automatic, additionalFields: { name: '={{ $json.city }}' } }),
		],
	])('stops, or is left out and named, as chosen: %s', async (way, form) => {
		const stopped = await node.run(form, { items: [wrong] });
		expect(stopped.error?.message).toMatch(/“(false|x)” isn’t/);
		const options = { ifOptionalValueIsWrong: 'leaveOut' };
		const run = await node.run({ ...form, options }, { items: [wrong] });
		expect(node.contacts).toEqual([{ user_id }]);
		const names = run.output.map(({ json }) => [...(json.left_out as string[])].sort());
		expect(names).toEqual([
			way === 'a purchase' ? ['city', 'gender', 'name'] : ['city', 'gender'],
		]);
		const count = way === 'a purchase' ? 3 : 2;
		expect(hintsOf(run)).toContainEqual(
			expect.stringContaining(`Wrong values left out: ${count}, for example`),
		);
	});

	it.each<[what: string, item: IDataObject]>([
		['a phone', { phone: '12' }],
		['a user ID', { user_id: 4711.5 }],
		['an opt-out', { 'Email Opt-Out': 'maybe' }],
		['consent', { gdpr_marketing_consent: 'maybe' }],
	])('stops even then if it is %s', async (_, item) => {
		const form = contactForm({ ...automatic, options: { ifOptionalValueIsWrong: 'leaveOut' } });
		const items = [{ email: 'a@x.es' }, { email: 'b@x.es', ...item }];
		const run = await node.run(form, { items, onError: 'continueErrorOutput' });
		expect(node.contacts).toEqual([items[0]]);
		expect(errorsIn(run.errorOutput)).toMatchObject([{ outcome: 'notSent' }]);
	});

	it('stops even then if no other field names the person', async () => {
		const form = contactForm({ ...automatic, options: { ifOptionalValueIsWrong: 'leaveOut' } });
		const { error } = await node.run(form, { items: [{ email: 'ana', gender: '?' }] });
		expect(error?.message).toBe('Input Item doesn’t identify a contact [item 0]');
		expect(error?.description).toContain('Correct what was left out: email.');
		const other = await node.run(form, { items: [{ city: 'Bonn', gender: '?' }] });
		expect(other.error?.description).toContain('Its fields are “city”, “gender”: rename one');
	});
});

describe('what no item has', () => {
	it('is a list without entries, whichever way it comes', async () => {
		await node.run(mapped({ user_id, tags: '={{ [] }}' }));
		await node.run(contactsInJson({ user_id, tags: ',' }));
		expect(node.contacts).toEqual([{ user_id }, { user_id }]);
	});

	it('stops the run if it’s an opt-out or consent', async () => {
		for (const field of ['email_opt_out', 'gdpr_marketing_consent']) {
			const form = mapped({ user_id, [field]: '={{ $json.unsub }}' });
			const { error } = await node.run(form, { items: [{ x: 1 }, { x: 2 }] });
			expect(error?.message).toContain('{{ $json.unsub }} is undefined for every item');
		}
		expect(node.contacts).toEqual([]);
	});
});
