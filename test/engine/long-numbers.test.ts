import type { IDataObject } from 'n8n-workflow';
import { hintsOf, jsonDeliveries, placeholderValues, pushForm, smsForm } from './message-forms';
import { NodeRunner } from './node-runner';
import { expectStopped, type Refusal } from './one-wrong-item';

/** As n8n has it, the same number as …457. */
const id = Number('7061304407766123456');
const written = '7061304407766123456';
const fromItem = '={{ $json.id }}';

const contact = { resource: 'contact', operation: 'upsert', origin: 'pms' };
const inJson = (contactsJson: string) => ({ ...contact, contactsFrom: 'json', contactsJson });
const hotel = { resource: 'hotel', operation: 'create', uuid: 'h-1', name: 'Aurora' };
const purchase = {
	...contact,
	resource: 'purchase',
	contactsFrom: 'mapAutomatically',
	otherKeys: 'leaveOut',
	uuid: 'room-12',
	transactionCode: 'R-1',
	price: 12,
	currency: 'EUR',
};
const mapped = { mappingMode: 'defineBelow', value: { user_id: fromItem } };
const texts = '={{ [{ language: "en", data: { id: $json.id } }] }}';

describe('a long ID that n8n has read as a number', () => {
	const node = new NodeRunner();

	it.each<[form: IDataObject, where: string, words?: string]>([
		[{ ...purchase, transactionCode: fromItem }, 'Booking or Order ID', `“${id}”`],
		[smsForm({ phoneNumber: fromItem }), 'To'],
		[smsForm({ messageHolder: fromItem }), 'Message'],
		[smsForm({ messageHolder: 'No. %{id}' }), 'Input Item, id'],
		[
			smsForm({ messageHolder: '%{n}', ...placeholderValues({ n: fromItem }) }),
			'Placeholder Value 1',
		],
		[pushForm(jsonDeliveries(`[{ "device_id": ${written} }]`)), 'Recipients (JSON)', written],
		[{ ...contact, contactsFrom: 'mapAutomatically' }, 'id'],
		[{ ...contact, contactsFrom: 'mapEachField', contact: mapped }, 'User ID'],
		[inJson(`{ "user_id": "1", "loyalty": ${written} }`), 'Contacts (JSON)', written],
		[
			smsForm({ options: { body: `{ "a": [${written}] }` } }),
			'Additional Fields (JSON), Body',
			written,
		],
		[{ ...hotel, itemsFrom: 'json', itemsJson: texts }, 'Texts by Language (JSON), 1, data'],
	])('stops, and nothing is sent: %j', async (form, where, ...words) => {
		const refusal: Refusal = [where, 'inexactNumber', ...words];
		await expectStopped(node, form, refusal, { items: [{ id }] });
	});

	it('arrives whole as text', async () => {
		const items = [written, '7061304407766123457'].map((text) => ({ id: text }));
		await node.run(pushForm({ recipientId: fromItem }), { items });
		const devices = node.service.state.pushDeliveries.map((delivery) => delivery.device_id);
		expect(devices).toEqual(items.map((item) => item.id));
	});

	it('in an answer is read as text, and joins its recipient', async () => {
		const body = `{"deliveries":[[{"valid":true,"delivery_id":7061304407766123457,"device_id":${written}}]]}`;
		node.service.faults.add({ action: { respond: { status: 200, body } } });
		const run = await node.run(pushForm({ recipientId: written }));
		expect(run.output.map(({ json }) => json)).toMatchObject([
			{ device_id: written, delivery_id: '7061304407766123457' },
		]);
		expect(hintsOf(run)).toEqual([]);
	});
});
