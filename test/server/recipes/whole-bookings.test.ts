import { newId, RecipeTests } from '../harness/recipe-tests';
import { bookingEvent } from '../harness/booking-events';

/** The recipe for a system that sends the whole booking (docs/recipes.md), with events that its sample doesn't cover. */

const tests = new RecipeTests('booking-to-contact-purchase-sms.json');

type Change = Record<string, unknown>;

/** An event about a booking of its own. */
function event(reservation: Change = {}, guest: Change = {}, more: Change = {}) {
	const usual = bookingEvent(newId(), { id: newId(), ...reservation });
	return { ...usual, guest: { ...usual.guest, ...guest }, ...more };
}

test.each<[status: string, recorded: string, smsText: string | undefined, event?: string]>([
	['confirmed', 'confirmed', 'is confirmed'],
	['InHouse', 'check_in', 'Welcome to', 'reservation/arrived'],
	['confirmed', 'canceled', 'is canceled', 'reservation.cancelled'],
	['pending', 'reserved', undefined],
	['No-Show', 'no_show', undefined, 'reservation.canceled_by_system'],
])(
	'%s is recorded as %s, and the guest’s SMS contains: %s',
	async (status, recorded, smsText, name = 'reservation.created') => {
		await tests.succeed(event({ status }, {}, { event: name }));
		expect(await tests.purchases(1)).toMatchObject([{ status: recorded }]);
		expect(tests.texts).toEqual(smsText ? [expect.stringContaining(smsText)] : []);
	},
);

test('each change is recorded once and each SMS is sent once, with or without event IDs', async () => {
	const { id: _id, ...first } = event();
	const changed = {
		...first,
		reservation: { ...first.reservation, total: { amount: 500, currency: 'EUR' } },
	};
	const again = { ...changed, id: 'another', event: 'reservation.updated' };
	await tests.succeed(first, first, changed, again);
	expect(await tests.purchases(2)).toMatchObject([{ price: 500, submissions: 2 }]);
	expect(tests.texts).toHaveLength(1);
});

test.each([
	['a guest that is null', { guest: null }],
	['a guest without a phone', { guest: { id: 'G-1', first_name: 'Ana' } }],
])('%s: the booking is saved without an SMS', async (_what, more) => {
	await tests.succeed(event({}, {}, more));
	await tests.purchases(1);
	expect(tests.texts).toEqual([]);
});

test('the first of several guests is the contact', async () => {
	const guests = [{ first_name: 'Ana', phone: '0034 600 12 34 56' }, { first_name: 'Luis' }];
	await tests.play(event({}, {}, { guest: undefined, guests }), event({}, {}, { guest: guests }));
	await tests.purchases(2);
	expect(tests.texts).toEqual([
		expect.stringMatching(/^Dear Ana,/),
		expect.stringMatching(/^Dear Ana,/),
	]);
});

test.each([
	['days', { check_in: '2026-12-04', check_out: '2026-12-07' }, 'from 4 Dec 2026 to 7 Dec 2026'],
	[
		'times of another time zone',
		{ check_in: '2026-12-04T23:30:00Z' },
		'from 5 Dec 2026 to 7 Dec 2026',
	],
	['Unix seconds', { check_in: 1796342400 }, 'from 4 Dec 2026 to 7 Dec 2026'],
	['dates of an unknown format', { check_in: '04/12/2026' }, 'from 04/12/2026 to 7 Dec 2026'],
])('the SMS shows the days of the stay from %s', async (_what, dates, smsText) => {
	await tests.play(event(dates));
	await tests.purchases(1);
	expect(tests.texts[0]).toContain(smsText);
});

test('missing fields leave no gap in the SMS', async () => {
	const dates = { id: 'R-gap', check_in: undefined, check_out: null };
	await tests.play(event(dates, { first_name: null }, { property: undefined }));
	await tests.purchases(1);
	expect(tests.texts).toEqual([
		'Dear guest, your stay at our hotel (R-gap) is confirmed. See you soon!',
	]);
});

// n8n rounds the number.
tests.refuses({ event: 'room.cleaned', room: { id: 12 } }, [
	event({ id: Number(70613044077661234567n) }),
	[event(), event()],
	{ reservation: { id: 'R' } },
]);
