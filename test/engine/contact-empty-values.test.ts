import type { IDataObject } from 'n8n-workflow';
import { NodeRunner } from './node-runner';

/** What becomes of fields that are given without a value. */
describe('an empty value of a contact', () => {
	const node = new NodeRunner({ resource: 'contact', operation: 'upsert', origin: 'pms' });
	const item = { user_id: 'g-1', email: '', city: null, note: '' };
	/** Mapped, mapped to nothing, and not filled in. */
	const mapped = { user_id: '={{ $json.user_id }}', email: '={{ $json.email }}', zip: null };
	const fromItem = { userId: '={{ $json.user_id }}', email: '={{ $json.email }}', phone: '' };
	const custom = { field: [{ name: 'note', value: '={{ $json.note }}' }] };
	const cleared = { user_id: 'g-1', email: null, note: null };

	it.each<[way: string, parameters: IDataObject, sent: IDataObject]>([
		['Map Automatically', { contactsFrom: 'mapAutomatically' }, { ...cleared, city: null }],
		[
			'Map Each Field',
			{
				contactsFrom: 'mapEachField',
				contact: { mappingMode: 'defineBelow', value: mapped },
				customFields: custom,
			},
			cleared,
		],
		[
			'Several Contacts',
			{
				contactsFrom: 'severalContacts',
				contacts: {
					contact: [
						{
							...fromItem,
							additionalFields: { city: '={{ $json.city }}', zip: '' },
							customFields: custom,
						},
					],
				},
			},
			{ ...cleared, city: null },
		],
		[
			'JSON',
			{ contactsFrom: 'json', contactsJson: '={{ $json }}' },
			{ ...cleared, city: null },
		],
	])('is left out, or clears its field where that is chosen: %s', async (_, parameters, sent) => {
		await node.run(parameters, { items: [item] });
		await node.run({ ...parameters, options: { emptyValues: 'clear' } }, { items: [item] });
		expect(node.bodies).toEqual(
			[{ user_id: 'g-1' }, sent].map((contact) => ({ origin: 'pms', contacts: [contact] })),
		);
	});

	it('clears nothing of a contact that has no other value', async () => {
		const run = await node.run(
			{ contactsFrom: 'mapAutomatically', options: { emptyValues: 'clear' } },
			{ items: [{ email: '' }] },
		);
		expect(run.output.map(({ json }) => json)).toEqual([{ bulk_id: null, skipped: 'empty' }]);
		expect(node.sent).toEqual([]);
	});

	it('must not be chosen by an expression, which could say another for each item', async () => {
		const options = { emptyValues: '={{ "clear" }}' };
		const run = await node.run(
			{ contactsFrom: 'mapAutomatically', options },
			{ items: [item] },
		);
		expect(run.error?.message).toContain('Empty Values can’t be an expression');
		expect(node.sent).toEqual([]);
	});
});
