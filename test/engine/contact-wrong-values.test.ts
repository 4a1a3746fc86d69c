import type { IDataObject } from 'n8n-workflow';
import { wrongContact, contactAdvice } from '../../nodes/CrmMessaging/catalogue/contacts';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { wrongValue, choiceAdvice } from '../../nodes/CrmMessaging/catalogue/values';
import { inField } from './sentences';
import { linksOf, NodeRunner } from './node-runner';
import { expectStopped } from './one-wrong-item';
import { failedItem } from './what-became';

/** What is wrong with a contact is said before anything is sent. */
describe('a contact with a wrong value', () => {
	const node = new NodeRunner({ resource: 'contact', operation: 'upsert', origin: 'pms' });
	const automatic = { contactsFrom: 'mapAutomatically' };
	const wrongGender = wrongValue.notInList('“x”', 'FEMALE, MALE', choiceAdvice.use);
	const notMale = inField('Gender', wrongGender);

	it.each<[field: string, given: unknown, sentence: Sentence]>([
		['gender', 'x', notMale],
		[
			'born_date',
			'2026-02-30',
			inField(
				'Birthday',
				wrongValue.wrongFormat(
					'“2026-02-30”',
					'a date in a known format',
					'1985-04-23 or 23.04.1985',
				),
			),
		],
		[
			'facebook_friends',
			'many',
			inField('Facebook Friends', wrongValue.numberOutOfRange('number', '“many”')),
		],
		[
			'tags',
			[{}],
			inField('Tags, entry 1', wrongValue.wrongFormat('an object', 'a text', 'Ana')),
		],
		[
			'list_subscriptions',
			[{ list_id: 'l', subscribed: true }, { subscribed: true }],
			inField('List Subscriptions, 2, List ID', wrongValue.required()),
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

	it.each<[way: string, parameters: IDataObject, sentence: Sentence]>([
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
			inField('Contacts 2, Gender', wrongGender),
		],
		[
			'JSON',
			json('[{ "user_id": "g" }, { "gender": "x" }]'),
			inField('Contacts (JSON), 2, Gender', wrongGender),
		],
	])('is named by its place in %s', async (_, parameters, sentence) => {
		await expectStopped(node, parameters, sentence);
	});

	it.each<[title: string, contactsJson: string, sentence: Sentence]>([
		[
			'does not parse',
			'[',
			inField('Contacts (JSON)', wrongValue.invalidJson('Unexpected end of JSON input')),
		],
		[
			'is an expression without a value',
			'={{ $json.missing }}',
			inField('Contacts (JSON)', wrongValue.required()),
		],
		[
			'holds a list in a list',
			'[{ "user_id": "g" }, [{ "user_id": "h" }]]',
			inField(
				'Contacts (JSON), 2',
				wrongValue.wrongFormat('a list', 'a contact object', '{ … }'),
			),
		],
	])('in JSON that %s is refused', async (_, contactsJson, sentence) => {
		await expectStopped(node, json(contactsJson), sentence);
	});

	const nothing = inField('Contact', wrongValue.emptyList());

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
		await expectStopped(node, origin, inField('Origin', wrongValue.emptyForItem()), {
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
	const nobody = inField(
		'Input Item',
		wrongContact.unidentified(
			contactAdvice.rename(
				'User ID, Email, Phone, Phone Number, Facebook ID, Twitter ID, First Name, or Last Name',
				'“room”',
			),
		),
	);

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
