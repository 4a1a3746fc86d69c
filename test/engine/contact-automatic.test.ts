import type { IDataObject } from 'n8n-workflow';
import { hintsOf } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { expectStopped } from './one-wrong-item';

/** A spreadsheet, a webhook call, or what else comes to *Map Automatically*. */
describe('an input item that is mapped automatically', () => {
	const node = new NodeRunner({
		...{ resource: 'contact', operation: 'upsert', origin: 'pms' },
		...{ contactsFrom: 'mapAutomatically' },
	});
	const contactsSent = () =>
		(node.bodies as Array<{ contacts: IDataObject[] }>).flatMap(({ contacts }) => contacts);

	it('is read by the headings of a spreadsheet, and hints say what became of each', async () => {
		const items = [
			{ 'First Name': 'Ana', 'E-mail': 'ana@x.example', 'Guest ID': 17, Room: 'sea view' },
			{ Vorname: 'Jörg', Nachname: 'Groß', Handynummer: '+49 151 12345678', 'E-mail': '' },
		];
		const run = await node.run({}, { items });
		expect(contactsSent()).toEqual([
			{ name_first: 'Ana', email: 'ana@x.example', user_id: '17', Room: 'sea view' },
			{ name_first: 'Jörg', name_last: 'Groß', phone: '+4915112345678' },
		]);
		expect(linksOf(run.output)).toEqual([[0], [1]]);
		expect(hintsOf(run)).toEqual([
			'Map Automatically read “First Name” as First Name, “E-mail” as Email, “Guest ID” as User ID, “Vorname” as First Name, “Nachname” as Last Name, “Handynummer” as Phone.',
			'Sent as custom fields: “Room”. The service takes only those that the account settings define; for other keys, set Unrecognized Fields to Leave Out.',
		]);
	});

	it('says a wrong value under the heading that the person knows', async () => {
		await expectStopped(node, {}, 'Gender (“Geschlecht”): “x” is not one of FEMALE, MALE', {
			items: [{ 'Guest ID': 1, Geschlecht: 'x' }],
		});
	});

	it('takes two headings of one field where they say the same, or one is empty', async () => {
		const items = [
			{ email: 'a@x.example', 'E-mail': 'a@x.example' },
			{ 'E-mail': '', email: 'b@x.example', Mail: null },
		];
		await node.run({}, { items });
		expect(contactsSent()).toEqual([{ email: 'a@x.example' }, { email: 'b@x.example' }]);
	});

	it('leaves a gender that nobody knows out, with a hint', async () => {
		const run = await node.run({}, { items: [{ user_id: '1', gender: 'Unknown' }] });
		expect(contactsSent()).toEqual([{ user_id: '1' }]);
		expect(hintsOf(run)).toEqual(['“Unknown” is none of FEMALE, MALE, and was left out.']);
	});

	it('completes a phone number by the default country code', async () => {
		const items = [
			{ user_id: '1', phone: '600 123 456' },
			{ user_id: '2', phone: '0044 (0)7700 900123' },
		];
		const run = await node.run({ options: { defaultCountryCode: '34' } }, { items });
		expect(contactsSent().map(({ phone }) => phone)).toEqual(['+34600123456', '+447700900123']);
		expect(hintsOf(run)).toEqual([]);
		await node.run({}, { items: [{ user_id: '1', phone: '600 123 456' }] });
		expect(contactsSent().at(-1)).toEqual({ user_id: '1', phone: '600 123 456' });
	});

	const call = {
		headers: { authorization: 'Bearer secret', cookie: 'session=1' },
		...{ params: {}, query: {}, webhookUrl: 'https://n8n.example.com/webhook/1' },
	};
	const toJson = (path: string) =>
		`set Specify Contacts to JSON and Contacts (JSON) to {{ $json.${path} }}, or choose Map Each Field`;

	it.each<[what: string, item: IDataObject, sentence: string]>([
		[
			'a whole webhook call',
			{ ...call, body: { user_id: '1' } },
			`Input Item is a whole webhook call (headers, params, query, body), not a contact; ${toJson('body')}`,
		],
		[
			'a webhook call with a whole request',
			{ ...call, body: { origin: 'pms', contacts: [{ user_id: '1' }] } },
			`Input Item is a whole webhook call (headers, params, query, body), not a contact; ${toJson('body.contacts')}`,
		],
		[
			'a whole request',
			{ origin: 'pms', contacts: [{ user_id: '1' }], purchase: { price: 1 } },
			`Input Item is a whole request (origin, contacts, purchase), not a contact; ${toJson('contacts')}`,
		],
		[
			'a request with a purchase alone',
			{ origin: 'pms', purchase: { price: 1 }, user_id: '1' },
			'Input Item is a whole request (origin, purchase), not a contact; choose Map Each Field and map what it says of the contact',
		],
		[
			'one with an object',
			{ user_id: '1', stay: { nights: 2 } },
			'stay: an object cannot be a custom field; map what it holds with Map Each Field, or set Unrecognized Fields to Leave Out',
		],
		[
			'one with a list of objects',
			{ user_id: '1', guests: [{ name: 'Ana' }] },
			'guests: a list of objects cannot be a custom field; map what it holds with Map Each Field, or set Unrecognized Fields to Leave Out',
		],
		[
			'one with two of a field that differ',
			{ Phone: '+34600123456', Mobile: '+34600123457' },
			'Input Item: “Phone” and “Mobile” are both the contact’s Phone, but differ; remove one of them before this node, or choose Map Each Field',
		],
		[
			'one that names nobody',
			{ room: 'sea view', city: 'Sevilla' },
			'Input Item has no field that names a person; give it User ID, Email, Phone, Phone Number, Facebook ID, Twitter ID, First Name, or Last Name; its fields are “room”, “city”, so rename one, or choose Map Each Field',
		],
	])('(%s) is refused, with what to do', async (_, item, sentence) => {
		await expectStopped(node, {}, sentence, { items: [{ user_id: '0' }, item], item: 1 });
	});

	it('may hold objects where unrecognized fields are left out', async () => {
		const items = [{ user_id: '1', stay: { nights: 2 } }];
		const run = await node.run({ otherKeys: 'leaveOut' }, { items });
		expect(contactsSent()).toEqual([{ user_id: '1' }]);
		expect(run.hints).toEqual([]);
	});
});

