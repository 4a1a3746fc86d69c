import { newId, RecipeTests } from '../harness/recipe-tests';
import { bookingEvent } from '../harness/booking-events';

/** The recipe for a system that sends the whole booking (docs/recipes.md), with events that its example does not have. */

const tests = new RecipeTests('booking-to-contact-purchase-sms.json');

type Change = Record<string, unknown>;

/** An event about a booking of its own. */
function event(reservation: Change = {}, guest: Change = {}, more: Change = {}) {
	const usual = bookingEvent(newId(), { id: newId(), ...reservation });
	return { ...usual, guest: { ...usual.guest, ...guest }, ...more };
}

test.each<[status: string, recorded: string, told: string | undefined, event?: string]>([
	['confirmed', 'confirmed', 'is confirmed'],
	['InHouse', 'check_in', 'Welcome to', 'reservation/arrived'],
	['confirmed', 'canceled', 'is canceled', 'reservation.cancelled'],
	['pending', 'reserved', undefined],
	['No-Show', 'no_show', undefined, 'reservation.canceled_by_system'],
])(
	'%s is recorded as %s, and the guest is told: %s',
	async (status, recorded, told, name = 'reservation.created') => {
		await tests.succeed(event({ status }, {}, { event: name }));
		expect(await tests.purchases(1)).toMatchObject([{ status: recorded }]);
		expect(tests.texts).toEqual(told ? [expect.stringContaining(told)] : []);
	},
);

test('each change is recorded and each news told once, with or without IDs of events', async () => {
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
	['a guest who is null', { guest: null }],
	['a guest without a phone', { guest: { id: 'G-1', first_name: 'Ana' } }],
])('%s: the booking is recorded, nobody is texted', async (_what, more) => {
	await tests.succeed(event({}, {}, more));
	await tests.purchases(1);
	expect(tests.texts).toEqual([]);
});

test('what is blank is not sent', async () => {
	await tests.play(event({}, { last_name: ' ', email: ' ', phone: ' ', city: '' }));
	await tests.purchases(1);
	const [{ body }] = tests.service.requests as unknown as [{ body: { contacts: object[] } }];
	const sent = Object.keys(body.contacts[0]!);
	expect(sent.filter((key) => ['name_last', 'email', 'phone', 'city'].includes(key))).toEqual([]);
	expect(tests.texts).toEqual([]);
});

test('of several guests, the first is the contact', async () => {
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
	['times of elsewhere', { check_in: '2026-12-04T23:30:00Z' }, 'from 5 Dec 2026 to 7 Dec 2026'],
	['seconds', { check_in: 1796342400 }, 'from 4 Dec 2026 to 7 Dec 2026'],
	['a form of its own', { check_in: '04/12/2026' }, 'from 04/12/2026 to 7 Dec 2026'],
])('%s are told as days of the hotel', async (_what, dates, told) => {
	await tests.play(event(dates));
	await tests.purchases(1);
	expect(tests.texts[0]).toContain(told);
});

test('what is not given leaves no gap in the text', async () => {
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
