import {
	sampleReservations,
	type Document,
} from '../../playground/service/booking-api/reservations';
import { newId, recipe } from './harness/recipe-tests';

// n8n rounds the number.
const tooLong = Number(70613044077661234567n);
const [confirmed, reserved, noShow] = ['confirmed', 'reserved', 'no_show'];

const ofId = (reservationID: unknown, event = 'reservation/created') => ({
	version: '1.0',
	timestamp: 1795255200.1,
	event,
	propertyID: 'hotel-aurora',
	reservationID,
});

recipe(
	'booking-ids-to-purchase.json',
	{ event: 'guest/created', guestID: '1' },
	[ofId(tooLong), ofId({ id: '1' }), { reservationID: '1' }],
	(tests) => {
		const [sample] = sampleReservations().one.values();
		const book = (change: Document = {}, id = newId()): string => {
			tests.service.reservations.one.set(id, { ...sample, reservationID: id, ...change });
			return id;
		};
		const answered = (body: unknown, status = 200, id = newId()): string => {
			const type = typeof body === 'string' ? 'text/html' : 'application/json';
			const respond = { status, body, headers: { 'content-type': type } };
			tests.service.faults.add({ path: new RegExp(`${id}$`), action: { respond } });
			return id;
		};
		const savedFor = (guest: Document) => ({ saved: [reserved], contacts: [guest] });
		const ana = savedFor({ user_id: '5512', email: 'ana.garcia@example.com' });
		const guestList = { 1: { guestID: 1 }, 2: null, 3: { guestID: 3, isMainGuest: 'true' } };
		const unknown = { error: '“x” isn’t a known value' };
		const error = 'The booking system didn’t return reservation R-';
		const another = { success: true, data: { ...sample, reservationID: 'another' } };
		test('a booking that is reinstated', async () => {
			const id = newId();
			const statuses = ['not_confirmed', 'CANCELLED', 'not_confirmed'];
			for (const [minute, status] of statuses.entries()) {
				book({ status, dateModified: `2026-11-21 10:1${minute}:00` }, id);
				await tests.play(ofId(id, 'reservation/status_changed'));
			}
			expect(await tests.purchases(3)).toMatchObject([{ status: reserved }]);
		});
		return [
			['its guest', () => [ofId(book(), 'ReservationModified')], ana],
			['a list', () => [ofId(book({ guestList }))], savedFor({ user_id: '3' })],
			['no status', () => [ofId(book({ status: 'x' }))], unknown],
			['no booking', () => [ofId('nobody')], { error: '404' }],
			['a web page', () => [ofId(answered('<html>Log in</html>'))], { error }],
			['another booking', () => [ofId(answered(another))], { error }],
			['a failed request', () => [ofId(answered('busy', 500, book()))], reserved],
		];
	},
);

const inList = (Id: unknown, Discriminator = 'ServiceOrderUpdated') => ({
	Discriminator,
	Value: { Id },
});

recipe(
	'booking-event-lists-to-purchases.json',
	{ Events: [inList('1', 'CustomerUpdated')] },
	[{}, { Events: [inList('')] }],
	(tests) => {
		const [sample] = sampleReservations().two.reservations.values();
		const book = (change: Document = {}): string => {
			const Id = newId();
			tests.service.reservations.two.reservations.set(Id, { ...sample, Id, ...change });
			return Id;
		};
		const answered = (status: number, body: unknown) => {
			const action = { respond: { status, body } };
			tests.service.faults.add({ path: /getAll$/, times: Infinity, action });
			return inList(book());
		};
		const canceledSo = { State: 'Canceled', CancellationReason: 'NoShow' };
		const other = { Reservations: [{ ...sample, Id: 'another' }], Customers: [] };
		const lists = (...ids: string[]) => ({ Events: ids.map((id) => inList(id)) });
		const twice = (id: string) => [lists(id, id), lists(id, id)];
		const two = { saved: [confirmed, confirmed] };
		const error = 'Not saved: R-';
		return [
			['a no-show', () => [inList(book(canceledSo))], noShow],
			['no Events', () => [{ Events: [] }, inList(book()), [inList(book())]], two],
			['a repeated call', () => twice(book()), confirmed],
			['a wrong one', () => [lists(book(), book({ State: 'x' }), book())], { ...two, error }],
			['one that wasn’t requested', () => [answered(200, other)], { error }],
			['a failure', () => [answered(404, { Message: 'canceled' })], { error: '(404' }],
		];
	},
);

const ofTopic = (entityId: unknown, type = 'amended') => ({
	id: newId(),
	topic: 'Reservation',
	type,
	propertyId: 'AURORA',
	data: { entityId },
});

recipe(
	'booking-topics-to-purchase-with-guests.json',
	{ topic: 'Invoice', type: 'created', data: { entityId: 'I-1' } },
	[
		{ topic: 'Reservation', type: 'created' },
		{ topic: 'Reservation', data: {} },
	],
	(tests) => {
		const [sample] = sampleReservations().three.values();
		const book = (change: Document = {}): string => {
			const id = newId();
			tests.service.reservations.three.set(id, { ...sample, id, ...change });
			return id;
		};
		const twice = (id: string) => [ofTopic(id), ofTopic(id, 'set-to-no-show')];
		const alone = { status: 'InHouse', primaryGuest: undefined, additionalGuests: [] };
		const chloe = { firstName: 'Chloé', email: 'family@example.com', phone: 33612345678 };
		const ines = { ...chloe, firstName: 'Inès', email: 'ines@example.com' };
		const child = { ...chloe, firstName: 'Hugo' };
		const blank = { firstName: 'Léa', email: ' ', phone: ' ' };
		const additionalGuests = { 1: child, 2: null, 3: ines, 4: blank };
		const family = { primaryGuest: chloe, additionalGuests };
		const contacts = [{ name_first: 'Chloé', phone: '33612345678' }, { name_first: 'Inès' }];
		const wrong = { primaryGuest: { phone: 'by email' } };
		test('the sample event saves one purchase with its reachable guests', async () => {
			await tests.start();
			const { contacts } = tests.service.state;
			const contact_ids = contacts.map(({ _id }) => _id);
			const purchase = { transaction_code: 'XPGM-1', status: noShow, price: 685.2 };
			expect(await tests.purchases(1)).toMatchObject([{ ...purchase, contact_ids }]);
			expect(contacts).toMatchObject([{ name_first: 'Chloé' }, { name_first: 'Hugo' }]);
		});
		return [
			['no guest, unchanged by its second event', () => twice(book(alone)), 'check_in'],
			['a wrong phone', () => [ofTopic(book(wrong))], { error: 'Contacts (JSON), 1, phone' }],
			['a shared email', () => [ofTopic(book(family))], { saved: [noShow], contacts }],
		];
	},
);
