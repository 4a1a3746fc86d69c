import type { IDataObject } from 'n8n-workflow';
import {
	wrongContact,
	contactsElsewhere,
	contactHint,
	contactAdvice,
} from '../../nodes/CrmMessaging/catalogue/contacts';
import { valueHint, wrongValue, choiceAdvice } from '../../nodes/CrmMessaging/catalogue/values';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import { inField } from './sentences';
import { hintsOf } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { expectStopped } from './one-wrong-item';

const identifiers =
	'User ID, Email, Phone, Phone Number, Facebook ID, Twitter ID, First Name, or Last Name';

/** A spreadsheet, a webhook call, or what else comes to *Map Automatically*. */
describe('an input item that is mapped automatically', () => {
	const node = new NodeRunner({
		resource: 'contact',
		operation: 'upsert',
		origin: 'pms',
		contactsFrom: 'mapAutomatically',
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
			hintOf(
				contactHint.readAs(
					'“First Name” as First Name, “E-mail” as Email, “Guest ID” as User ID, “Vorname” as First Name, “Nachname” as Last Name, “Handynummer” as Phone',
				),
			).message,
			hintOf(contactHint.sentAsCustom('“Room”')).message,
		]);
	});

	it('is shown by a preview with what each column was read as, and nothing is sent', async () => {
		const items = [
			{
				Vorname: 'Jörg',
				'E-mail': '',
				Mail: 'j@x.example',
				Zimmer: 'sea view',
				'Guest ID': 7,
			},
			{ Name: 'Groß, Anna', Phone: '+493012345678', Mobile: '+4915112345678' },
		];
		const options = { preview: 'contacts' };
		const run = await node.run({ options }, { items });
		expect(node.service.requests).toEqual([]);
		expect(run.output.map(({ json }) => json)).toEqual([
			{
				contact: {
					name_first: 'Jörg',
					email: 'j@x.example',
					Zimmer: 'sea view',
					user_id: '7',
				},
				columns: {
					Vorname: 'First Name',
					'E-mail': 'left out, because it’s empty',
					Mail: 'Email',
					Zimmer: 'a custom field',
					'Guest ID': 'User ID',
				},
			},
			{
				contact: {
					name_last: 'Groß',
					name_first: 'Anna',
					phone: '+4915112345678',
				},
				columns: {
					Name: 'Last Name and First Name',
					Phone: 'not used, “Mobile” is Phone',
					Mobile: 'Phone',
				},
			},
		]);
		const [box] = run.hints.filter(({ type }) => type === 'info');
		expect(box!.message).toContain('2 contacts.<br>This is a preview: nothing was sent.');

		const leaveOut = { otherKeys: 'leaveOut', options };
		const { output } = await node.run(leaveOut, { items: items.slice(0, 1) });
		expect(output[0]!.json.columns).toMatchObject({ Zimmer: 'left out' });
		expect(output[0]!.json.contact).not.toHaveProperty('Zimmer');
	});

	it('says a wrong value under the heading that the person knows', async () => {
		await expectStopped(
			node,
			{},
			inField(
				'Gender (“Geschlecht”)',
				wrongValue.notInList('“x”', 'FEMALE, MALE', choiceAdvice.use),
			),
			{
				items: [{ 'Guest ID': 1, Geschlecht: 'x' }],
			},
		);
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
		expect(hintsOf(run)).toEqual([
			hintOf(valueHint.choiceLeftOut('“Unknown”', 'FEMALE, MALE')).message,
		]);
	});

	it('completes a phone number by the default country code', async () => {
		const items = [
			{ user_id: '1', phone: '600 123 456' },
			{ user_id: '2', phone: '0044 (0)7700 900123' },
			{ user_id: '3', phone: 34600123457 },
		];
		const run = await node.run({ options: { defaultCountryCode: '34' } }, { items });
		const sent = ['+34600123456', '+447700900123', '+34600123457'];
		expect(contactsSent().map(({ phone }) => phone)).toEqual(sent);
		expect(hintsOf(run)).toEqual([
			hintOf(valueHint.phonesCompleted(2, '“600 123 456” to +34600123456')).message,
		]);
		await node.run({}, { items: [{ user_id: '1', phone: '600 123 456' }] });
		expect(contactsSent().at(-1)).toEqual({ user_id: '1', phone: '600 123 456' });
	});

	const differs = (used: string, other: string, label = 'Phone') =>
		hintOf(contactHint.otherColumn(used, other, label)).message;

	const readings: Array<[what: string, item: IDataObject, sent: IDataObject, hint?: string]> = [
		[
			'its mobile phone, not the other one',
			{ Phone: '+34910123456', 'Mobil-Nr.': '+34600123457' },
			{ phone: '+34600123457' },
			differs('Mobil-Nr.', 'Phone'),
		],
		[
			'its phone, where the mobile one is empty',
			{ Phone: '+34910123456', Mobile: ' ' },
			{ phone: '+34910123456' },
		],
		[
			'two phones that are the same number as one',
			{ Phone: '+34 600 123 457', Mobile: '0034600123457' },
			{ phone: '+34600123457' },
		],
		[
			'its mobile phone, whatever the other one holds',
			{ 'Telefon privat': 'ask at the desk', Mobil: '+4917012345678' },
			{ phone: '+4917012345678', 'Telefon privat': 'ask at the desk' },
			differs('Mobil', 'Telefon privat'),
		],
		[
			'its private phone, not that at work',
			{ 'Business Phone': '+34910123456', 'Home Phone': '+34910123457' },
			{ phone: '+34910123457', 'Business Phone': '+34910123456' },
			differs('Home Phone', 'Business Phone'),
		],
		[
			'a custom field that is called like a qualified email',
			{ email: 'a@x.example', work_email: 'b@x.example' },
			{ email: 'a@x.example', work_email: 'b@x.example' },
			differs('email', 'work_email', 'Email'),
		],
		[
			'a whole name that has a comma',
			{ user_id: '1', Name: 'Müller, Anna Maria' },
			{ user_id: '1', name_last: 'Müller', name_first: 'Anna Maria' },
			hintOf(contactHint.splitNames('“Name”')).message,
		],
		[
			'a whole name without one as it is',
			{ user_id: '1', 'Guest Name': 'Anna Müller' },
			{ user_id: '1', 'Guest Name': 'Anna Müller' },
			hintOf(contactHint.notAName('Guest Name', 'First Name and Last Name')).message,
		],
		[
			'a name beside a first name as it is',
			{ user_id: '1', Vorname: 'Anna', Name: 'Müller' },
			{ user_id: '1', name_first: 'Anna', Name: 'Müller' },
			hintOf(contactHint.notAName('Name', 'Last Name')).message,
		],
		[
			'a whole name with a suffix as it is',
			{ user_id: '1', Name: 'John Smith, Jr.', 'First Name': 'John', Surname: 'Smith' },
			{ user_id: '1', name_first: 'John', name_last: 'Smith', Name: 'John Smith, Jr.' },
		],
		['a salutation', { user_id: '1', Anrede: 'Frau' }, { user_id: '1', gender: 'FEMALE' }],
		[
			'keys of custom fields as they are',
			{ user_id: '1', loyalty_level_2: 'gold', 'Phone Type (1)': 'home' },
			{ user_id: '1', loyalty_level_2: 'gold', 'Phone Type (1)': 'home' },
		],
	];

	it.each(readings.map(([what, ...rest]) => ({ what, rest })))(
		'gives $what',
		async ({ rest }) => {
			const [item, sent, hint] = rest;
			const run = await node.run({}, { items: [item] });
			expect(contactsSent()).toEqual([sent]);
			const others = hintsOf(run).filter(
				(said) => !/^(Map Automatically read|Sent as)/.test(said),
			);
			expect(others).toEqual(hint ? [hint] : []);
		},
	);

	it('is skipped if it is empty, and a hint counts such rows', async () => {
		const empty: IDataObject[] = [
			{},
			{ Email: '', Name: null },
			{ Email: ' \t', tags: ['', null] },
			{ row_number: 7, Email: '' },
		];
		const items = [{ user_id: 'a' }, ...empty, { user_id: 'b' }];
		const skipped = { bulk_id: null, skipped: 'empty' };
		const hint = hintOf(contactHint.emptyRows('4 rows (items 1–4) are empty and were')).message;
		const run = await node.run({}, { items });
		expect(contactsSent()).toEqual([{ user_id: 'a' }, { user_id: 'b' }]);
		expect(linksOf(run.output)).toEqual(items.map((_, at) => [at]));
		expect(run.output.slice(1, 5).map(({ json }) => json)).toEqual(empty.map(() => skipped));
		expect(hintsOf(run)).toEqual([hint]);

		const jobs = await node.run({ options: { output: 'bulkJob' } }, { items });
		expect(linksOf(jobs.output)).toEqual([[0, 5]]);
		expect(hintsOf(jobs)).toEqual([hint]);

		node.service.reset();
		const none = await node.run({}, { items: empty });
		expect(none.output.map(({ json }) => json)).toEqual(empty.map(() => skipped));
		expect(hintsOf(none)).toEqual([
			hintOf(contactHint.emptyRows('4 rows (items 0–3) are empty and were')).message,
		]);
		expect(node.sent).toEqual([]);
	});

	it.each<[way: string, parameters: IDataObject]>([
		[
			'Map Each Field',
			{
				contactsFrom: 'mapEachField',
				contact: {
					mappingMode: 'defineBelow',
					value: { email: '={{ $json.Email }}', language: 'es' },
				},
			},
		],
		['JSON', { contactsFrom: 'json', contactsJson: '={{ { email: $json.Email } }}' }],
	])('is skipped if it is empty with %s as well', async (_, parameters) => {
		const items = [{ Email: 'a@x.example' }, { Email: '', City: '' }];
		const run = await node.run(parameters, { items });
		expect(contactsSent()).toMatchObject([{ email: 'a@x.example' }]);
		expect(contactsSent()).toHaveLength(1);
		expect(hintsOf(run)).toEqual([
			hintOf(contactHint.emptyRows('1 row (item 1) is empty and was')).message,
		]);
	});

	it.each<[what: string, items: IDataObject[], sentence: Sentence]>([
		[
			'email addresses',
			[1, 2, 3].map((at) => ({
				Vorname: 'Ana',
				Kontakt: at > 2 ? 'none' : `a${at}@x.example`,
			})),
			inField(
				'Input Item',
				wrongContact.unidentified(
					contactAdvice.column('Kontakt', 'email addresses', 'Email'),
				),
			),
		],
		[
			'phone numbers',
			['+34600123456', '0170/1234567', '612 345 678'].map((Contacto) => {
				return { Vorname: 'Ana', Contacto };
			}),
			inField(
				'Input Item',
				wrongContact.unidentified(
					contactAdvice.column('Contacto', 'phone numbers', 'Phone'),
				),
			),
		],
	])('stops the run where only a column without a heading has %s', async (_, items, sentence) => {
		const place = 'items 0–2';
		await expectStopped(node, {}, sentence, { items, place });
		await expectStopped(node, { otherKeys: 'leaveOut' }, sentence, { items, place });
	});

	it('is sent where something else identifies it, and a hint names the column', async () => {
		const items = [1, 2].map((at) => ({ user_id: `${at}`, Kontakt: `a${at}@x.example` }));
		const run = await node.run({}, { items });
		expect(contactsSent()).toEqual(items);
		expect(hintsOf(run)).toContain(
			hintOf(contactHint.columnNotRead('Kontakt', 'email addresses', 'Email')).message,
		);
		const both = await node.run(
			{},
			{ items: items.map((one) => ({ ...one, email: 'a@x.es' })) },
		);
		expect(hintsOf(both).join()).not.toContain('holds');
	});

	it('is not taken for one with a phone by dates, prices, codes or plain numbers', async () => {
		const others = {
			Arrival: '2026-12-24',
			Birth: '24.12.1980',
			Until: '24.12.26 - 31.12.26',
			Total: '1.234,50',
			Sum: '1234567.50',
			Room: '0012',
			Zip4: '12345-6789',
			Time: '09:30',
			Booking: '3123456789',
			Ref: 4917012345678,
			Code: 'A-123-456-789',
			Points: '00001234',
		};
		const run = await node.run({}, { items: [{ Vorname: 'Ana', ...others }] });
		expect(contactsSent()).toEqual([{ name_first: 'Ana', ...others }]);
		expect(hintsOf(run).join()).not.toContain('phone numbers');
	});

	const call = {
		headers: { authorization: 'Bearer secret', cookie: 'session=1' },
		params: {},
		query: {},
		webhookUrl: 'https://n8n.example.com/webhook/1',
	};

	it.each<[what: string, item: IDataObject, sentence: Sentence]>([
		[
			'a whole webhook call',
			{ ...call, body: { user_id: '1' } },
			inField(
				'Input Item',
				wrongContact.notAContact(
					`a whole webhook call (${'headers, params, query, body'})`,
					contactsElsewhere.at('body'),
				),
			),
		],
		[
			'a webhook call with a whole request',
			{ ...call, body: { origin: 'pms', contacts: [{ user_id: '1' }] } },
			inField(
				'Input Item',
				wrongContact.notAContact(
					`a whole webhook call (${'headers, params, query, body'})`,
					contactsElsewhere.at('body.contacts'),
				),
			),
		],
		[
			'a whole request',
			{ origin: 'pms', contacts: [{ user_id: '1' }], purchase: { price: 1 } },
			inField(
				'Input Item',
				wrongContact.notAContact(
					`a whole request (${'origin, contacts, purchase'})`,
					contactsElsewhere.at('contacts'),
				),
			),
		],
		[
			'a request with a purchase alone',
			{ origin: 'pms', purchase: { price: 1 }, user_id: '1' },
			inField(
				'Input Item',
				wrongContact.notAContact(
					`a whole request (${'origin, purchase'})`,
					contactsElsewhere.mapped,
				),
			),
		],
		[
			'one with an object',
			{ user_id: '1', stay: { nights: 2 } },
			inField('stay', wrongContact.notACustomField('an object')),
		],
		[
			'one with a list of objects',
			{ user_id: '1', guests: [{ name: 'Ana' }] },
			inField('guests', wrongContact.notACustomField('a list of objects')),
		],
		[
			'one with two of a field that differ',
			{ Email: 'a@x.example', 'E-mail': 'b@x.example' },
			inField('Input Item', wrongContact.differentColumns('Email', 'E-mail', 'Email')),
		],
		[
			'one with two mobile phones that differ',
			{ Handy: '+34600123456', Mobile: '+34600123457' },
			inField('Input Item', wrongContact.differentColumns('Handy', 'Mobile', 'Phone')),
		],
		[
			'one whose address has an unknown heading',
			{ Kontakt: 'ana@x.example', Ort: 'Sevilla' },
			inField(
				'Input Item',
				wrongContact.unidentified(
					contactAdvice.column('Kontakt', 'email addresses', 'Email'),
				),
			),
		],
		[
			'one whose number has an unknown heading',
			{ Anschluss: '0170 1234567' },
			inField(
				'Input Item',
				wrongContact.unidentified(
					contactAdvice.column('Anschluss', 'phone numbers', 'Phone'),
				),
			),
		],
		[
			'one with nothing but a whole name',
			{ Name: 'Ana García', Room: 'sea view' },
			inField('Input Item', wrongContact.unidentified(contactAdvice.wholeName('Name'))),
		],
		[
			'one with a letter for a gender',
			{ user_id: '1', Sexo: 'M' },
			inField(
				'Gender (“Sexo”)',
				wrongValue.notInList('“M”', 'FEMALE, MALE', choiceAdvice.gender),
			),
		],
		[
			'one that names nobody',
			{ room: 'sea view', city: 'Sevilla' },
			inField(
				'Input Item',
				wrongContact.unidentified(contactAdvice.rename(identifiers, '“room”, “city”')),
			),
		],
	])('(%s) is refused, with what to do', async (_, item, sentence) => {
		await expectStopped(node, {}, sentence, { items: [{ user_id: '0' }, item], item: 1 });
	});

	it('says it is a contact although unrecognized fields are left out', async () => {
		await expectStopped(
			node,
			{ otherKeys: 'leaveOut' },
			inField(
				'Input Item',
				wrongContact.unidentified(
					contactAdvice.column('Kontakt', 'email addresses', 'Email'),
				),
			),
			{ items: [{ user_id: '0' }, { Kontakt: 'ana@x.example' }], item: 1 },
		);
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
	const nobody = wrongContact.unidentified(contactAdvice.add(identifiers));
	const json = (contactsJson: string) => ({ contactsFrom: 'json', contactsJson });

	it.each<[way: string, parameters: IDataObject, sentence: Sentence]>([
		[
			'Map Each Field',
			{
				contactsFrom: 'mapEachField',
				contact: { mappingMode: 'defineBelow', value: { city: 'Sevilla' } },
			},
			inField('Contact', nobody),
		],
		[
			'Several Contacts',
			{
				contactsFrom: 'severalContacts',
				contacts: { contact: [{ userId: 'g' }, { additionalFields: { city: 'Sevilla' } }] },
			},
			inField('Contacts 2', nobody),
		],
		[
			'JSON',
			json('[{ "user_id": "g" }, { "room": 7 }]'),
			inField('Contacts (JSON), 2', nobody),
		],
		[
			'JSON that is a whole webhook call',
			json('{ "headers": {}, "body": { "user_id": "g" } }'),
			inField(
				'Contacts (JSON), 1',
				wrongContact.notAContact(
					`a whole webhook call (${'headers, body'})`,
					contactsElsewhere.at('body'),
				),
			),
		],
	])('is refused: %s', async (_, parameters, sentence) => {
		await expectStopped(node, parameters, sentence);
	});

	it('but has a name is sent with a hint', async () => {
		const run = await node.run(json('[{ "name_first": "Ana" }]'));
		expect(node.bodies).toEqual([{ origin: 'pms', contacts: [{ name_first: 'Ana' }] }]);
		expect(hintsOf(run)).toEqual([hintOf(contactHint.nameOnly()).message]);
	});
});
