import type { IDataObject } from 'n8n-workflow';
import { converted, everyField, parameterOf } from './contact-values';
import { automatic, contactForm, contactsInJson, mapped, several } from './import-forms';
import { linksOf, NodeRunner } from './node-runner';

describe('contact: create or update', () => {
	const node = new NodeRunner(contactForm());
	const settings = { timezone: 'America/New_York' };

	const fromItem = (field: string) => `={{ $json.${field} }}`;

	/** A value as the form holds it; lists of objects are collections. */
	const inForm = (field: string, value: unknown): unknown => {
		if (!Array.isArray(value) || typeof value[0] !== 'object') return fromItem(field);
		const renamed = (entry: object) =>
			Object.entries(entry).map(([key, inner]): [string, unknown] => [
				parameterOf(key),
				inner,
			]);
		return { subscription: value.map((entry) => Object.fromEntries(renamed(entry as object))) };
	};
	const usual = ['user_id', 'name_first', 'name_last', 'email', 'phone', 'language'];

	/** The node's parameters by the way a contact is given; the contact is the input item too. */
	const ways: Record<string, (contact: object) => IDataObject> = {
		'Map Automatically': () => automatic,
		'Map Each Field': (contact) => {
			const columns = Object.keys(contact).map((field) => [field, fromItem(field)]);
			return mapped(Object.fromEntries(columns) as IDataObject);
		},
		'Several Contacts': (contact) => {
			const fields = Object.entries(contact).map(([field, value]) => {
				return { field, parameter: [parameterOf(field), inForm(field, value)] };
			});
			const [shown, additionalFields] = [true, false].map((isUsual) => {
				const some = fields.filter(({ field }) => usual.includes(field) === isUsual);
				return Object.fromEntries(some.map(({ parameter }) => parameter)) as IDataObject;
			});
			const entry = { ...shown, additionalFields };
			return several(entry);
		},
		'JSON as text': (contact) => contactsInJson([contact]),
		'JSON as an object': () => contactsInJson('={{ $json }}'),
	};

	it.each(Object.entries(ways))(
		'sends every field, as it is or converted: %s',
		async (_, formOf) => {
			const given = Object.fromEntries(converted) as IDataObject;
			const sent = Object.fromEntries(converted.map(([field, , value]) => [field, value]));
			for (const contact of [everyField, given]) {
				const run = await node.run(formOf(contact), { items: [contact], settings });
				expect(run.error).toBeUndefined();
			}
			expect(node.bodies).toEqual([
				{ origin: 'pms', contacts: [everyField] },
				{ origin: 'pms', contacts: [sent] },
			]);
		},
	);

	it('sends the several contacts of one item in their order, and leaves out empty entries', async () => {
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
