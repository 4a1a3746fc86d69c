import { hintsOf, phoneOf, smsBody, smsToGuests } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';

/** The stand-in rejects guest 0, who comes second, so that an index other than 0 is in play. */
const phones = [phoneOf(1), phoneOf(0), phoneOf(2)];
const items = phones.map((phone) => ({ phone }));
const failing = { options: { failOnRejected: true } };
const sentence = `The service rejected the delivery to ${phoneOf(0)} [item 1]`;

/** What the service says of single deliveries. */
describe('results of deliveries', () => {
	const sms = new NodeRunner(smsToGuests);
	/** What comes out of an item's delivery. */
	const resultOf = (item: number, valid = true) => ({
		json: {
			...{ phone_number: phones[item], valid },
			delivery_id: sms.service.state.smsDeliveries[item]!.delivery_id,
		},
		pairedItem: [{ item }],
	});
	const answer = (deliveries: unknown[]): void => {
		sms.service.faults.add({ action: { respond: { status: 200, body: { deliveries } } } });
	};

	it('leaves a rejected delivery in the output', async () => {
		const run = await sms.run({}, { items });
		expect(sms.bodies).toEqual([smsBody(phones)]);
		expect(run.output).toEqual([resultOf(0), resultOf(1, false), resultOf(2)]);
	});

	it('fails with the item of a rejected delivery where that is asked for, and says that the others are sent', async () => {
		const run = await sms.run(failing, { items });
		expect(sms.bodies).toEqual([smsBody(phones)]);
		expect(run.status).toBe('error');
		expect(run.error).toMatchObject({
			name: 'NodeOperationError',
			message: sentence,
			description: 'All requests were sent; only what the service rejected is missing.',
			context: { itemIndex: 1 },
		});
	});

	it('gives it on the error output, linked to its item, and the others on the first', async () => {
		const run = await sms.run(failing, { items, onError: 'continueErrorOutput' });
		expect(run.output).toEqual([resultOf(0), resultOf(2)]);
		expect(run.errorOutput).toMatchObject([
			{
				json: { error: sentence },
				error: { message: sentence, context: { itemIndex: 1 } },
				pairedItem: { item: 1 },
			},
		]);
	});

	it('keeps the order of the items where errors go on with the rest', async () => {
		const run = await sms.run(failing, { items, onError: 'continueRegularOutput' });
		expect(run.output).toMatchObject([
			resultOf(0),
			{ json: { error: sentence }, pairedItem: { item: 1 } },
			resultOf(2),
		]);
	});

	it.each([
		[1, '1 result'],
		[4, '4 results'],
	])(
		'links %i results for 3 deliveries to the whole request, and says so',
		async (count, what) => {
			const results = Array.from({ length: count }, (_, index) => ({
				...{ valid: true, delivery_id: `d${index}` },
			}));
			answer(results);
			const run = await sms.run({}, { items });
			expect(run.output.map(({ json }) => json)).toEqual(results);
			expect(linksOf(run.output)).toEqual(results.map(() => [0, 1, 2]));
			expect(hintsOf(run)).toEqual([
				`The service gave ${what} for 3 deliveries and does not say which belong together, so the results are linked to all items of their request.`,
			]);
		},
	);

	it('fails on a rejected delivery also where it cannot be told whose it is', async () => {
		answer([{ valid: false, delivery_id: 'd0' }]);
		const run = await sms.run(failing, { items });
		expect(run.error?.message).toBe(
			'The service rejected a delivery (d0) and does not say to whom it was [item 0]',
		);
	});
});
