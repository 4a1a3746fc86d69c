import { ended, newId, RecipeTests, succeeded } from '../harness/recipe-tests';
import { bookingEvent } from '../harness/booking-events';

/** The recipe for a system that sends the whole booking (docs/recipes.md), with events that its example does not have. */

const tests = new RecipeTests('booking-to-contact-purchase-sms.json');

type Change = Record<string, unknown>;

/** An event about a booking of its own. */
function event(reservation: Change = {}, guest: Change = {}, more: Change = {}) {
	const usual = bookingEvent('reservation.created', { id: newId() });
	return {
		...usual,
		reservation: { ...usual.reservation, id: newId(), ...reservation },
		guest: { ...usual.guest, ...guest },
		...more,
	};
}

const said = { booked: 'is confirmed', 'checked in': 'Welcome to', canceled: 'is canceled' };

const news: Array<[string, string, keyof typeof said | undefined, string?]> = [
	['confirmed', 'confirmed', 'booked'],
	['InHouse', 'check_in', 'checked in', 'reservation/arrived'],
	['confirmed', 'canceled', 'canceled', 'reservation.cancelled'],
	['pending', 'reserved', undefined],
	['No-Show', 'no_show', undefined, 'reservation.canceled_by_system'],
];

test.each(news.map(([status, recorded, what, name]) => [status, recorded, what, name] as const))(
	'%s is recorded as %s, and the guest hears: %s',
	async (status, recorded, what, name) => {
		const sent = event({ status }, {}, name ? { event: name } : {});
		expect(ended(await tests.recipe.play(sent))).toEqual(['success']);
		expect(await tests.purchases(1)).toMatchObject([{ status: recorded }]);
		expect(tests.texts).toEqual(what ? [expect.stringContaining(said[what])] : []);
	},
);

test('each change is recorded and each news told once, with or without IDs of events', async () => {
	const { id: _id, ...first } = event();
	const changed = {
		...first,
		reservation: { ...first.reservation, total: { amount: 500, currency: 'EUR' } },
	};
	const again = { ...changed, id: 'another', event: 'reservation.updated' };
	expect(ended(await tests.recipe.play(first, first, changed, again))).toEqual(succeeded(4));
	expect(await tests.purchases(2)).toMatchObject([{ price: 500, submissions: 2 }]);
	expect(tests.texts).toHaveLength(1);
});

test('a booking that goes back to what it was is recorded so, and told of once', async () => {
	const first = event();
	const statuses = ['confirmed', 'pending', 'confirmed'];
	const sent = statuses.map((status, hour) => ({
		...first,
		occurred_at: `2026-11-21T1${hour}:00:00Z`,
		reservation: { ...first.reservation, status },
	}));
	await tests.recipe.play(...sent);
	expect(await tests.purchases(3)).toMatchObject([{ status: 'confirmed' }]);
	expect(tests.texts).toHaveLength(1);
});

test('an event that was refused is new once its booking was corrected', async () => {
	const wrong = event({ total: { amount: 'much', currency: 'EUR' } });
	await tests.refused(wrong, 'isn’t a price in EUR');
	const right = {
		...wrong,
		reservation: { ...wrong.reservation, total: { amount: 5, currency: 'EUR' } },
	};
	expect(ended(await tests.recipe.play(right))).toEqual(['success']);
	expect(await tests.purchases(1)).toMatchObject([{ price: 5 }]);
});

test.each([
	['a guest who is null', { guest: null }],
	['a guest without a phone', { guest: { id: 'G-1', first_name: 'Ana' } }],
])('%s: the booking is recorded, nobody is texted', async (_what, more) => {
	expect(ended(await tests.recipe.play(event({}, {}, more)))).toEqual(['success']);
	await tests.purchases(1);
	expect(tests.texts).toEqual([]);
});

test('what is blank is not sent', async () => {
	await tests.recipe.play(event({}, { last_name: ' ', email: ' ', phone: ' ', city: '' }));
	await tests.purchases(1);
	const [{ body }] = tests.service.requests as unknown as [{ body: { contacts: object[] } }];
	const sent = Object.keys(body.contacts[0]!);
	expect(sent.filter((key) => ['name_last', 'email', 'phone', 'city'].includes(key))).toEqual([]);
	expect(tests.texts).toEqual([]);
});

test('of several guests, the first is the contact', async () => {
	const guests = [{ first_name: 'Ana', phone: '0034 600 12 34 56' }, { first_name: 'Luis' }];
	await tests.recipe.play(
		event({}, {}, { guest: undefined, guests }),
		event({}, {}, { guest: guests }),
	);
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
	await tests.recipe.play(event(dates));
	await tests.purchases(1);
	expect(tests.texts[0]).toContain(told);
});

test('what is not given leaves no gap in the text', async () => {
	const dates = { id: 'R-gap', check_in: undefined, check_out: null };
	await tests.recipe.play(event(dates, { first_name: null }, { property: undefined }));
	await tests.purchases(1);
	expect(tests.texts).toEqual([
		'Dear guest, your stay at our hotel (R-gap) is confirmed. See you soon!',
	]);
});

test.each([
	['an unknown status', { status: 'wait-listed' }, '“wait-listed” isn’t one of'],
	[
		'a number that n8n has rounded as ID',
		{ id: Number(70613044077661234567n) },
		'Compare the call with the fields',
	],
])('%s is an error, and nobody is told anything', async (_what, reservation, says) => {
	await tests.refused(event(reservation), says);
});

tests.refuses({ event: 'room.cleaned', room: { id: 12 } }, [
	{},
	[event(), event()],
	{ reservation: { id: 'R' } },
]);
