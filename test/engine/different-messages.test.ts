import type { IDataObject } from 'n8n-workflow';
import { runHint } from '../../nodes/CrmMessaging/catalogue/runs';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';
import { hintOf } from '../../nodes/CrmMessaging/engine/hints';
import { EVERY_READING } from '../../playground/service/readings';
import { hintsOf, jsonDeliveries, phoneOf, pushForm, recipients } from './message-forms';
import { smsForm, smsToGuests } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';

/** Items with a phone number and a name each. */
const named = (...names: string[]): IDataObject[] =>
	names.map((name, at) => ({ name, phone: phoneOf(at + 1) }));
const dear = { messageHolder: '=Dear {{ $json.name }}, %{hotel}' };

describe('messages that differ', () => {
	const node = new NodeRunner();
	const texts = (): string[] => node.service.state.smsDeliveries.map(({ text }) => text);
	const phones = (): string[] =>
		node.service.state.smsDeliveries.map(({ phone_number }) => phone_number);

	it('share a request, in which each delivery brings its whole text', async () => {
		const items = named('Ana', '%{hotel}', '$&').map((item) => ({
			...item,
			hotel: 'Aurora',
		}));
		const run = await node.run({ ...smsToGuests, ...dear }, { items });
		const expected = ['Dear Ana, Aurora', 'Dear Aurora, Aurora', 'Dear $&, Aurora'];
		expect(node.bodies).toEqual([
			{
				sender: 'Aurora',
				message_holder: '%{message}',
				start_now: true,
				deliveries: expected.map((message, at) => ({
					phone_number: phoneOf(at + 1),
					multiple: false,
					replacements: { message },
				})),
			},
		]);
		expect(texts()).toEqual(expected);
		expect(run.output.map(({ json }) => json.text)).toEqual(expected);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
		const options = { preview: 'requests' };
		const preview = await node.run({ ...smsToGuests, ...dear, options }, { items });
		expect(preview.output.map(({ json }) => json.body)).toEqual(node.bodies);
		expect(run.hints).toEqual([]);
	});

	it('stay as they were written in a request in which all are equal', async () => {
		const items = named('Ana', 'Ana', 'Ben').map((item) => ({ ...item, hotel: 'Aurora' }));
		const options = { parallelRequests: 1, batchSize: 2 };
		await node.run({ ...smsToGuests, ...dear, options }, { items });
		const messages = (node.bodies as IDataObject[]).map((body) => body.message_holder);
		expect(messages).toEqual(['Dear Ana, %{hotel}', 'Dear Ben, %{hotel}']);
	});

	it.each(EVERY_READING.filter(({ name }) => /percent|Containers/.test(name)))(
		'keep a literal %{x}, with $name as $choice',
		async ({ name, choice }) => {
			Object.assign(node.service.readings, { [name]: choice });
			const items = named('Ana', '%%{x}').map((item) => ({ ...item, x: 'no', hotel: 'no' }));
			await node.run(
				{ ...smsToGuests, messageHolder: '={{ $json.name }} %%{hotel}' },
				{ items },
			);
			expect(node.bodies).toHaveLength(1);
			expect(node.service.state.smsDeliveries).toMatchObject([
				{ text: 'Ana %{hotel}', valid: true },
				{ text: '%{x} %{hotel}', valid: true },
			]);
		},
	);

	it.each<[string, IDataObject, IDataObject]>([
		[
			'several recipients an item',
			recipients({ phoneNumber: '={{ $json.phone }}' }, { phoneNumber: '+34699000000' }),
			{},
		],
		[
			'recipients as JSON',
			jsonDeliveries(
				'={{ [{ phone_number: $json.phone }, { phone_number: "+34699000000" }] }}',
			),
			{},
		],
	])('share a request for %s', async (_, form) => {
		const items = named('Ana', 'Ben');
		const messageHolder = '=Dear {{ $json.name }}';
		await node.run(smsForm({ messageHolder, ...form }), { items });
		expect(node.bodies).toHaveLength(1);
		expect(texts()).toEqual(['Dear Ana', 'Dear Ana', 'Dear Ben', 'Dear Ben']);
	});

	it('share requests of push notifications', async () => {
		const form = pushForm({
			recipientId: '={{ $json.name }}',
			messageHolder: '=Hi {{ $json.name }}',
		});
		await node.run(form, { items: named('ana', 'ben') });
		expect(node.bodies).toEqual([
			expect.objectContaining({
				message_holder: '%{message}',
				deliveries: [
					{ device_id: 'ana', replacements: { message: 'Hi ana' } },
					{ device_id: 'ben', replacements: { message: 'Hi ben' } },
				],
			}),
		]);
	});

	it('are 10 requests for 10,000 items, and reach each recipient with their own', async () => {
		const items = named(...Array.from({ length: 10_000 }, (_, at) => `guest ${at}`));
		const form = { ...smsToGuests, messageHolder: '={{ $json.name }}' };
		const run = await node.run(form, { items });
		expect(node.bodies).toHaveLength(10);
		expect(phones()).toEqual(items.map(({ phone }) => phone));
		expect(texts()).toEqual(items.map(({ name }) => name));
		expect(run.output).toHaveLength(10_000);
	});

	it('are remembered by who was reached, as others are', async () => {
		node.service.faults.add({ after: 1, action: { respond: { status: 429 } } });
		const items = named('Ana', 'Ben', 'Eva', 'Kim');
		const form = { ...smsToGuests, messageHolder: '=Dear {{ $json.name }}' };
		const run = await node.run(
			{ ...form, options: { parallelRequests: 1, batchSize: 2, maxTries: 1 } },
			{ items, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		);
		expect([run.status, run.tries]).toEqual(['success', 2]);
		expect(texts()).toEqual(['Dear Ana', 'Dear Ben', 'Dear Eva', 'Dear Kim']);
		expect(run.output.map(({ json }) => json.text)).toEqual(texts());
	});

	it('go in requests of their own where they are not combined, and a hint says so', async () => {
		const items = named(...Array.from({ length: 12 }, (_, at) => `guest ${at}`));
		const form = { ...smsToGuests, messageHolder: '=Dear {{ $json.name }}' };
		const run = await node.run(
			{ ...form, options: { batchDifferentMessages: false } },
			{ items },
		);
		expect(node.bodies).toHaveLength(12);
		expect(node.bodies[0]).toMatchObject({ message_holder: 'Dear guest 0' });
		expect(hintsOf(run)).toEqual([
			hintOf(runHint.smallRequests('12 recipients', 'went', '12', 'Message')).message,
		]);
	});
});

describe('what makes requests small', () => {
	const node = new NodeRunner();
	const items = Array.from({ length: 12 }, (_, at) => ({
		at,
		name: `n${at}`,
		user_id: `u-${at}`,
		time: `2031-01-${at + 10}T09:30:00Z`,
	}));
	const contact = {
		resource: 'contact',
		operation: 'upsert',
		contactsFrom: 'mapAutomatically',
		origin: '={{ $json.name }}',
	};

	it.each<[form: IDataObject, sentence: Sentence]>([
		[
			pushForm({ recipientId: '={{ $json.name }}', subject: '={{ $json.name }}' }),
			runHint.smallRequests('12 recipients', 'went', '12', 'Subject'),
		],
		[
			pushForm({
				recipientId: '={{ $json.name }}',
				subject: '={{ $json.name }}',
				notification: { badge: '={{ $json.at }}' },
			}),
			runHint.smallRequests('12 recipients', 'went', '12', 'Subject and Badge'),
		],
		[
			smsForm({
				schedule: 'at',
				startAt: '={{ $json.time }}',
				options: { preview: 'requests' },
			}),
			runHint.smallRequests('12 recipients', 'would go', '12', 'Send At'),
		],
		[contact, runHint.smallRequests('12 contacts', 'went', '12', 'Origin')],
	])('is said: %#', async (form, sentence) => {
		const run = await node.run(form, { items });
		expect(hintsOf(run)).toContain(hintOf(sentence).message);
	});

	it.each<[string, IDataObject, number]>([
		['there are hardly more than needed', contact, 10],
		['a person chose so', { ...contact, origin: 'pms', options: { batchSize: 1 } }, 12],
		[
			'each is one thing, such as a purchase',
			{
				resource: 'purchase',
				operation: 'upsert',
				origin: 'pms',
				uuid: 'room-1',
				transactionCode: '={{ $json.name }}',
				price: 1,
				currency: 'EUR',
			},
			12,
		],
	])('is not said where %s', async (_, form, count) => {
		const run = await node.run(form, { items: items.slice(0, count) });
		expect(node.sent).toHaveLength(count);
		expect(hintsOf(run).join('\n')).not.toContain('requests, because');
	});
});
