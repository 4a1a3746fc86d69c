import type { IDataObject } from 'n8n-workflow';
import { converted, everyField, parameterOf } from './contact-values';
import { linksOf, NodeRunner } from './node-runner';

describe('contact: create or update', () => {
	const node = new NodeRunner({ resource: 'contact', operation: 'upsert', origin: 'pms' });
	const settings = { timezone: 'America/New_York' };
	const automatic = { contactsFrom: 'mapAutomatically' };

	/** What the editor saves beside the values of a resource mapper. */
	const schema = async (): Promise<IDataObject[]> => {
		const editor = node.engine.editor({ node: { parameters: {} } });
		const { fields } = await editor.resourceMapping('getContactFields');
		return fields.map((field) => ({ ...field }));
	};
	const fromItem = (field: string) => `={{ $json.${field} }}`;

	/** A value as the form holds it: a list of objects stands in a collection, entry by entry. */
	const inForm = (field: string, value: unknown): unknown => {
		if (!Array.isArray(value) || typeof value[0] !== 'object') return fromItem(field);
		const subscription = (value as IDataObject[]).map((entry) =>
			Object.fromEntries(
				Object.entries(entry).map(([key, inner]) => [parameterOf(key), inner]),
			),
		);
		return { subscription };
	};
	const usual = ['user_id', 'name_first', 'name_last', 'email', 'phone', 'language'];

	/** The node's parameters, by the way a contact is given; the contact is the input item too. */
	const ways: Record<string, (contact: object) => IDataObject | Promise<IDataObject>> = {
		'an input item (Map Automatically)': () => automatic,
		'a resource mapper (Map Each Field)': async (contact) => ({
			contactsFrom: 'mapEachField',
			contact: {
				mappingMode: 'defineBelow',
				value: Object.fromEntries(
					Object.keys(contact).map((field) => [field, fromItem(field)]),
				),
				matchingColumns: [],
				schema: await schema(),
			},
		}),
		'a field collection (Several Contacts)': (contact) => {
			const shown: Record<string, unknown> = {};
			const additionalFields: Record<string, unknown> = {};
			for (const [field, value] of Object.entries(contact)) {
				const place = usual.includes(field) ? shown : additionalFields;
				place[parameterOf(field)] = inForm(field, value);
			}
			const entry = { ...shown, additionalFields } as IDataObject;
			return { contactsFrom: 'severalContacts', contacts: { contact: [entry] } };
		},
		'JSON as text': (contact) => ({
			contactsFrom: 'json',
			contactsJson: JSON.stringify([contact]),
		}),
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
