import type { IDataObject } from 'n8n-workflow';
import { deliveries, pushForm, smsForm } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';

const phoneOf = (number: number): string => `+346${String(number).padStart(8, '0')}`;
/** Items with a phone number each; none of them ends in 000000, which the stand-in rejects. */
const guests = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ phone: phoneOf(index + 1) }));

interface Body extends IDataObject {
	deliveries: Array<{ phone_number: string }>;
}

describe('items that share requests', () => {
	const sms = new NodeRunner(smsForm(deliveries({ phoneNumber: '={{ $json.phone }}' })));
	/** The phone numbers of each request. */
	const phones = (): string[][] =>
		(sms.bodies as Body[]).map((body) => body.deliveries.map((one) => one.phone_number));
	const bodyFor = (more: IDataObject, ...numbers: string[]): IDataObject => ({
		sender: 'Aurora',
		message_holder: 'Your room is ready',
		start_now: true,
		...more,
		deliveries: numbers.map((phone_number) => ({
			phone_number,
			multiple: false,
			replacements: {},
		})),
	});

	it('send what is equal in one request, in their order', async () => {
		const items = [{ phone: phoneOf(3) }, { phone: phoneOf(1) }, { phone: phoneOf(2) }];
		const run = await sms.run({}, { items });
		expect(sms.bodies).toEqual([bodyFor({}, phoneOf(3), phoneOf(1), phoneOf(2))]);
		expect(run.output.map(({ json }) => json.phone_number)).toEqual(
			items.map(({ phone }) => phone),
		);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
	});

	it('do not share one where the sender differs, and come out in the order they came in', async () => {
		const items = ['A', 'B', 'A'].map((sender, index) => ({ sender, phone: phoneOf(index) }));
		const run = await sms.run({ sender: '={{ $json.sender }}' }, { items });
		expect(sms.bodies).toEqual([
			bodyFor({ sender: 'A' }, phoneOf(0), phoneOf(2)),
			bodyFor({ sender: 'B' }, phoneOf(1)),
		]);
		expect(run.output.map(({ json }) => json.phone_number)).toEqual(
			items.map(({ phone }) => phone),
		);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
	});

	it.each<[string, IDataObject, string[]]>([
		['message', { messageHolder: '={{ $json.text }}' }, ['message_holder']],
		['time', { schedule: 'at', startAt: '={{ $json.at }}' }, ['start_now', 'start_at']],
	])('do not share one where the %s differs', async (_, parameters, keys) => {
		const items = [
			{ phone: phoneOf(1), text: 'one', at: '2031-01-15T09:00:00Z' },
			{ phone: phoneOf(2), text: 'two', at: '2031-01-16T09:00:00Z' },
		];
		const run = await sms.run(parameters, { items });
		expect(phones()).toEqual([[phoneOf(1)], [phoneOf(2)]]);
		const said = (sms.bodies as Body[]).map((body) => keys.map((key) => body[key]));
		expect(said[0]).not.toEqual(said[1]);
		expect(linksOf(run.output)).toEqual([[0], [1]]);
	});

	it('share one where the same time is written in two ways', async () => {
		const items = [
			{ phone: phoneOf(1), at: '2031-01-15T09:00:00' },
			{ phone: phoneOf(2), at: '2031-01-15 09:00' },
		];
		await sms.run({ schedule: 'at', startAt: '={{ $json.at }}' }, { items });
		expect(phones()).toEqual([[phoneOf(1), phoneOf(2)]]);
	});

	it('keep to the deliveries a request that the option says, whoever they belong to', async () => {
		const run = await sms.run(
			{
				...deliveries(
					{ phoneNumber: '={{ $json.phone }}' },
					{ phoneNumber: '={{ $json.desk }}' },
				),
				options: { batchSize: 3 },
			},
			{
				items: [
					{ phone: phoneOf(1), desk: phoneOf(2) },
					{ phone: phoneOf(3), desk: phoneOf(4) },
				],
			},
		);
		expect(sms.bodies).toEqual([
			bodyFor({}, phoneOf(1), phoneOf(2), phoneOf(3)),
			bodyFor({}, phoneOf(4)),
		]);
		expect(run.output.map(({ json }) => json.phone_number)).toEqual([1, 2, 3, 4].map(phoneOf));
		expect(linksOf(run.output)).toEqual([[0], [0], [1], [1]]);
	});

	it('get a request each where the option is 1', async () => {
		const run = await sms.run({ options: { batchSize: 1 } }, { items: guests(3) });
		expect(phones()).toEqual([[phoneOf(1)], [phoneOf(2)], [phoneOf(3)]]);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
	});

	it.each([[0], [1001], [2.5], [-1], ['many']])(
		'are not sent where the option is %p, which is said',
		async (batchSize) => {
			const options = { batchSize };
			const run = await sms.run({ options }, { items: guests(2) });
			expect(sms.bodies).toEqual([]);
			expect(run.status).toBe('error');
			expect(run.error).toMatchObject({
				name: 'NodeOperationError',
				message: 'Deliveries per Request must be a whole number from 1 to 1000 [item 0]',
			});
		},
	);

	it('go 1,000 a request where there are more, one request after the other', async () => {
		const items = guests(2500);
		const run = await sms.run({}, { items });
		expect(phones().map(({ length }) => length)).toEqual([1000, 1000, 500]);
		expect(phones().flat()).toEqual(items.map(({ phone }) => phone));
		expect(run.output.map(({ json }) => json.phone_number)).toEqual(
			items.map(({ phone }) => phone),
		);
		expect(run.output.map(({ json }) => json.delivery_id)).toEqual(
			sms.service.state.smsDeliveries.map(({ delivery_id }) => delivery_id),
		);
		expect(linksOf(run.output)).toEqual(items.map((_, index) => [index]));
	}, 30_000);

	it('go in halves where a request is too large for the service', async () => {
		const items = guests(4);
		const faults = sms.service.faults;
		faults.add({ action: { respond: { status: 413, body: { error: 'too large' } } } });
		const run = await sms.run({}, { items });
		expect(phones()).toEqual([
			[1, 2, 3, 4].map(phoneOf),
			[1, 2].map(phoneOf),
			[3, 4].map(phoneOf),
		]);
		expect(sms.service.state.smsDeliveries).toHaveLength(4);
		expect(linksOf(run.output)).toEqual([[0], [1], [2], [3]]);
	});

	it('send nothing and give nothing when there are none', async () => {
		const run = await sms.run({}, { items: [] });
		expect(sms.bodies).toEqual([]);
		expect(run.status).toBe('success');
		expect(run.output).toEqual([]);
	});
});

describe('push targets that share requests', () => {
	const push = new NodeRunner(pushForm());

	it('do not share one where any field beside the target differs', async () => {
		const items = [
			{ badge: 1, guest: 'a' },
			{ badge: 2, guest: 'b' },
			{ badge: 1, guest: 'c' },
		];
		const run = await push.run(
			{
				additionalFields: { badge: '={{ $json.badge }}' },
				...deliveries({ targetType: 'device_id', targetId: '={{ $json.guest }}' }),
			},
			{ items },
		);
		const rest = {
			app_id: 'guest-app',
			subject: 'Aurora',
			message_holder: 'Your room is ready',
			start_now: true,
		};
		const target = (device_id: string): IDataObject => ({ device_id, replacements: {} });
		expect(push.bodies).toEqual([
			{ ...rest, badge: 1, deliveries: [target('a'), target('c')] },
			{ ...rest, badge: 2, deliveries: [target('b')] },
		]);
		expect(run.output.map(({ json }) => json.device_id)).toEqual(['a', 'b', 'c']);
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
	});
});
