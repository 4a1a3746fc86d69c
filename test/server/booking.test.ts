import { bookingEvent, postJson } from './harness/booking-events';
import { type SharedPlayground, sharedPlayground, startLimitMs } from './harness/playground';
import { until } from './harness/until';

let playground: SharedPlayground;

beforeAll(async () => {
	playground = await sharedPlayground();
}, startLimitMs);

afterAll(() => playground?.stop());

/** Posts an event as the booking system does, and waits for the workflow's end. */
async function happen(...event: Parameters<typeof bookingEvent>) {
	const { client, booking, bookingUrl } = playground;
	const before = (await client.executions(booking.id)).length;
	await postJson(bookingUrl, bookingEvent(...event));
	const [execution] = await client.finishedExecutions(booking.id, before + 1);
	return execution;
}

describe('the booking example in a real n8n', () => {
	beforeEach(() => playground.service.reset());

	test('a booking makes one contact, one purchase and one SMS; canceled, it is the same purchase; told again, it texts nobody', async () => {
		const { state } = playground.service;

		const execution = await happen('reservation.created');

		expect(execution).toMatchObject({ status: 'success', mode: 'webhook' });
		await until('the contact', () => state.contacts.length > 0);
		expect(state.contacts).toEqual([
			expect.objectContaining({
				user_id: 'G-5512',
				name_first: 'Ana',
				name_last: 'García',
				email: 'ana.garcia@example.com',
				language: 'es',
			}),
		]);
		expect(state.purchases).toEqual([
			expect.objectContaining({
				transaction_code: 'R-104233',
				status: 'confirmed',
				price: 412.5,
				currency: 'EUR',
				contact_ids: [state.contacts[0]?._id],
				submissions: 1,
			}),
		]);
		expect(state.smsDeliveries).toEqual([
			expect.objectContaining({ phone_number: '+34600123456', valid: true }),
		]);
		expect(state.smsDeliveries[0]?.text).toContain('Ana');
		expect(state.smsDeliveries[0]?.text).not.toContain('%{');
		expect(
			playground.service.requests.filter(({ status }) => status === null || status >= 300),
		).toEqual([]);

		const canceled = await happen('reservation.canceled');
		expect(canceled).toMatchObject({ status: 'success' });
		await until('the second submission', () => state.purchases[0]?.submissions === 2);
		expect(state.purchases).toEqual([
			expect.objectContaining({ transaction_code: 'R-104233', status: 'canceled' }),
		]);
		expect(state.contacts).toHaveLength(1);

		const texted = state.smsDeliveries.length;
		expect(await happen('reservation.created')).toMatchObject({ status: 'success' });
		expect(state.smsDeliveries).toHaveLength(texted);
	});

	test('the sample event runs from the canvas, as often as one likes', async () => {
		const { client, booking, service } = playground;
		for (const times of [1, 2]) {
			service.reset();
			const before = (await client.executions(booking.id)).length;
			await client.execute(booking.id, 'Sample event');
			const [execution] = await client.finishedExecutions(booking.id, before + 1);
			expect([times, execution?.status]).toEqual([times, 'success']);
			expect(service.state.smsDeliveries).toHaveLength(1);
		}
	});

	test('the canvas takes an event while it listens', async () => {
		const { client, booking, service } = playground;
		await client.execute(booking.id, 'Booking system');
		const answer = await fetch(`${service.url}/_control/book`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: '{}',
		});
		expect(await answer.json()).toMatchObject({
			explanation: 'n8n accepted the event on the open canvas.',
		});
	});
});
