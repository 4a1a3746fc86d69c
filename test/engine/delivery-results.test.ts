import { deliveries, smsForm } from './message-forms';
import { linksOf, NodeRunner } from './node-runner';

const REJECTED = '+34600000000';
const TAKEN = '+34600123456';
const failing = { options: { failOnRejected: true } };
const items = [{ phone: REJECTED }, { phone: TAKEN }];
const sentence = `The service rejected the delivery to ${REJECTED} [item 0]`;

/** What the service says of single deliveries (the stand-in rejects numbers that end in 000000). */
describe('results of deliveries', () => {
	const sms = new NodeRunner(smsForm(deliveries({ phoneNumber: '={{ $json.phone }}' })));
	const ids = (): string[] => sms.service.state.smsDeliveries.map((one) => one.delivery_id);
	const body = {
		sender: 'Aurora',
		message_holder: 'Your room is ready',
		start_now: true,
		deliveries: [
			{ phone_number: REJECTED, multiple: false, replacements: {} },
			{ phone_number: TAKEN, multiple: false, replacements: {} },
		],
	};
	const taken = () => ({
		json: { phone_number: TAKEN, valid: true, delivery_id: ids()[1] },
		pairedItem: [{ item: 1 }],
	});

	it('leaves a rejected delivery in the output', async () => {
		const run = await sms.run({}, { items });
		expect(sms.bodies).toEqual([body]);
		expect(run.output).toEqual([
			{
				json: { phone_number: REJECTED, valid: false, delivery_id: ids()[0] },
				pairedItem: [{ item: 0 }],
			},
			taken(),
		]);
	});

	it('fails on it where that is asked for, and says that the others are sent', async () => {
		const run = await sms.run(failing, { items });
		expect(sms.bodies).toEqual([body]);
		expect(run.status).toBe('error');
		expect(run.error).toMatchObject({
			name: 'NodeOperationError',
			message: sentence,
			description: 'All requests were sent; only what the service rejected is missing.',
			context: { itemIndex: 0 },
		});
	});

	it('gives it on the error output, and the others on the first', async () => {
		const run = await sms.run(failing, { items, onError: 'continueErrorOutput' });
		expect(sms.bodies).toEqual([body]);
		expect(run.output).toEqual([taken()]);
		expect(run.errorOutput).toMatchObject([
			{
				json: { error: sentence },
				error: { message: sentence, context: { itemIndex: 0 } },
				pairedItem: { item: 0 },
			},
		]);
	});

	it('keeps the order of the items where errors go on with the rest', async () => {
		const run = await sms.run(failing, { items, onError: 'continueRegularOutput' });
		expect(run.output).toMatchObject([
			{ json: { error: sentence }, pairedItem: { item: 0 } },
			taken(),
		]);
	});

	it.each([
		['fewer', 1],
		['more', 3],
	])('links %s results than deliveries to the whole request, and says so', async (_, count) => {
		const results = Array.from({ length: count }, (_, index) => ({
			valid: true,
			delivery_id: `d${index}`,
		}));
		sms.service.faults.add({
			action: { respond: { status: 200, body: { deliveries: results } } },
		});
		const run = await sms.run({}, { items });
		expect(sms.bodies).toEqual([body]);
		expect(run.output.map(({ json }) => json)).toEqual(results);
		expect(linksOf(run.output)).toEqual(results.map(() => [0, 1]));
		expect(run.hints.map(({ message }) => message)).toEqual([
			`The service gave ${count === 1 ? '1 result' : '3 results'} for 2 deliveries and does not say which belong together, so the results are linked to all items of their request.`,
		]);
	});

	it('fails on a rejected delivery also where it cannot be told whose it is', async () => {
		const results = [{ valid: false, delivery_id: 'd0' }];
		sms.service.faults.add({
			action: { respond: { status: 200, body: { deliveries: results } } },
		});
		const run = await sms.run(failing, { items });
		expect(run.status).toBe('error');
		expect(run.error).toMatchObject({
			message:
				'The service rejected a delivery (d0) and does not say to whom it was [item 0]',
		});
	});
});
