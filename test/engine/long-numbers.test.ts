import type { IDataObject } from 'n8n-workflow';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { wrongValue } from '../../nodes/CrmMessaging/catalogue/values';
import { inField } from './sentences';
import { hintsOf, jsonDeliveries, placeholderValues, pushForm, smsForm } from './message-forms';
import { NodeRunner } from './node-runner';
import { expectStopped } from './one-wrong-item';

/** As n8n has them: both are the same number by then. */
const [one, other] = [Number('7061304407766123456'), Number('7061304407766123457')];
const rounded = wrongValue.inexactNumber(`“${one}”`);
const written = wrongValue.inexactNumber('The number 7061304407766123456');

const contacts = { resource: 'contact', operation: 'upsert', origin: 'pms' };
const hotel = { resource: 'hotel', operation: 'create', uuid: 'h-1', name: 'Aurora' };
const purchase = {
	resource: 'purchase',
	operation: 'upsert',
	origin: 'pms',
	contactsFrom: 'mapAutomatically',
	otherKeys: 'leaveOut',
	uuid: 'room-12',
	transactionCode: 'R-1',
	price: 12,
	currency: 'EUR',
};
const field = (type: string) => ({
	field: [{ name: 'loyalty', value: '={{ $json.id }}', type }],
});

describe('a long ID that n8n has read as a number', () => {
	const node = new NodeRunner();

	it.each<[what: string, form: IDataObject, sentence: Sentence]>([
		[
			'a booking',
			{ ...purchase, transactionCode: '={{ $json.id }}' },
			inField('Booking or Order ID', rounded),
		],
		[
			'a custom field of a booking',
			{ ...purchase, purchaseCustomFields: field('text') },
			inField('Custom Purchase Fields 1, loyalty', rounded),
		],
		['a device', pushForm({ recipientId: '={{ $json.id }}' }), inField('Device ID', rounded)],
		['a phone number', smsForm({ phoneNumber: '={{ $json.id }}' }), inField('To', rounded)],
		['a message', smsForm({ messageHolder: '={{ $json.id }}' }), inField('Message', rounded)],
		[
			'a placeholder of the item',
			smsForm({ messageHolder: 'No. %{id}' }),
			inField('Input Item, id', rounded),
		],
		[
			'a placeholder value',
			smsForm({ messageHolder: '%{n}', ...placeholderValues({ n: '={{ $json.id }}' }) }),
			inField('Placeholder Value 1', rounded),
		],
		[
			'a recipient as JSON',
			pushForm(jsonDeliveries('[{ "device_id": 7061304407766123456 }]')),
			inField('Recipients (JSON)', written),
		],
		[
			'a contact of the item',
			{ ...contacts, contactsFrom: 'mapAutomatically' },
			inField('id', rounded),
		],
		[
			'a mapped contact',
			{
				...contacts,
				contactsFrom: 'mapEachField',
				contact: { mappingMode: 'defineBelow', value: { user_id: '={{ $json.id }}' } },
			},
			inField('User ID', rounded),
		],
		[
			'a contact as JSON',
			{
				...contacts,
				contactsFrom: 'json',
				contactsJson: '{ "user_id": "1", "loyalty": 7061304407766123456 }',
			},
			inField('Contacts (JSON)', written),
		],
		[
			'a contact as JSON of an expression',
			{ ...contacts, contactsFrom: 'json', contactsJson: '={{ { user_id: $json.id } }}' },
			inField('Contacts (JSON), 1, User ID', rounded),
		],
		[
			'additional fields',
			smsForm({ options: { body: '{ "a": [7061304407766123456] }' } }),
			inField('Additional Fields (JSON), Body', written),
		],
		[
			'custom content',
			pushForm({ notification: { extra: '{ "a": 7061304407766123456 }' } }),
			inField('Extra', written),
		],
		[
			'a text of a hotel',
			{
				...hotel,
				itemsFrom: 'json',
				itemsJson: '={{ [{ language: "en", data: { id: $json.id } }] }}',
			},
			inField('Texts by Language (JSON), 1, data', rounded),
		],
	])('stops, and nothing is sent: %s', async (_, form, sentence) => {
		const items = [{ id: one }];
		await expectStopped(node, form, sentence, { items });
	});

	it('never makes one booking of two', async () => {
		const items = [{ id: one }, { id: other }];
		const form = { ...purchase, transactionCode: '={{ $json.id }}' };
		await expectStopped(node, form, inField('Booking or Order ID', rounded), {
			items,
			wrong: 2,
		});
	});

	it('arrives whole as text', async () => {
		const items = ['7061304407766123456', '7061304407766123457'].map((id) => ({ id }));
		await node.run({ ...pushForm(), recipientId: '={{ $json.id }}' }, { items });
		const devices = node.service.state.pushDeliveries.map((delivery) => delivery.device_id);
		expect(devices).toEqual(items.map(({ id }) => id));
	});

	it('in an answer is read as text, and joins its recipient', async () => {
		const body =
			'{"deliveries":[[{"valid":true,"delivery_id":7061304407766123457,"device_id":7061304407766123456}]]}';
		node.service.faults.add({ action: { respond: { status: 200, body } } });
		const run = await node.run(pushForm({ recipientId: '7061304407766123456' }));
		expect(run.output.map(({ json }) => json)).toMatchObject([
			{ device_id: '7061304407766123456', delivery_id: '7061304407766123457' },
		]);
		expect(hintsOf(run)).toEqual([]);
	});
});
