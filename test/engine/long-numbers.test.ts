import type { IDataObject } from 'n8n-workflow';
import { automatic, contactForm, mapped, purchaseForm } from './import-forms';
import { hintsOf, jsonDeliveries, pushForm, smsForm } from './message-forms';
import { NodeRunner } from './node-runner';
import { expectStopped, type Refusal } from './one-wrong-item';

/** As n8n has it, the same number as …457. */
const id = Number('7061304407766123456');
const written = '7061304407766123456';
const fromItem = '={{ $json.id }}';

const hotel = { resource: 'hotel', operation: 'create', uuid: 'h-1', name: 'Aurora' };
const texts = '={{ [{ language: "en", data: { id: $json.id } }] }}';

describe('a long ID that n8n has read as a number', () => {
	const node = new NodeRunner();

	it.each<[form: IDataObject, where: string, words?: string]>([
		[purchaseForm({ ...automatic, transactionCode: fromItem }), 'Booking or Order ID'],
		[smsForm({ phoneNumber: fromItem }), 'To'],
		[smsForm({ messageHolder: 'No. %{id}' }), 'Input Item, id'],
		[pushForm(jsonDeliveries(`[{ "device_id": ${written} }]`)), 'Recipients (JSON)', written],
		[contactForm(automatic), 'id'],
		[contactForm(mapped({ user_id: fromItem })), 'User ID'],
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
