import type { IDataObject } from 'n8n-workflow';
import { recipients, guests, phoneOf, smsBody, smsToGuests } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';

describe('items that share requests', () => {
	const sms = new NodeRunner(smsToGuests);
	/** The phone numbers of each request. */
	const phones = (): string[][] =>
		(sms.bodies as Array<{ deliveries: Array<{ phone_number: string }> }>).map((body) =>
			body.deliveries.map((one) => one.phone_number),
		);

	it('share one where all but the delivery is equal, and come out in the order they came in', async () => {
		const items = ['A', 'B', 'A'].map((sender, index) => ({
			sender,
			phone: phoneOf(3 - index),
		}));
		const run = await sms.run({ sender: '={{ $json.sender }}' }, { items });
		expect(sms.bodies).toEqual([
			smsBody([phoneOf(3), phoneOf(1)], { sender: 'A' }),
			smsBody([phoneOf(2)], { sender: 'B' }),
		]);
		expect(run.output.map(({ json }) => json.phone_number)).toEqual([3, 2, 1].map(phoneOf));
		expect(linksOf(run.output)).toEqual([[0], [1], [2]]);
	});

	it('share one where the same time is written in two ways, and none with another time', async () => {
		const times = ['2031-01-15T09:00:00Z', '2031-01-16T09:00:00Z', '2031-01-15 09:00Z'];
		const items = guests(3).map((guest, index) => ({ ...guest, at: times[index]! }));
		await sms.run({ schedule: 'at', startAt: '={{ $json.at }}' }, { items });
		expect(sms.bodies).toEqual([
			smsBody([phoneOf(1), phoneOf(3)], { start_now: false, start_at: times[0] }),
			smsBody([phoneOf(2)], { start_now: false, start_at: times[1] }),
		]);
	});

	it('keep to the deliveries a request that the option says, whoever they belong to', async () => {
		const run = await sms.run(
			{
				...recipients(
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
		expect(phones()).toEqual([[1, 2, 3].map(phoneOf), [phoneOf(4)]]);
		expect(run.output.map(({ json }) => json.phone_number)).toEqual([1, 2, 3, 4].map(phoneOf));
		expect(linksOf(run.output)).toEqual([[0], [0], [1], [1]]);
	});

	const deliveriesBounds = 'Batching, Batch Size must be a whole number from 1 to 1000';
	const triesBounds = 'Batching, Max Tries must be a whole number from 1 to 10';
	const atOnceBounds = 'Batching, Parallel Requests must be a whole number from 1 to 20';
	it.each<[IDataObject, string]>([
		[{ batchSize: 0 }, deliveriesBounds],
		[{ batchSize: 1001 }, deliveriesBounds],
		[{ batchSize: 2.5 }, deliveriesBounds],
		[{ batchSize: 'many' }, deliveriesBounds],
		[{ maxTries: 0 }, triesBounds],
		[{ maxTries: 11 }, triesBounds],
		[{ parallelRequests: 0 }, atOnceBounds],
		[{ parallelRequests: 21 }, atOnceBounds],
	])('are not sent with the options %j', async (options, sentence) => {
		const run = await sms.run({ options }, { items: guests(2) });
		expect(sms.bodies).toEqual([]);
		expect(run.status).toBe('error');
		expect(run.error).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(`^${sentence}, not “.+” \\[item 0\\]$`) as string,
		});
	});

	it('go 1,000 a request where there are more, one request after the other', async () => {
		const items = guests(2500);
		const run = await sms.run({}, { items });
		expect(phones().map(({ length }) => length)).toEqual([1000, 1000, 500]);
		expect(phones().flat()).toEqual(items.map(({ phone }) => phone));
		expect(run.output).toEqual(
			sms.service.state.smsDeliveries.map(({ delivery_id }, index) => ({
				json: {
					phone_number: items[index]!.phone,
					text: 'Your room is ready',
					valid: true,
					delivery_id,
				},
				pairedItem: { item: index },
			})),
		);
		expect(run.output).toHaveLength(2500);
	});

	it('go in halves, in order, where a request is too large for the service', async () => {
		sms.service.faults.add({ times: 2, action: { respond: { status: 413 } } });
		const oneByOne = { options: { parallelRequests: 1 } };
		const run = await sms.run(oneByOne, { items: guests(8) });
		const all = [1, 2, 3, 4, 5, 6, 7, 8].map(phoneOf);
		expect(phones()).toEqual([
			all,
			all.slice(0, 4),
			all.slice(0, 2),
			all.slice(2, 4),
			all.slice(4),
		]);
		expect(sms.service.state.smsDeliveries.map((one) => one.phone_number)).toEqual(all);
		expect(run.output.map(({ json }) => json.phone_number)).toEqual(all);
		expect(linksOf(run.output)).toEqual(all.map((_, index) => [index]));
	});

	it('send nothing and give nothing when there are none', async () => {
		const run = await sms.run({}, { items: [] });
		expect(sms.bodies).toEqual([]);
		expect(run.status).toBe('success');
		expect(run.output).toEqual([]);
	});
});
