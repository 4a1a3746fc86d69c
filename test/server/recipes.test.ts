import {
	sampleReservations,
	type Document,
} from '../../playground/service/booking-api/reservations';
import { bookingEvent } from './harness/booking-events';
import { newId, RecipeTests } from './harness/recipe-tests';

/** What else the service has after the calls, or the error of the last one. */
interface More {
	/** Part of the error. Without purchases, nothing was sent. */
	error?: string;
	/** Parts of the contacts. */
	contacts?: Document[];
	/** Parts of the texts. */
	texts?: string[];
	/** The number of imports, if a purchase came in several. */
	imports?: number;
}

/** What a booking system sends, and the statuses of the purchases that the service has then. */
type Row = [what: string, calls: () => unknown[], saved: string[], more?: More];

/** The recipes of docs/recipes.md, with events that their samples don't cover. */
function recipe(
	file: string,
	ignored: unknown,
	unknown: unknown[],
	rowsOf: (tests: RecipeTests) => Row[],
): void {
	describe(file, () => {
		const tests = new RecipeTests(file);
		const foreign = [...unknown, 'a text'].map((body): Row => {
			const error = 'Compare the call with the fields';
			return [`no event, twice: ${JSON.stringify(body)}`, () => [body, body], [], { error }];
		});
		const other: Row = ['an event of another kind', () => [ignored], []];

		test.each([...rowsOf(tests), ...foreign, other])('%s', async (_, calls, saved, ...rest) => {
			const [{ error, contacts = [], texts = [], imports = saved.length } = {}] = rest;
			const played = await tests.play(...calls());
			const { status, data } = played.at(-1)!;
			expect(status).toBe(error === undefined ? 'success' : 'error');
			if (error !== undefined) expect(data).toContain(error);
			const purchases = await tests.purchases(imports);
			expect(purchases.map((one) => one.status)).toEqual(saved);
			if (saved.length === 0) expect(tests.service.requests).toEqual([]);
			if (contacts.length > 0) expect(tests.service.state.contacts).toMatchObject(contacts);
			expect(tests.texts).toHaveLength(texts.length);
			texts.forEach((text, at) => expect(tests.texts[at]).toContain(text));
		});
	});
}

// n8n rounds the number.
const tooLong = Number(70613044077661234567n);

const whole = (reservation: Document = {}, more: Document = {}) => {
	const usual = bookingEvent(newId(), { id: newId(), ...reservation });
	return { ...usual, ...more };
};

recipe(
	'booking-to-contact-purchase-sms.json',
	{ event: 'room.cleaned', room: { id: 12 } },
	[whole({ id: tooLong }), [whole(), whole()], { reservation: { id: 'R' } }],
	() => {
		const { id: _id, ...first } = whole();
		const total = { amount: 500, currency: 'EUR' };
		const changed = { ...first, reservation: { ...first.reservation, total } };
		const again = { ...changed, id: 'another', event: 'reservation.updated' };
		const guests = [{ first_name: 'Ana', phone: '0034 600 12 34 56' }, { first_name: 'Luis' }];
		const event = (status: string, name: string) => () => [whole({ status }, { event: name })];
		const stay = (check_in: unknown) => () => [whole({ check_in })];
		const bare = { id: 'R-gap', check_in: undefined, check_out: null };
		const gap = 'Dear guest, your stay at our hotel (R-gap) is confirmed. See you soon!';
		return [
			['arrived', event('InHouse', 'arrived'), ['check_in'], { texts: ['Welcome to'] }],
			[
				'canceled',
				event('x', 'reservation.cancelled'),
				['canceled'],
				{ texts: ['canceled'] },
			],
			['pending', event('pending', 'reservation.created'), ['reserved']],
			['no show', event('No-Show', 'canceled_by_system'), ['no_show']],
			[
				'each change is saved once and each SMS is sent once, with or without event IDs',
				() => [first, first, changed, again],
				['confirmed'],
				{ imports: 2, texts: ['is confirmed'] },
			],
			['no guest', () => [whole({}, { guest: null })], ['confirmed']],
			['no phone', () => [whole({}, { guest: { id: 'G-1' } })], ['confirmed']],
			[
				'the first of several guests',
				() => [whole({}, { guest: undefined, guests }), whole({}, { guest: guests })],
				['confirmed', 'confirmed'],
				{ texts: ['Dear Ana,', 'Dear Ana,'] },
			],
			['its day', stay('2026-12-04T23:30Z'), ['confirmed'], { texts: ['from 5 Dec 2026'] }],
			['its seconds', stay(1796342400), ['confirmed'], { texts: ['from 4 Dec 2026'] }],
			['its words', stay('04/12/2026'), ['confirmed'], { texts: ['from 04/12/2026 to'] }],
			[
				'missing fields leave no gap',
				() => [whole(bare, { property: undefined, guest: { phone: '+12025550123' } })],
				['confirmed'],
				{ texts: [gap] },
			],
		];
	},
);

