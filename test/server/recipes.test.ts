import { readExample } from '../../playground/demo/fill-n8n';
import type { Document } from '../../playground/service/booking-api/reservations';
import { bookingEvent, newId, recipe } from './harness/recipe-tests';

// n8n rounds the number.
const tooLong = Number(70613044077661234567n);
const [confirmed, reserved, canceled, noShow] = ['confirmed', 'reserved', 'canceled', 'no_show'];
const fullEvents = 'booking-full-events-to-purchase-sms.json';

recipe(
	'booking-to-contact-purchase-sms.json',
	{ event: 'room.cleaned', room: { id: 12 } },
	[bookingEvent({ id: tooLong }), [bookingEvent(), bookingEvent()], { reservation: { id: 'R' } }],
	() => {
		const { id: _id, ...first } = bookingEvent();
		const total = { amount: 500, currency: 'EUR' };
		const changed = { ...first, reservation: { ...first.reservation, total } };
		const again = { ...changed, id: 'another', event: 'reservation.updated' };
		const guests = [{ first_name: 'Ana', phone: '0034 600 12 34 56' }, { first_name: 'Luis' }];
		const several = { guest: undefined, guests };
		const texting = (text: string) => ({ saved: [confirmed], texts: [text] });
		const event = (status: string, name: string) => () => [
			bookingEvent({ status }, { event: name }),
		];
		const stay = (check_in: unknown) => () => [bookingEvent({ check_in })];
		const bare = { id: 'R-gap', check_in: undefined, check_out: null };
		const unnamed = { property: undefined, guest: { phone: '+12025550123' } };
		const gap = 'Dear guest, your stay at our hotel (R-gap) is confirmed. See you soon!';
		return [
			['arrived', event('InHouse', 'arrived'), { saved: ['check_in'], texts: ['Welcome'] }],
			['pending', event('pending', 'reservation.created'), reserved],
			['no show', event('No-Show', 'canceled_by_system'), noShow],
			[
				'each change is saved once and each SMS is sent once, with or without event IDs',
				() => [first, first, changed, again],
				{ ...texting('is confirmed'), imports: 2 },
			],
			['no guest', () => [bookingEvent({}, { guest: null })], confirmed],
			['the first guest', () => [bookingEvent({}, several)], texting('Dear Ana,')],
			['its day', stay('2026-12-04T23:30Z'), texting('5 Dec 2026')],
			['missing fields leave no gap', () => [bookingEvent(bare, unnamed)], texting(gap)],
		];
	},
);

const [{ json: sample }] = Object.values(readExample(fullEvents).pinData!)[0] as [
	{ json: { body: { data: Document } } },
];
const full = (data: Document, event_type = 'booking_updated') => {
	const usual = { confirmation_code: newId(), canceled_at: null };
	return { event_type, data: { ...sample.body.data, ...usual, ...data } };
};

recipe(
	fullEvents,
	{ event_type: 'review_created', data: { id: 1 } },
	[{ event_type: 'booking_created', data: {} }, { data: [full({}), full({})] }, [full({})]],
	(tests) => {
		const event = full({ status: 'canceled', updated_at: '1' }, 'booking_canceled');
		const data = Object.fromEntries(Object.entries(event.data).reverse());
		const later = full({ ...data, updated_at: '2', total_cost: 50 });
		const unreachable = full({ status: 'canceled', lead_guest_phone_number: 'n/a' });
		const requested = full({ status: 'cancellation requested' });
		const error = 'without the guest’s phone, so the guest gets no SMS';
		test('the sample event, and no second SMS after the memory of events was cleared', async () => {
			await tests.start();
			const other = full({ status: 'canceled' });
			await tests.play(other);
			await tests.start('Every Sunday');
			await tests.play(other);
			const purchases = await tests.purchases(3);
			expect(purchases).toMatchObject([{ transaction_code: 'V0r' }, { submissions: 2 }]);
			expect(tests.texts).toHaveLength(2);
		});
		return [
			[
				'a repeated event does nothing, and a later one sends no second SMS',
				() => [event, event, { ...event, data }, later],
				{ saved: [canceled], imports: 2, texts: ['Dear Ana, your booking'] },
			],
			[
				'a wrong phone: the booking is saved',
				() => [unreachable],
				{ saved: [canceled], error },
			],
			['no status', () => [requested], { error: '“cancellation requested” isn’t' }],
		];
	},
);
