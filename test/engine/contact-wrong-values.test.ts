import type { IDataObject } from 'n8n-workflow';
import { linksOf, NodeRunner } from './node-runner';
import { expectStopped } from './one-wrong-item';
import { failedItem } from './what-became';

/** What is wrong with a contact is said before anything is sent. */
describe('a contact with a wrong value', () => {
	const node = new NodeRunner({ resource: 'contact', operation: 'upsert', origin: 'pms' });
	const automatic = { contactsFrom: 'mapAutomatically' };
	const notMale = 'Gender: “x” is not one of FEMALE, MALE';

	it.each<[field: string, given: unknown, sentence: string]>([
		['gender', 'x', notMale],
		[
			'born_date',
			'2026-02-30',
			'Birthday: “2026-02-30” is not a date that exists in a known format. Write it such as 1985-04-23 or 23.04.1985',
		],
		['facebook_friends', 'many', 'Facebook Friends must be a number, not “many”'],
		['tags', [{}], 'Tags, entry 1: an object is not a text; give a text or a number'],
		[
			'list_subscriptions',
			[{ list_id: 'l', subscribed: true }, { subscribed: true }],
			'List Subscriptions, 2, List ID is required',
		],
	])('(%s: %p) is refused, by field and item', async (field, given, sentence) => {
		const items = [{ email: 'a@b.example' }, { [field]: given } as IDataObject];
		await expectStopped(node, automatic, sentence, { items, item: 1 });
	});

	const several = (...contact: IDataObject[]) => ({
		contactsFrom: 'severalContacts',
		contacts: { contact },
	});
	const json = (contactsJson: string) => ({ contactsFrom: 'json', contactsJson });

	it.each<[way: string, parameters: IDataObject, sentence: string]>([
		[
			'Map Each Field',
			{
				contactsFrom: 'mapEachField',
				contact: { mappingMode: 'defineBelow', value: { gender: 'x' } },
			},
			notMale,
		],
		[
			'Several Contacts',
			several({ userId: 'g' }, { additionalFields: { gender: '={{ "x" }}' } }),
			`Contacts 2, ${notMale}`,
		],
		['JSON', json('[{ "user_id": "g" }, { "gender": "x" }]'), `Contacts (JSON), 2, ${notMale}`],
	])('is named by its place in %s', async (_, parameters, sentence) => {
		await expectStopped(node, parameters, sentence);
	});

	it.each<[title: string, contactsJson: string, sentence: string]>([
		[
			'does not parse',
			'[',
			'Contacts (JSON) is not valid JSON (Unexpected end of JSON input); check its quotes, commas and brackets',
		],
		['is an expression without a value', '={{ $json.missing }}', 'Contacts (JSON) is required'],
		[
			'holds a list in a list',
			'[{ "user_id": "g" }, [{ "user_id": "h" }]]',
			'Contacts (JSON), 2: a list is not a contact; give an object',
		],
	])('in JSON that %s is refused', async (_, contactsJson, sentence) => {
		await expectStopped(node, json(contactsJson), sentence);
	});

	const nothing = 'Contact has no field with a value; give at least one';

	it.each<[title: string, parameters: IDataObject]>([
		['a resource mapper', { contactsFrom: 'mapEachField' }],
		['a list of contacts', { contactsFrom: 'severalContacts' }],
		['JSON', json('[{}]')],
		['JSON without any contact', json('[]')],
	])('without any field is refused: %s', async (_, parameters) => {
		await expectStopped(node, parameters, nothing);
	});

	it('is not even read when the form has no origin', async () => {
		const run = await node.run({ ...automatic, origin: '' }, { items: [{ email: 'a' }] });
		expect(run).toMatchObject({ status: 'error', tries: 0 });
		expect(node.sent).toEqual([]);
	});

	it('is refused when the expression for its origin gives nothing', async () => {
		const items = [{ email: 'a@b.example', from: 'pms' }, { email: 'c@d.example' }];
		const origin = { ...automatic, origin: '={{ $json.from }}' };
		await expectStopped(node, origin, 'Origin is required, but its expression gives nothing', {
			items,
			item: 1,
		});
	});

	const mixed = [
		{ email: 'a@b.example' },
		{ gender: 'x' },
		{ email: 'c@d.example' },
		{ room: 7 },
	];
	const nobody =
		'Input Item has no field that names a person; give it User ID, Email, Phone, Phone Number, Facebook ID, Twitter ID, First Name, or Last Name; its fields are “room”, so rename one, or choose Map Each Field';

	it('is counted with the others, and the first is named', async () => {
		await expectStopped(node, automatic, notMale, { items: mixed, item: 1, wrong: 2 });
	});

	it.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
		'is an error of its own item with %s, and the others are sent',
		async (onError) => {
			const run = await node.run(automatic, { items: mixed, onError });
			expect(node.bodies).toEqual([
				{ origin: 'pms', contacts: [{ email: 'a@b.example' }, { email: 'c@d.example' }] },
			]);
			const all = [...run.output, ...run.errorOutput];
			expect(run.output).toHaveLength(onError === 'continueErrorOutput' ? 2 : 4);
			expect(all.filter(({ json }) => json.error)).toEqual([
				failedItem(1, mixed[1]!, notMale),
				failedItem(3, mixed[3]!, nobody),
			]);
			expect(linksOf(all.filter(({ json }) => !json.error))).toEqual([[0], [2]]);
		},
	);
});
