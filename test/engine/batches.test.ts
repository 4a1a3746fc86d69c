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

	it('share one at the same time, written in two ways, and none with another time', async () => {
		const times = ['2031-01-15T09:00:00Z', '2031-01-16T09:00:00Z', '2031-01-15 09:00Z'];
		const items = guests(3).map((guest, index) => ({ ...guest, at: times[index]! }));
		await sms.run({ schedule: 'at', startAt: '={{ $json.at }}' }, { items });
		expect(sms.bodies).toEqual([
			smsBody([phoneOf(1), phoneOf(3)], { start_now: false, start_at: times[0] }),
			smsBody([phoneOf(2)], { start_now: false, start_at: times[1] }),
		]);
	});

	it('keep to the option’s batch size, even across items', async () => {
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

	it.each<[options: IDataObject, bounds: string]>([
		[{ batchSize: 0 }, 'Batch Size must be a whole number from 1 to 1000'],
		[{ batchSize: 1001 }, 'Batch Size must be a whole number from 1 to 1000'],
		[{ batchSize: 2.5 }, 'Batch Size must be a whole number from 1 to 1000'],
		[{ maxTries: 11 }, 'Max Tries must be a whole number from 1 to 10'],
		[{ parallelRequests: 21 }, 'Parallel Requests must be a whole number from 1 to 20'],
	])('are not sent with the options %j', async (options, bounds) => {
		const run = await sms.run({ options }, { items: guests(2) });
		expect(sms.bodies).toEqual([]);
		expect(run.error?.message).toMatch(`Batching, ${bounds}, not “`);
	});

	it('send and return nothing if there are none', async () => {
		const run = await sms.run({}, { items: [] });
		expect(sms.bodies).toEqual([]);
		expect(run.status).toBe('success');
		expect(run.output).toEqual([]);
	});
});
