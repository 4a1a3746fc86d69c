import {
	sampleReservations,
	type Document,
} from '../../../playground/service/booking-api/reservations';
import { newId, RecipeTests } from '../harness/recipe-tests';

/** The recipe for a system that sends topics, and bookings of several guests (docs/recipes.md), with events that its sample doesn't cover. */

const tests = new RecipeTests('booking-topics-to-purchase-with-guests.json');

const [sample] = sampleReservations().three.values();
const event = (entityId: unknown, type = 'amended') => ({
	id: newId(),
	topic: 'Reservation',
	type,
	propertyId: 'AURORA',
	data: { entityId },
});
const book = (change: Document = {}): string => {
	const id = newId();
	tests.reservations.three.set(id, { ...sample, id, ...change });
	return id;
};

test('the sample event records one purchase with its reachable guests', async () => {
	expect((await tests.start()).status).toBe('success');
	const { contacts } = tests.service.state;
	expect(await tests.purchases(1)).toMatchObject([
		{
			transaction_code: 'XPGM-1',
			status: 'no_show',
			price: 685.2,
			currency: 'EUR',
			name: 'Junior suite with terrace',
			contact_ids: contacts.map(({ _id }) => _id),
		},
	]);
	expect(contacts).toMatchObject([
		{ name_first: 'Chloé', email: 'chloe.moreau@example.com', language: 'fr' },
		{ name_first: 'Hugo', email: 'hugo.moreau@example.com' },
	]);
	expect(contacts).toHaveLength(2);
});

test('an event that leaves the booking unchanged does nothing', async () => {
	const id = book({ status: 'InHouse', additionalGuests: undefined });
	await tests.play(event(id), event(id, 'set-to-no-show'));
	expect(await tests.purchases(1)).toMatchObject([{ transaction_code: id, status: 'check_in' }]);
});

test('a booking without reachable guests is saved without contacts', async () => {
	const id = book({ primaryGuest: undefined, additionalGuests: [], unitGroup: undefined });
	await tests.succeed(event(id));
	expect(await tests.purchases(1)).toMatchObject([{ transaction_code: id, contact_ids: [] }]);
});

test('an invalid phone number causes an error, and nothing is recorded', async () => {
	const invalid = { primaryGuest: { phone: 'by email' } };
	await tests.refused(event(book(invalid)), 'Contacts (JSON), 1, phone');
});

tests.refuses({ topic: 'Invoice', type: 'created', data: { entityId: 'I-1' } }, [
	{ topic: 'Reservation', type: 'created' },
	{ topic: 'Reservation', data: {} },
]);

test('a shared email address is recorded for the first guest only; guests may be in an object', async () => {
	const first = { firstName: 'Chloé', email: 'family@example.com', phone: '+33612345678' };
	const child = { ...first, firstName: 'Hugo' };
	const partner = { ...first, firstName: 'Inès', email: 'ines@example.com' };
	await tests.play(
		event(book({ primaryGuest: first, additionalGuests: { 1: child, 2: null, 3: partner } })),
	);
	await tests.purchases(1);
	expect(tests.service.state.contacts).toMatchObject([
		{ name_first: 'Chloé', email: first.email },
		{ name_first: 'Inès', email: partner.email },
	]);
});

test('a guest with blank contact details is left out, and a phone may be a number', async () => {
	const additionalGuests = [{ firstName: 'Hugo', email: ' ', phone: ' ' }];
	const primaryGuest = { firstName: 'Chloé', email: ' ', phone: 33612345678 };
	await tests.play(event(book({ primaryGuest, additionalGuests })));
	await tests.purchases(1);
	expect(tests.service.requests.map(({ body }) => body)).toMatchObject([
		{ contacts: [{ name_first: 'Chloé', phone: '33612345678' }] },
	]);
});
