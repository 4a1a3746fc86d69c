import type { IDataObject } from 'n8n-workflow';
import { contactValues, inForm, parameterOf } from './contact-values';
import type { ContactValue } from './contact-values';
import { NodeRunner } from './node-runner';
import { account } from './running-service';

/** Every field of a contact arrives, whichever way it is given. */
describe('contact: create or update', () => {
	const node = new NodeRunner({ resource: 'contact', operation: 'upsert', origin: 'pms' });
	const settings = { timezone: 'America/New_York' };

	/** What the editor saves beside the values of a resource mapper. */
	const schema = async (): Promise<IDataObject[]> => {
		const editor = node.engine.editor({ node: { parameters: {} } });
		const { fields } = await editor.resourceMapping('getContactFields');
		return fields.map((field) => ({ ...field, removed: false }));
	};

	const usual = ['user_id', 'name_first', 'name_last', 'email', 'phone', 'language'];

	/** The node's parameters and its input item for a value, by the way contacts are given. */
	const ways: Record<
		string,
		(value: ContactValue) => Promise<[parameters: IDataObject, item: IDataObject]>
	> = {
		'an input item (Map Automatically)': async ({ field, given }) => [
			{ contactsFrom: 'mapAutomatically' },
			{ [field]: given } as IDataObject,
		],
		'a resource mapper (Map Each Field)': async ({ field, given }) => [
			{
				contactsFrom: 'mapEachField',
				contact: {
					mappingMode: 'defineBelow',
					value: { email: null, [field]: '={{ $json.given }}' },
					matchingColumns: [],
					schema: await schema(),
				},
			},
			{ given } as IDataObject,
		],
		'a field collection (Several Contacts)': async ({ field, given }) => {
			const form = inForm(given);
			const isNested = typeof form === 'object' && !Array.isArray(form);
			const value = { [parameterOf(field)]: isNested ? form : '={{ $json.given }}' };
			const entry = usual.includes(field) ? value : { additionalFields: value };
			return [
				{
					contactsFrom: 'severalContacts',
					contacts: { contact: [entry] },
				},
				{ given } as IDataObject,
			];
		},
		'JSON as text': async ({ field, given }) => [
			{ contactsFrom: 'json', contactsJson: JSON.stringify([{ [field]: given }]) },
			{},
		],
		'JSON as an object': async ({ field, given }) => [
			{ contactsFrom: 'json', contactsJson: '={{ $json.contact }}' },
			{ contact: { [field]: given } },
		],
	};

	const rows = contactValues.map((value) => ({
		...value,
		title: `${value.field}: ${JSON.stringify(value.given)}`,
	}));

	describe.each(Object.entries(ways))('given as %s', (_, way) => {
		it.each(rows)('sends $title', async (value) => {
			const [parameters, item] = await way(value);
			const run = await node.run(parameters, { items: [item], settings });
			expect(run.error).toBeUndefined();
			expect(node.sent).toEqual([
				{
					method: 'POST',
					path: `/account/${account.id}/sync_data`,
					query: {},
					body: { origin: 'pms', contacts: [{ [value.field]: value.sent }] },
				},
			]);
			expect(run.output).toEqual([
				{
					json: {
						_id: node.service.state.bulkJobs[0]!._id,
						number_of_contacts: 1,
						number_of_purchase: 0,
						validate_emails: false,
						contacts_extra_fields: [],
						purchase_extra_fields: [],
						webhook_url: '',
						status: 'queued',
					},
					pairedItem: [{ item: 0 }],
				},
			]);
			expect(run.hints).toEqual([]);
		});
	});

	it('sends all fields of one contact together, and leaves out those without a value', async () => {
		const first = new Map(contactValues.map(({ field, sent }) => [field, sent]));
		const complete = Object.fromEntries(first) as IDataObject;
		const item = { ...complete, email: null, city: '', region: undefined };
		await node.run({ contactsFrom: 'mapAutomatically' }, { items: [item], settings });
		const { email, city, region, ...others } = complete;
		expect([email, city, region]).toEqual(['ana@example.com', 'Sevilla', 'Andalucía']);
		expect(node.bodies).toEqual([{ origin: 'pms', contacts: [others] }]);
	});

	it('sends the several contacts of one item in their order, and leaves out empty entries', async () => {
		const run = await node.run(
			{
				contactsFrom: 'severalContacts',
				contacts: {
					contact: [
						{ userId: '={{ $json.first }}', email: '' },
						{ userId: '', email: '', additionalFields: {} },
						{ userId: 'g-2', additionalFields: { city: 'Roma', tags: 'a,b' } },
					],
				},
			},
			{ items: [{ first: 'g-1' }] },
		);
		expect(node.bodies).toEqual([
			{
				origin: 'pms',
				contacts: [{ user_id: 'g-1' }, { user_id: 'g-2', city: 'Roma', tags: ['a', 'b'] }],
			},
		]);
		expect(run.output.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }]]);
	});
});
