import { until } from './harness/playground';
import { bookingEvent, newId, RecipeTests } from './harness/recipe-tests';
import { postJson } from './harness/servers';

/** Older versions of n8n run this, too; `recipes.test.ts` has the rest. */
const tests = new RecipeTests('booking-to-contact-purchase-sms.json');

test('a booking creates one contact, one purchase and one SMS; its cancellation updates that purchase', async () => {
	const { state } = tests.service;
	const id = newId();
	const booking = bookingEvent({ id });
	expect((await tests.play(booking)).status).toBe('success');
	const [booked] = await tests.purchases(1);
	expect(state.contacts).toMatchObject([
		{
			user_id: 'G-5512',
			name_first: 'Ana',
			name_last: 'García',
			email: 'ana.garcia@example.com',
			language: 'es',
		},
	]);
	expect(booked).toMatchObject({
		transaction_code: id,
		status: 'confirmed',
		price: 412.5,
		currency: 'EUR',
		contact_ids: [state.contacts[0]!._id],
	});
	expect(state.smsDeliveries).toMatchObject([{ phone_number: '+12025550123', valid: true }]);
	expect(tests.texts[0]).toMatch(/^Dear Ana, [^%]+$/);
	await tests.play({ ...booking, id: newId(), event: 'reservation.canceled' });
	expect(await tests.purchases(2)).toMatchObject([{ transaction_code: id, status: 'canceled' }]);
	expect(state.contacts).toHaveLength(1);
});

test('the sample event runs from the canvas any number of times', async () => {
	for (const times of [1, 2]) {
		await tests.start();
		expect(tests.texts).toHaveLength(times);
	}
});

test('the canvas receives an event while it listens', async () => {
	const { client, booking } = tests.playground;
	await client.execute(booking.id, 'Booking system');
	const { answer } = await postJson(`${tests.service.url}/_control/book`, {});
	const explanation = 'n8n accepted the event on the open canvas.';
	expect(answer).toMatchObject({ explanation });
	await tests.purchases(1);
	await until('the SMS', () => tests.texts.length === 1);
});
