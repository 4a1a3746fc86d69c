import {
	sampleReservations,
	type Document,
} from '../../../playground/service/booking-api/reservations';
import { newId, RecipeTests } from '../harness/recipe-tests';

/** The recipe for a system that sends IDs only (docs/recipes.md), with events that its sample doesn't cover. */

const tests = new RecipeTests('booking-ids-to-purchase.json');

const [sample] = sampleReservations().one.values();
const event = (reservationID: unknown, more: object = {}) => ({
	version: '1.0',
	timestamp: 1795255200.1,
	event: 'reservation/created',
	propertyID: 'hotel-aurora',
	reservationID,
	...more,
});
const book = (change: Document = {}): string => {
	const id = newId();
	update(id, change);
	return id;
};
const update = (id: string, change: Document) =>
	tests.reservations.one.set(id, { ...sample, reservationID: id, ...change });

test('the sample event records a contact and a purchase', async () => {
	expect((await tests.start()).status).toBe('success');
	expect(await tests.purchases(1)).toMatchObject([
		{
			transaction_code: '7061304407766',
			status: 'reserved',
			price: 412.5,
			currency: 'EUR',
			check_in_date: '2026-12-04',
		},
	]);
	expect(tests.service.state.contacts).toMatchObject([
		{ user_id: '5512', name_first: 'Ana', email: 'ana.garcia@example.com' },
	]);
});

test('the current status is recorded, in any spelling', async () => {
	const id = newId();
	let minute = 0;
	for (const [written, status] of [
		['not_confirmed', 'reserved'],
		['CANCELLED', 'canceled'],
		// Reinstated: the same status as before, but a later change.
		['not_confirmed', 'reserved'],
	] as const) {
		update(id, { status: written, dateModified: `2026-11-21 10:${10 + minute++}:00` });
		await tests.play(event(id, { event: 'reservation/status_changed', status: 'x' }));
		expect(tests.service.state.purchases).toMatchObject([{ status }]);
	}
});

test('optional fields may be missing', async () => {
	const guestList = { '9': { guestID: 9, guestLastName: 'Núñez' } };
	const id = book({ guestList, assigned: undefined, startDate: undefined, total: '99.90' });
	const number = 7061304407001;
	update(String(number), { guestList: undefined, assigned: [] });
	await tests.succeed(event(id), event(number));
	expect(await tests.purchases(2)).toMatchObject([
		{ transaction_code: id, price: 99.9, contact_ids: [expect.anything()] },
		{ transaction_code: String(number), contact_ids: [] },
	]);
	expect(tests.service.state.contacts).toMatchObject([{ user_id: '9', name_last: 'Núñez' }]);
});

test('an unknown status or a missing reservation causes an error, and nothing is recorded', async () => {
	await tests.refused(event(book({ status: 'waitlisted' })), '“waitlisted” isn’t a known value');
	await tests.refused(event('nobody'), '404');
});

// n8n rounds the number.
tests.refuses({ event: 'guest/created', guestID: '1' }, [
	event(Number(70613044077661234567n)),
	event({ id: '1' }),
	event(['1']),
	{ reservationID: '1' },
	{ event: 'reservation/created' },
]);

test.each(['reservation.created', 'ReservationModified', 'booking/changed', 'payment/created'])(
	'the event %s fetches the reservation that it names',
	async (name) => {
		const id = book();
		await tests.succeed(event(id, { event: name }));
		expect(await tests.purchases(1)).toMatchObject([{ transaction_code: id }]);
	},
);

test.each([
	['a list', { 1: { guestID: 1 }, 2: null, 3: { guestID: 3, isMainGuest: true } }],
	[
		'text flags',
		{ 1: { guestID: 1, isMainGuest: 'false' }, 3: { guestID: 3, isMainGuest: 'true' } },
	],
])('the main guest is found in %s', async (_what, guestList) => {
	await tests.play(event(book({ guestList })));
	await tests.purchases(1);
	expect(tests.service.state.contacts).toMatchObject([{ user_id: '3' }]);
});

describe('when the booking system returns an unexpected answer,', () => {
	const answer = (id: string, status: number, body: unknown) =>
		tests.service.faults.add({
			path: new RegExp(`${id}$`),
			action: { respond: { status, body, headers: { 'content-type': typeOf(body) } } },
		});
	const typeOf = (body: unknown) => (typeof body === 'string' ? 'text/html' : 'application/json');

	test.each([
		['a failure', { success: false, message: 'Reservation not found' }],
		['nothing', ''],
		['a web page', '<html>Log in</html>'],
		['another reservation', { success: true, data: { ...sample, reservationID: 'another' } }],
	])('%s causes an error with the reservation’s ID', async (_what, body) => {
		const id = newId();
		answer(id, 200, body);
		await tests.refused(event(id), `The booking system didn’t return reservation ${id}`);
	});

	test('a failed request is retried', async () => {
		const id = book();
		answer(id, 500, 'busy');
		await tests.succeed(event(id));
		expect(await tests.purchases(1)).toMatchObject([{ transaction_code: id }]);
	});
});
