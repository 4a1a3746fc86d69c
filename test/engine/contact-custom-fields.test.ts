import type { IDataObject } from 'n8n-workflow';
import { wrongContact } from '../../nodes/CrmMessaging/catalogue/contacts';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { wrongValue } from '../../nodes/CrmMessaging/catalogue/values';
import { inField } from './sentences';
import { linksOf, NodeRunner } from './node-runner';
import { expectStopped } from './one-wrong-item';

/** Fields that the account itself defines, by name. */
describe('custom fields of a contact', () => {
	const node = new NodeRunner({ resource: 'contact', operation: 'upsert', origin: 'pms' });

	// Parsed, so that “__proto__” is a key of its own.
	const given = JSON.parse(`{
		"room": "sea view", "floor": 0, "quiet": false, "share": 12.5, "list": [1, "two", null],
		"none": null, "empty": "",
		"__proto__": "p", "constructor": "c", "toString": "t", "hasOwnProperty": "h"
	}`) as IDataObject;
	const byName = {
		field: Object.keys(given).map((name, at) => ({
			name: ` ${name} `,
			value: `={{ $json.values[${at}] }}`,
		})),
	};
	const values = { values: Object.values(given) };
	const user_id = 'g-1';
	const mapped = { mappingMode: 'defineBelow', value: { user_id } };

	it.each<[way: string, parameters: IDataObject, item: IDataObject]>([
		['Map Automatically', { contactsFrom: 'mapAutomatically' }, { user_id, ...given }],
		[
			'Map Each Field',
			{ contactsFrom: 'mapEachField', contact: mapped, customFields: byName },
			values,
		],
		[
			'Several Contacts',
			{
				contactsFrom: 'severalContacts',
				contacts: { contact: [{ userId: user_id, customFields: byName }] },
			},
			values,
		],
		['JSON', { contactsFrom: 'json', contactsJson: JSON.stringify({ user_id, ...given }) }, {}],
	])('are sent as they are, whatever their name: %s', async (_, parameters, item) => {
		const run = await node.run(parameters, { items: [item] });
		const [request] = node.service.requests;
		const { contacts } = JSON.parse(request!.rawBody) as { contacts: IDataObject[] };
		const { none, empty } = given;
		expect([none, empty]).toEqual([null, '']);
		// As a map, which takes no key from what objects inherit.
		expect(contacts.map((contact) => new Map(Object.entries(contact)))).toEqual([
			new Map([
				['user_id', user_id],
				...Object.entries(given).filter(([, value]) => value !== null && value !== ''),
			]),
		]);
		expect(linksOf(run.output)).toEqual([[0]]);
	});

	it.each<[type: string, given: unknown, sent: unknown]>([
		['auto', '3', '3'],
		['number', '3', 3],
		['boolean', 'true', true],
		['text', '={{ 3 }}', '3'],
		// In the zone of the workflow, New York.
		['dateTime', '2026-03-29T09:30', '2026-03-29T09:30:00-04:00'],
		['json', '[1, { "a": null }]', [1, { a: null }]],
	])('have the type that the person says: %s', async (type, value, sent) => {
		const customFields = { field: [{ name: 'floor', value, type }] };
		const parameters = { contactsFrom: 'mapEachField', contact: mapped, customFields };
		await node.run(parameters, { items: [{}] });
		const [request] = node.service.requests;
		expect(request?.body).toMatchObject({ contacts: [{ user_id, floor: sent }] });
	});

	it.each<[title: string, field: IDataObject, sentence: Sentence]>([
		[
			'is not of its type',
			{ name: 'floor', value: 'third', type: 'number' },
			inField(
				'Custom Contact Fields 2, floor',
				wrongValue.numberOutOfRange('number', '“third”'),
			),
		],
		[
			'has a value but no name',
			{ name: ' ', value: 'sea view' },
			inField('Custom Contact Fields 2', wrongValue.withoutName()),
		],
		[
			'has the name of a field of the service',
			{ name: 'email', value: 'x@y.example' },
			inField('Custom Contact Fields 2', wrongContact.fieldAsCustomField('email')),
		],
	])('stop the run where one %s', async (_, field, sentence) => {
		const customFields = { field: [{ name: 'room', value: '7' }, field] };
		await expectStopped(node, { contactsFrom: 'mapEachField', customFields }, sentence);
	});

	describe('keys of an input item that the service does not define', () => {
		const automatic = { contactsFrom: 'mapAutomatically' };
		const item = { email: 'a@b.example', room: 7, Stay: 'sea view' };

		it.each<[what: string, parameters: IDataObject, contact: IDataObject]>([
			['are custom fields unless told', automatic, item],
			['can be left out', { ...automatic, otherKeys: 'leaveOut' }, { email: 'a@b.example' }],
			[
				'are always custom fields in JSON',
				{ contactsFrom: 'json', contactsJson: '={{ $json }}', otherKeys: 'error' },
				item,
			],
		])('%s', async (_, parameters, contact) => {
			const run = await node.run(parameters, { items: [item] });
			expect(node.bodies).toEqual([{ origin: 'pms', contacts: [contact] }]);
			expect(linksOf(run.output)).toEqual([[0]]);
		});

		it('can stop the run', async () => {
			await expectStopped(
				node,
				{ ...automatic, otherKeys: 'error' },
				inField('room', wrongContact.notAContactField()),
				{ items: [item] },
			);
		});
	});
});