describe('a contact that names nobody', () => {
	const node = new NodeRunner({ resource: 'contact', operation: 'upsert', origin: 'pms' });
	const nobody =
		'has no field that names a person; give it User ID, Email, Phone, Phone Number, Facebook ID, Twitter ID, First Name, or Last Name';
	const json = (contactsJson: string) => ({ contactsFrom: 'json', contactsJson });

	it.each<[way: string, parameters: IDataObject, sentence: string]>([
		[
			'Map Each Field',
			{
				contactsFrom: 'mapEachField',
				contact: { mappingMode: 'defineBelow', value: { city: 'Sevilla' } },
			},
			`Contact ${nobody}`,
		],
		[
			'Several Contacts',
			{
				contactsFrom: 'severalContacts',
				contacts: { contact: [{ userId: 'g' }, { additionalFields: { city: 'Sevilla' } }] },
			},
			`Contacts 2 ${nobody}`,
		],
		['JSON', json('[{ "user_id": "g" }, { "room": 7 }]'), `Contacts (JSON), 2 ${nobody}`],
		[
			'JSON that is a whole webhook call',
			json('{ "headers": {}, "body": { "user_id": "g" } }'),
			'Contacts (JSON), 1 is a whole webhook call (headers, body), not a contact; set Specify Contacts to JSON and Contacts (JSON) to {{ $json.body }}, or choose Map Each Field',
		],
	])('is refused: %s', async (_, parameters, sentence) => {
		await expectStopped(node, parameters, sentence);
	});

	it('but has a name is sent with a hint', async () => {
		const run = await node.run(json('[{ "name_first": "Ana" }]'));
		expect(node.bodies).toEqual([{ origin: 'pms', contacts: [{ name_first: 'Ana' }] }]);
		expect(hintsOf(run)).toEqual([
			'Contacts with nothing but a name cannot be found again, so the service may create them anew each time; give them a user ID, an email or a phone.',
		]);
	});
});