const full = (data: Document, event_type = 'booking_updated') => ({
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

recipe(
	'booking-full-events-to-purchase-sms.json',
	{ event_type: 'review_created', data: { id: 1 } },
	[{ event_type: 'booking_created', data: {} }, { data: [full({}), full({})] }, [full({})]],
	(tests) => {
		const canceled = full({ status: 'canceled', updated_at: '1' }, 'booking_canceled');
		const data = Object.fromEntries(Object.entries(canceled.data).reverse());
		const later = full({ ...data, updated_at: '2', total_cost: 50 });
		const once = { texts: ['Dear Ana, your booking'], imports: 2 };
		const notDeleted = { status: 'confirmed', is_deleted: 'false', canceled_at: null };
		const requested = full({ status: 'cancellation requested' });
		const unreachable = full({ status: 'canceled', lead_guest_phone_number: 'n/a' });
		test('the sample event, and no second SMS after the memory of events was cleared', async () => {
			expect((await tests.start()).status).toBe('success');
			const event = full({ status: 'canceled' });
			await tests.play(event);
			expect((await tests.start('Every Sunday')).status).toBe('success');
			await tests.play(event);
			const purchases = await tests.purchases(3);
			expect(purchases).toMatchObject([{ transaction_code: 'V0r' }, { submissions: 2 }]);
			expect(tests.texts).toHaveLength(2);
		});
		return [
			['no show', () => [full({ status: 'canceled', no_show: true })], ['no_show']],
			['not deleted', () => [full(notDeleted)], ['confirmed']],
			['not confirmed', () => [full({ status: '', is_confirmed: false })], ['reserved']],
			['a flag', () => [full({ status: undefined, is_confirmed: true })], ['confirmed']],
			[
				'a repeated event does nothing, and a later one sends no second SMS',
				() => [canceled, canceled, { ...canceled, data }, later],
				['canceled'],
				once,
			],
			[
				'a wrong phone: the booking is saved',
				() => [unreachable],
				['canceled'],
				{ error: 'without the guest’s phone, so the guest gets no SMS' },
			],
			[
				'no status',
				() => [requested],
				[],
				{ error: '“cancellation requested” isn’t a known value' },
			],
		];
	},
);

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
	[
		ofId(tooLong),
		ofId({ id: '1' }),
		ofId(['1']),
		{ reservationID: '1' },
		{ event: 'reservation/created' },
	],
	(tests) => {
		const [sample] = sampleReservations().one.values();
		const book = (change: Document = {}, id = newId()): string => {
			tests.reservations.one.set(id, { ...sample, reservationID: id, ...change });
			return id;
		};
		const answered = (body: unknown, status = 200, id = newId()): string => {
			const type = typeof body === 'string' ? 'text/html' : 'application/json';
			const respond = { status, body, headers: { 'content-type': type } };
			tests.service.faults.add({ path: new RegExp(`${id}$`), action: { respond } });
			return id;
		};
		const ana = { user_id: '5512', email: 'ana.garcia@example.com' };
		const guestList = { 1: { guestID: 1 }, 2: null, 3: { guestID: 3, isMainGuest: 'true' } };
		const error = 'The booking system didn’t return reservation R-';
		const another = { success: true, data: { ...sample, reservationID: 'another' } };
		const reinstated = newId();
		const change = (status: string, minute: number) => {
			book({ status, dateModified: `2026-11-21 10:1${minute}:00` }, reinstated);
			return tests.play(ofId(reinstated, 'reservation/status_changed'));
		};
		test('a booking that is reinstated', async () => {
			await change('not_confirmed', 0);
			await change('CANCELLED', 1);
			await change('not_confirmed', 2);
			expect(await tests.purchases(3)).toMatchObject([{ status: 'reserved' }]);
		});
		return [
			[
				'its guest',
				() => [ofId(book(), 'ReservationModified')],
				['reserved'],
				{ contacts: [ana] },
			],
			[
				'a number',
				() => [ofId(Number(book({ assigned: [] }, '7061304407001')))],
				['reserved'],
			],
			[
				'no guests',
				() => [ofId(book({ guestList: undefined, total: '9.90' }))],
				['reserved'],
			],
			[
				'a list',
				() => [ofId(book({ guestList }))],
				['reserved'],
				{ contacts: [{ user_id: '3' }] },
			],
			[
				'no status',
				() => [ofId(book({ status: 'x' }))],
				[],
				{ error: '“x” isn’t a known value' },
			],
			['no booking', () => [ofId('nobody')], [], { error: '404' }],
			['a failure', () => [ofId(answered({ success: false }))], [], { error }],
			['a web page', () => [ofId(answered('<html>Log in</html>'))], [], { error }],
			['another booking', () => [ofId(answered(another))], [], { error }],
			['a failed request', () => [ofId(answered('busy', 500, book()))], ['reserved']],
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
			tests.reservations.two.reservations.set(Id, { ...sample, Id, ...change });
			return Id;
		};
		const answered = (status: number, body: unknown) => {
			const action = { respond: { status, body } };
			tests.service.faults.add({ path: /getAll$/, times: Infinity, action });
			return inList(book());
		};
		const noShow = { State: 'Canceled', CancellationReason: 'NoShow' };
		const other = { Reservations: [{ ...sample, Id: 'another' }], Customers: [] };
		const twice = (call: unknown) => [call, call];
		const lists = (...ids: string[]) => ({ Events: ids.map((id) => inList(id)) });
		const two = ['confirmed', 'confirmed'];
		const bad = { error: 'Not saved: R-' };
		return [
			['a no-show', () => [inList(book(noShow))], ['no_show']],
			['without Events', () => [{ Events: [] }, inList(book()), [inList(book())]], two],
			['a repeated call', () => twice(lists(...(twice(book()) as string[]))), ['confirmed']],
			['another type', () => [inList(book(), 'SERVICE_ORDER_UPDATED')], ['confirmed']],
			['a wrong one', () => [lists(book(), book({ State: 'x' }), book())], two, bad],
			['a missing one', () => [lists(book(), newId(), book())], two, bad],
			['one that wasn’t requested', () => [answered(200, other)], [], bad],
			['a failure', () => [answered(404, { Message: 'canceled' })], [], { error: '(404' }],
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
			tests.reservations.three.set(id, { ...sample, id, ...change });
			return id;
		};
		const alone = { status: 'InHouse', primaryGuest: undefined, additionalGuests: [] };
		const chloe = { firstName: 'Chloé', email: 'family@example.com', phone: 33612345678 };
		const ines = { ...chloe, firstName: 'Inès', email: 'ines@example.com' };
		const child = { ...chloe, firstName: 'Hugo' };
		const blank = { firstName: 'Léa', email: ' ', phone: ' ' };
		const additionalGuests = { 1: child, 2: null, 3: ines, 4: blank };
		const family = { primaryGuest: chloe, additionalGuests };
		const contacts = [{ name_first: 'Chloé', phone: '33612345678' }, { name_first: 'Inès' }];
		const unchanged = () => {
			const id = book(alone);
			return [ofTopic(id), ofTopic(id, 'set-to-no-show')];
		};
		const wrong = { primaryGuest: { phone: 'by email' } };
		const error = 'Contacts (JSON), 1, phone';
		test('the sample event saves one purchase with its reachable guests', async () => {
			expect((await tests.start()).status).toBe('success');
			const { contacts } = tests.service.state;
			const contact_ids = contacts.map(({ _id }) => _id);
			const purchase = { transaction_code: 'XPGM-1', status: 'no_show', price: 685.2 };
			expect(await tests.purchases(1)).toMatchObject([{ ...purchase, contact_ids }]);
			expect(contacts).toMatchObject([{ name_first: 'Chloé' }, { name_first: 'Hugo' }]);
		});
		return [
			['no guest, unchanged by its second event', unchanged, ['check_in']],
			['a wrong phone', () => [ofTopic(book(wrong))], [], { error }],
			['a shared email', () => [ofTopic(book(family))], ['no_show'], { contacts }],
		];
	},
);
