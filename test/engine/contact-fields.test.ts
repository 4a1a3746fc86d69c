import type { IDataObject } from 'n8n-workflow';
import { converted, everyField, parameterOf } from './contact-values';
import { linksOf, NodeRunner } from './node-runner';

describe('contact: create or update', () => {
	const node = new NodeRunner({ resource: 'contact', operation: 'upsert', origin: 'pms' });
	const settings = { timezone: 'America/New_York' };
	const automatic = { contactsFrom: 'mapAutomatically' };

	/** The part of a resource mapper that the editor saves with its values. */
	const schema = async (): Promise<IDataObject[]> => {
		const editor = node.engine.editor({ node: { parameters: {} } });
		const { fields } = await editor.resourceMapping('getContactFields');
		return fields.map((field) => ({ ...field }));
	};
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
	const ways: Record<string, (contact: object) => IDataObject | Promise<IDataObject>> = {
		'Map Automatically': () => automatic,
		'Map Each Field': async (contact) => {
			const columns = Object.keys(contact).map((field) => [field, fromItem(field)]);
			const value = Object.fromEntries(columns) as IDataObject;
			const mapper = {
				mappingMode: 'defineBelow',
				matchingColumns: [],
				schema: await schema(),
			};
			return { contactsFrom: 'mapEachField', contact: { ...mapper, value } };
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
			return { contactsFrom: 'severalContacts', contacts: { contact: [entry] } };
		},
		'JSON as text': (contact) => {
			return { contactsFrom: 'json', contactsJson: JSON.stringify([contact]) };
		},
		'JSON as an object': () => ({ contactsFrom: 'json', contactsJson: '={{ $json }}' }),
	};

	it.each(Object.entries(ways))(
		'sends every field, as it is or converted: %s',
		async (_, formOf) => {
			const given = Object.fromEntries(converted) as IDataObject;
			const sent = Object.fromEntries(converted.map(([field, , value]) => [field, value]));
			for (const contact of [everyField, given]) {
				const run = await node.run(await formOf(contact), { items: [contact], settings });
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
		const run = await node.run(
			{ contactsFrom: 'severalContacts', contacts: { contact } },
			{ items: [{ first: 'g-1' }] },
		);
		expect(node.bodies).toEqual([
			{
				origin: 'pms',
				contacts: [{ user_id: 'g-1' }, { user_id: 'g-2', city: 'Roma', tags: ['a', 'b'] }],
			},
		]);
		expect(linksOf(run.output)).toEqual([[0], [0]]);
	});
});
