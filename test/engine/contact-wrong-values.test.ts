import type { IDataObject } from 'n8n-workflow';
import { linksOf, NodeRunner } from './node-runner';

/** What is wrong with a contact is said before anything is sent. */
describe('a contact with a wrong value', () => {
	const node = new NodeRunner({ resource: 'contact', operation: 'upsert', origin: 'pms' });
	const automatic = { contactsFrom: 'mapAutomatically' };

	const wrong: Array<[field: string, given: unknown, sentence: string]> = [
		['gender', 'x', 'Gender: “x” is not one of FEMALE, MALE'],
		['gender', true, 'Gender: “true” is not one of FEMALE, MALE'],
		[
			'language',
			'spa',
			'Language: “spa” is not a two-letter language code; write it such as “es”',
		],
		[
			'born_date',
			'2026-02-30',
			'Birthday: “2026-02-30” is a date that does not exist; correct it',
		],
		[
			'born_date',
			'17.05.1990',
			'Birthday: “17.05.1990” is not a date in ISO 8601 format; write it such as 2026-03-29T09:30:00+02:00',
		],
		[
			'gdpr_date',
			1774776600,
			'GDPR Date: “1774776600” is not a date in ISO 8601 format; write it such as 2026-03-29T09:30:00+02:00',
		],
		[
			'facebook_friends',
			'many',
			'Facebook Friends: “many” is not a number; write it such as 12.5',
		],
		[
			'twitter_followers',
			{},
			'Twitter Followers: an object is not a number; write it such as 12.5',
		],
		[
			'phone_countrycode',
			'ES',
			'Phone Country Code: “ES” is not a country code of a phone; write it such as +34',
		],
		['name_first', ['Ana'], 'First Name: a list is not a text; give a text or a number'],
		['user_id', ' ', 'User ID is empty; give an id'],
		[
			'gdpr_accept_terms',
			'yes',
			'GDPR Terms Accepted: “yes” is neither true nor false; give one of the two',
		],
		['tags', [{}], 'Tags, entry 1: an object is not a text; give a text or a number'],
		[
			'list_subscriptions',
			[{ list_id: 'l', subscribed: true }, { subscribed: true }],
			'List Subscriptions, 2, List ID is missing; give a value',
		],
		[
			'list_subscriptions',
			[{ list_id: 'l' }],
			'List Subscriptions, 1, Subscribed is missing; give a value',
		],
		[
			'list_subscriptions',
			['l'],
			'List Subscriptions, 1: “l” is not an object with list_id and subscribed',
		],
		[
			'channel_subscriptions',
			{ channel: 'fax', blacklisted: true },
			'Channel Subscriptions, 1, Channel: “fax” is not one of email, push, sms',
		],
	];

	it.each(wrong)('(%s: %p) is refused, by field and item', async (field, given, sentence) => {
		const items = [{ email: 'a@b.example' }, { [field]: given } as IDataObject];
		const run = await node.run(automatic, { items });
		expect(run.status).toBe('error');
		expect(run.error).toMatchObject({
			message: `${sentence} [item 1]`,
			description: 'Nothing was sent.',
			context: { itemIndex: 1 },
		});
		expect(node.sent).toEqual([]);
	});

	const places: Array<[way: string, parameters: IDataObject, sentence: string]> = [
		[
			'Map Each Field',
			{
				contactsFrom: 'mapEachField',
				contact: { mappingMode: 'defineBelow', value: { gender: 'x' } },
			},
			'Gender: “x” is not one of FEMALE, MALE [item 0]',
		],
		[
			'Several Contacts',
			{
				contactsFrom: 'severalContacts',
				contacts: {
					contact: [{ userId: 'g' }, { additionalFields: { gender: '={{ "x" }}' } }],
				},
			},
			'Contacts 2, Gender: “x” is not one of FEMALE, MALE [item 0]',
		],
		[
			'Several Contacts',
			{
				contactsFrom: 'severalContacts',
				contacts: {
					contact: [
						{
							additionalFields: {
								listSubscriptions: {
									subscription: [{ listId: '', subscribed: true }],
								},
							},
						},
					],
				},
			},
			'Contacts 1, List Subscriptions, 1, List ID is missing; give a value [item 0]',
		],
		[
			'JSON',
			{ contactsFrom: 'json', contactsJson: '[{ "user_id": "g" }, { "gender": "x" }]' },
			'Contacts (JSON), 2, Gender: “x” is not one of FEMALE, MALE [item 0]',
		],
	];

	it.each(places)('is named by its place in %s', async (_, parameters, sentence) => {
		const run = await node.run(parameters);
		expect(run.error).toMatchObject({ message: sentence, description: 'Nothing was sent.' });
		expect(node.sent).toEqual([]);
	});

	const unreadable: Array<[title: string, json: string, sentence: RegExp]> = [
		[
			'does not parse',
			'[{ "email": "a@b.example" ]',
			/^Contacts \(JSON\) is not valid JSON \(.+\); check its quotes, commas and brackets \[item 0\]$/,
		],
		[
			'is a number',
			'42',
			/^Contacts \(JSON\), 1: “42” is not a contact; give an object \[item 0\]$/,
		],
		[
			'is null',
			'null',
			/^Contacts \(JSON\), 1: null is not a contact; give an object \[item 0\]$/,
		],
		[
			'is an expression without a value',
			'={{ $json.missing }}',
			/^Contacts \(JSON\) is missing; give a value \[item 0\]$/,
		],
		[
			'holds a list in a list',
			'[[{ "email": "a@b.example" }]]',
			/^Contacts \(JSON\), 1: a list is not a contact; give an object \[item 0\]$/,
		],
	];

	it.each(unreadable)('in JSON that %s is refused', async (_, contactsJson, sentence) => {
		const run = await node.run({ contactsFrom: 'json', contactsJson });
		expect(run.error?.message).toMatch(sentence);
		expect(node.sent).toEqual([]);
	});

	const empty: Array<[title: string, parameters: IDataObject]> = [
		['an input item', automatic],
		['a resource mapper', { contactsFrom: 'mapEachField' }],
		['a list of contacts', { contactsFrom: 'severalContacts' }],
		['JSON', { contactsFrom: 'json', contactsJson: '[{}]' }],
		['JSON without any contact', { contactsFrom: 'json', contactsJson: '[]' }],
	];

	it.each(empty)('without any field is refused: %s', async (_, parameters) => {
		const run = await node.run(parameters, { items: [{}] });
		expect(run.error).toMatchObject({
			message: 'Contact has no field with a value; give at least one [item 0]',
			description: 'Nothing was sent.',
		});
		expect(node.sent).toEqual([]);
	});

	it('is not even read when the form has no origin', async () => {
		const run = await node.run({ ...automatic, origin: '' }, { items: [{ email: 'a' }] });
		expect(run).toMatchObject({ status: 'error', tries: 0 });
		expect(node.sent).toEqual([]);
	});

	it('is refused when the expression for its origin gives nothing', async () => {
		const items = [{ email: 'a@b.example', from: 'pms' }, { email: 'c@d.example' }];
		const run = await node.run({ ...automatic, origin: '={{ $json.from }}' }, { items });
		expect(run.error).toMatchObject({
			message: 'Origin is missing; give a value [item 1]',
			description: 'Nothing was sent.',
		});
		expect(node.sent).toEqual([]);
	});

	const mixed = [{ email: 'a@b.example' }, { gender: 'x' }, { email: 'c@d.example' }, {}];

	it('is counted with the others, and the first is named', async () => {
		const { error } = await node.run(automatic, { items: mixed });
		expect(error).toMatchObject({
			message: 'Gender: “x” is not one of FEMALE, MALE [item 1]',
			description: 'Nothing was sent. 2 items are wrong; this is the first.',
		});
		expect(node.sent).toEqual([]);
	});

	const rest = [
		{ origin: 'pms', contacts: [{ email: 'a@b.example' }, { email: 'c@d.example' }] },
	];

	it('goes to the error output, and the others are sent', async () => {
		const run = await node.run(automatic, { items: mixed, onError: 'continueErrorOutput' });
		expect(node.bodies).toEqual(rest);
		expect(run.output).toMatchObject([{ json: { number_of_contacts: 2 } }]);
		expect(linksOf(run.output)).toEqual([[0, 2]]);
		expect(run.errorOutput.map(({ error }) => error?.message)).toEqual([
			'Gender: “x” is not one of FEMALE, MALE [item 1]',
			'Contact has no field with a value; give at least one [item 3]',
		]);
		expect(linksOf(run.errorOutput)).toEqual([[1], [3]]);
	});

	it('is an output item with its error where the run simply continues', async () => {
		const run = await node.run(automatic, { items: mixed, onError: 'continueRegularOutput' });
		expect(node.bodies).toEqual(rest);
		expect(linksOf(run.output)).toEqual([[0, 2], [1], [3]]);
		expect(run.output.map(({ error }) => error?.message)).toEqual([
			undefined,
			'Gender: “x” is not one of FEMALE, MALE [item 1]',
			'Contact has no field with a value; give at least one [item 3]',
		]);
	});
});
