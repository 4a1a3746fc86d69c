import type { Document } from '../../../playground/service/booking-api/reservations';
import { newId, RecipeTests } from '../harness/recipe-tests';

/** The recipe for a system that sends everything, and contradicts itself (docs/recipes.md), with events that its sample doesn't cover. */

const tests = new RecipeTests('booking-full-events-to-purchase-sms.json');

const event = (data: Document, event_type = 'booking_updated') => ({
	event_type,
	data: {
		confirmation_code: newId(),
		lead_guest_first_name: 'Ana',
		lead_guest_last_name: 'García',
		lead_guest_email: 'ana.garcia@example.com',
		lead_guest_phone_number: '+34600123456',
		total_cost: 100,
		currency: 'GBP',
		property_id: 'hotel-aurora',
		property_name: 'Hotel Aurora',
		check_in: '2026-12-04',
		check_out: '2026-12-07',
		...data,
	},
});

test('the sample event, both canceled and confirmed, is recorded as canceled', async () => {
	expect((await tests.start()).status).toBe('success');
	expect(await tests.purchases(1)).toMatchObject([
		{ transaction_code: 'V0r', status: 'canceled', price: 100, currency: 'GBP' },
	]);
	expect(tests.texts).toEqual([
		expect.stringContaining('Dear Ana, your booking V0r is canceled'),
	]);
});

test.each<[what: string, status: string, fields: Document]>([
	['canceled as a no-show', 'no_show', { status: 'canceled', no_show: true }],
	['not deleted', 'confirmed', { status: 'confirmed', is_deleted: 'false', canceled_at: null }],
	['not confirmed', 'reserved', { status: '', is_confirmed: false }],
	['confirmed by a flag', 'confirmed', { status: undefined, is_confirmed: true }],
])('a booking that is %s is recorded as %s without an SMS', async (_what, status, fields) => {
	await tests.succeed(event(fields));
	expect(await tests.purchases(1)).toMatchObject([{ status }]);
	expect(tests.texts).toEqual([]);
});

test('a duplicate event does nothing, and a later event sends no second SMS', async () => {
	const canceled = event({ status: 'canceled', updated_at: '1' }, 'booking_canceled');
	const { data, ...rest } = canceled;
	const reordered = { data: Object.fromEntries(Object.entries(data).reverse()), ...rest };
	const later = event({ ...data, updated_at: '2', total_cost: 50 });
	await tests.succeed(canceled, canceled, reordered, later);
	expect(await tests.purchases(2)).toMatchObject([{ submissions: 2, price: 50 }]);
	expect(tests.texts).toHaveLength(1);
});

test('no one is texted again after the memory of events was cleared', async () => {
	const canceled = event({ status: 'canceled' });
	await tests.play(canceled);
	expect((await tests.start('Every Sunday')).status).toBe('success');
	await tests.play(canceled);
	expect(await tests.purchases(2)).toMatchObject([{ submissions: 2 }]);
	expect(tests.texts).toHaveLength(1);
});

test('an invalid phone number is reported, and the booking is saved without an SMS', async () => {
	const phone = 'n/a';
	const data = { status: 'confirmed', canceled: true, lead_guest_phone_number: phone };
	const sent = event(data);
	const [played] = await tests.play(sent);
	expect(await tests.purchases(1)).toMatchObject([{ status: 'canceled', price: 100 }]);
	const [contact] = tests.service.state.contacts;
	expect(contact).toMatchObject({ email: 'ana.garcia@example.com' });
	expect(contact).not.toHaveProperty('phone');
	expect(tests.texts).toEqual([]);
	expect(played!.status).toBe('error');
	expect(played!.data).toMatch(/without the guest’s phone, so the guest gets no SMS\. \S+/);
});

test('a cancellation request is rejected as an unknown status, and nothing is sent', async () => {
	const request = event({ status: 'cancellation requested' });
	await tests.refused(request, '“cancellation requested” isn’t a known value');
});

tests.refuses({ event_type: 'review_created', data: { id: 1 } }, [
	{ event_type: 'booking_created', data: {} },
	{ event_type: 'booking_updated', data: [event({}).data, event({}).data] },
	[event({})],
]);
