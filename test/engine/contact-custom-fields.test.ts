import type { IDataObject } from 'n8n-workflow';
import {
	automatic,
	contactForm,
	contactsInJson,
	customFields,
	mapped,
	several,
} from './import-forms';
import { NodeRunner } from './node-runner';

const node = new NodeRunner(contactForm());
const user_id = 'g-1';

describe('custom fields of a contact', () => {
	// Parsed, so that “__proto__” is a key of its own.
	const values = JSON.parse(`{
		"room": "sea view", "floor": 0, "quiet": false, "share": 12.5, "list": [1, "two", null],
		"none": null, "empty": "",
		"__proto__": "p", "constructor": "c", "toString": "t", "hasOwnProperty": "h"
	}`) as IDataObject;
	const byName = customFields(
		...Object.keys(values).map((name, at) => ({
			name: ` ${name} `,
			value: `={{ $json.values[${at}] }}`,
		})),
	);

	it.each<[way: string, form: IDataObject, item?: IDataObject]>([
		['Map Automatically', automatic, { user_id, ...values }],
		['Map Each Field', mapped({ user_id }, byName)],
		['Several Contacts', several({ userId: user_id, ...byName })],
		['JSON', contactsInJson({ user_id, ...values })],
	])('are sent unchanged, whatever their name, by %s', async (_, form, ...[item]) => {
		await node.run(form, { items: [item ?? { values: Object.values(values) }] });
		const { rawBody } = node.service.requests[0]!;
		const { contacts } = JSON.parse(rawBody) as { contacts: IDataObject[] };
		// As a map, which has no inherited keys.
		const filled = Object.entries(values).filter(([, value]) => value !== null && value !== '');
		expect(filled).toHaveLength(9);
		expect(contacts.map((contact) => new Map(Object.entries(contact)))).toEqual([
			new Map([['user_id', user_id], ...filled]),
		]);
	});

	it.each<[type: string, value: string, sent: unknown]>([
		['auto', '3', '3'],
		['number', '3', 3],
		['boolean', 'true', true],
		['text', '={{ 3 }}', '3'],
		// In the zone of the workflow, New York.
		['dateTime', '2026-03-29T09:30', '2026-03-29T09:30:00-04:00'],
		['json', '[1, { "a": null }]', [1, { a: null }]],
	])('have the chosen type: %s', async (type, value, sent) => {
		await node.run(mapped({ user_id }, customFields({ name: 'floor', value, type })));
		expect(node.bodies).toMatchObject([{ contacts: [{ user_id, floor: sent }] }]);
	});

	const item = { email: 'a@b.example', room: 7, Stay: 'sea view' };

	it.each<[choice: string, form: IDataObject, contact: IDataObject]>([
		['custom', automatic, item],
		['leaveOut', automatic, { email: 'a@b.example' }],
		['error', contactsInJson('={{ $json }}'), item],
	])('are created from unknown keys, as chosen: %s', async (otherKeys, form, contact) => {
		await node.run({ ...form, otherKeys }, { items: [item] });
		expect(node.bodies).toEqual([{ origin: 'pms', contacts: [contact] }]);
	});

	it('are left out if their value means its lack, like other fields', async () => {
		const field = customFields({ name: 'room', value: '#N/A' }, { name: 'floor', value: '3' });
		await node.run(mapped({ user_id, email: 'n/a' }, field));
		await node.run(contactsInJson({ user_id, email: 'n/a', room: '#N/A', floor: '3' }));
		expect(node.contacts).toEqual([1, 2].map(() => ({ user_id, floor: '3' })));
	});
});

describe('an empty value of a contact', () => {
	const item = { user_id, email: '', city: null, note: '' };
	const note = customFields({ name: 'note', value: '={{ $json.note }}' });
	const email = '={{ $json.email }}';
	const cleared = { user_id, email: null, note: null };

	it.each<[way: string, form: IDataObject, sent: IDataObject]>([
		['Map Automatically', automatic, { ...cleared, city: null }],
		// Mapped, mapped to nothing, and not filled in.
		['Map Each Field', mapped({ user_id, email, zip: null }, note), cleared],
		[
			'Several Contacts',
			several({
				userId: user_id,
				email,
				phone: '',
				additionalFields: { city: '={{ $json.city }}', zip: '' },
				...note,
			}),
			{ ...cleared, city: null },
		],
		['JSON', contactsInJson('={{ $json }}'), { ...cleared, city: null }],
	])('is left out, or clears its field if chosen, by %s', async (_, form, sent) => {
		await node.run(form, { items: [item] });
		await node.run({ ...form, options: { emptyValues: 'clear' } }, { items: [item] });
		expect(node.bodies).toEqual(
			[{ user_id }, sent].map((contact) => ({ origin: 'pms', contacts: [contact] })),
		);
	});
});
