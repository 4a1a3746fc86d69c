import { hintsOf, phoneOf, smsBody, smsToGuests } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';
import { failedItem, lookFor } from './what-became';

/** The stand-in rejects guest 0, who comes second, so that an index other than 0 is in play. */
const phones = [phoneOf(1), phoneOf(0), phoneOf(2)];
const items = phones.map((phone) => ({ phone }));
const failing = { options: { failOnRejected: true } };
const sentence = `The service rejected the delivery to ${phoneOf(0)}`;
const rejected = { outcome: 'rejected', recipients: [phoneOf(0)] };

/** What the service says of single deliveries. */
describe('results of deliveries', () => {
	const sms = new NodeRunner(smsToGuests);
	const idOf = (item: number) => sms.service.state.smsDeliveries[item]!.delivery_id;
	/** What comes out of an item's delivery. */
	const resultOf = (item: number, valid = true) => ({
		json: {
			...{ phone_number: phones[item], text: 'Your room is ready', valid },
			delivery_id: idOf(item),
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
			message: `${sentence} [item 1]`,
			description: `Everything else was sent. Of 3 recipients, 2 were accepted and 1 was rejected by the service. Accepted: ${idOf(0)}, ${idOf(2)}.`,
			context: { itemIndex: 1, outcome: 'rejected' },
		});
	});

	it('gives it on the error output, linked to its item, and the others on the first', async () => {
		const run = await sms.run(failing, { items, onError: 'continueErrorOutput' });
		expect(run.output).toEqual([resultOf(0), resultOf(2)]);
		expect(run.errorOutput).toEqual([failedItem(1, items[1]!, sentence, rejected)]);
	});

	it('keeps the order of the items where errors go on with the rest', async () => {
		const run = await sms.run(failing, { items, onError: 'continueRegularOutput' });
		expect(run.output).toEqual([
			resultOf(0),
			failedItem(1, items[1]!, sentence, rejected),
			resultOf(2),
		]);
		expect(hintsOf(run)).toEqual([
			'Of 3 recipients, 2 were accepted and 1 was rejected by the service.',
		]);
	});

	it.each([
		[1, '1 result'],
		[4, '4 results'],
	])(
		'links %i results for 3 recipients to the whole request, and says so',
		async (count, what) => {
			const results = Array.from({ length: count }, (_, index) => ({
				...{ valid: true, delivery_id: `d${index}` },
			}));
			answer(results);
			const run = await sms.run({}, { items });
			expect(run.output.map(({ json }) => json)).toEqual(results);
			expect(linksOf(run.output)).toEqual(results.map(() => [0, 1, 2]));
			expect(hintsOf(run)).toEqual([
				`The service gave ${what} for 3 recipients and does not say which belong together, so the results are linked to all items of their request.`,
			]);
		},
	);

	it.each<[valid: unknown, status: string]>([
		['false', 'error'],
		['False', 'error'],
		[0, 'error'],
		['true', 'success'],
		[1, 'success'],
		[null, 'success'],
	])('takes valid: %j as what it says', async (valid, status) => {
		answer([{ valid, delivery_id: 'd0' }]);
		expect((await sms.run(failing, { items: items.slice(0, 1) })).status).toBe(status);
	});

	it('fails on a rejected delivery also where it cannot be told whose it is', async () => {
		answer([{ valid: false, delivery_id: 'd0' }]);
		const run = await sms.run(failing, { items });
		expect(run.error).toMatchObject({
			message:
				'The service rejected a delivery (d0) and does not say to whom it was [items 0–2]',
			description: `All 3 recipients may have been accepted. ${lookFor(...phones)}`,
		});
	});
});
