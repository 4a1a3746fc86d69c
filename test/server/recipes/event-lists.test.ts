import {
	sampleReservations,
	type Document,
} from '../../../playground/service/booking-api/reservations';
import type { FaultAction } from '../../../playground/service/mock-service';
import { newId, RecipeTests } from '../harness/recipe-tests';

/** The recipe for a system that sends lists of events (docs/recipes.md), with events that its sample doesn't cover. */

const tests = new RecipeTests('booking-event-lists-to-purchases.json');

const [sample] = sampleReservations().two.reservations.values();
const event = (Id: unknown, Discriminator = 'ServiceOrderUpdated') => ({
	Discriminator,
	Value: { Id },
});
const book = (change: Document = {}): string => {
	const Id = newId();
	tests.reservations.two.reservations.set(Id, { ...sample, Id, ...change });
	return Id;
};

test('the sample event records each booking of a call once, with its guest', async () => {
	expect((await tests.start()).status).toBe('success');
	const recorded = await tests.purchases(2);
	expect(recorded.map(({ status }) => status).sort()).toEqual(['check_in', 'confirmed']);
	expect(tests.service.state.contacts).toMatchObject([
		{ email: 'liam.smith@example.com', language: 'en' },
	]);
});

test('a booking that was canceled for a no-show is recorded as no_show', async () => {
	const id = book({ State: 'Canceled', CancellationReason: 'NoShow' });
	await tests.succeed(event(id), event(book({ State: 'Canceled' })));
	const recorded = await tests.purchases(2);
	expect(recorded.map(({ status }) => status)).toEqual(['no_show', 'canceled']);
});

test('an empty list does nothing, and events may come without the Events key', async () => {
	await tests.succeed({ Events: [] });
	expect(tests.service.requests).toEqual([]);
	const [one, other] = [book(), book()];
	await tests.succeed(event(one), [event(other)]);
	expect(await tests.purchases(2)).toMatchObject([
		{ transaction_code: one },
		{ transaction_code: other },
	]);
});

test('a repeated call, or several events for one booking, records the booking once', async () => {
	const id = book();
	const call = { Events: [event(id), event(id, 'ServiceOrderUpdated'), event(id)] };
	await tests.succeed(call, call);
	expect(await tests.purchases(1)).toMatchObject([{ submissions: 1 }]);
});

test.each([
	['an unknown status', () => book({ State: 'Waitlisted' })],
	['a booking that the system does not have', newId],
])('%s causes an error with its ID, and the other bookings are recorded', async (_what, bad) => {
	const [good, wrong, last] = [book(), bad(), book({ UpdatedUtc: undefined })];
	const [played] = await tests.play({
		Events: [good, wrong, last].map((id) => event(id)),
	});
	expect(played!.status).toBe('error');
	expect(played!.data).toContain(`Not saved: ${wrong} (`);
	const recorded = await tests.purchases(2);
	expect(recorded.map(({ transaction_code }) => transaction_code)).toEqual([good, last]);
});

tests.refuses({ Events: [event('1', 'CustomerUpdated')] }, [{}, { Events: [event('')] }]);

test.each(['ReservationUpdated', 'SERVICE_ORDER_UPDATED'])(
	'an event of type %s is about a booking',
	async (kind) => {
		const id = book();
		await tests.play({ Events: [event(id, kind), event(newId(), 'CustomerUpdated')] });
		expect(await tests.purchases(1)).toMatchObject([{ transaction_code: id }]);
	},
);

describe('when the booking system returns an unexpected answer,', () => {
	const answers = (action: FaultAction) =>
		tests.service.faults.add({ path: /getAll$/, times: Infinity, action });
	const [guest] = sampleReservations().two.customers.values();

	test('bookings and guests that were not requested are ignored', async () => {
		const others = [{ ...sample, Id: 'another', State: 'Canceled' }];
		const id = newId();
		const Reservations = [...others, { ...sample, Id: id }];
		const body = { Reservations, Customers: [{ ...guest, Id: 'another' }] };
		answers({ respond: { status: 200, body } });
		await tests.play(event(id));
		expect(await tests.purchases(1)).toMatchObject([
			{ transaction_code: id, status: 'confirmed', contact_ids: [] },
		]);
	});

	test('an error causes an error with the booking’s ID and the reason', async () => {
		const id = book();
		answers({ respond: { status: 404, body: { Message: 'It was canceled' } } });
		await tests.refused(event(id), `Not saved: ${id} (404`);
	});
});
