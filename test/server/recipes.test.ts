import {
	sampleReservations,
	type Document,
} from '../../playground/service/booking-api/reservations';
import { type Playground, startLimitMs, startPlayground } from './harness/playground';
import { type Played, Recipe } from './harness/recipe';
import { until } from './harness/until';

/** The booking recipes of docs/recipes.md, each with events that its example does not have. */

let playground: Playground;

beforeAll(async () => {
	playground = await startPlayground({ processingDelayMs: 0 });
}, startLimitMs);

afterAll(() => playground?.stop());

beforeEach(() => playground.service.reset());

jest.setTimeout(40_000);

/** Each test has bookings of its own, since n8n remembers those that it has seen. */
let made = 0;
const newId = (): string => `R-${++made}`;

const ended = (played: Played[]) => played.map(({ status }) => status);
const succeeded = (times = 1): string[] => Array<string>(times).fill('success');

/** Waits until the service has the purchases of so many submissions, and gives them. */
async function purchases(submissions: number): Promise<Document[]> {
	const { state } = playground.service;
	const jobs = () => state.bulkJobs.filter(({ status }) => status === 'processed').length;
	await until('the submissions', () => jobs() === submissions);
	expect(state.bulkJobs).toHaveLength(submissions);
	return state.purchases;
}

/** What every recipe does with what nobody can read. */
function refuses(recipe: () => Recipe, otherKind: unknown, bodies: unknown[]): void {
	test('events of other kinds are left alone', async () => {
		expect(ended(await recipe().play(otherKind))).toEqual(['success']);
		expect(playground.service.requests).toEqual([]);
	});

	test('a call that is no event ends in an error', async () => {
		for (const played of await recipe().play(...bodies)) {
			expect(played.status).toBe('error');
			expect(played.data).toContain('compare what came in');
		}
		expect(playground.service.requests).toEqual([]);
	});
}

describe('a system that sends IDs only', () => {
	let recipe: Recipe;
	const [sample] = sampleReservations().one.values();
	const event = (reservationID: unknown, more: object = {}) => ({
		...{ version: '1.0', timestamp: 1795255200.1, event: 'reservation/created' },
		...{ propertyID: 'hotel-aurora', reservationID, ...more },
	});
	const book = (change: Document = {}): string => {
		const id = newId();
		update(id, change);
		return id;
	};
	const update = (id: string, change: Document) =>
		playground.service.reservations.one.set(id, { ...sample, reservationID: id, ...change });

	beforeAll(async () => {
		recipe = await Recipe.published(playground, 'booking-ids-to-purchase.json');
	});

	test('the sample runs, as often as one likes', async () => {
		for (const times of [1, 2]) {
			expect((await recipe.playSample()).status).toBe('success');
			const [purchase] = await purchases(times);
			expect(purchase).toMatchObject({
				...{ transaction_code: '7061304407766', status: 'reserved', price: 412.5 },
				...{ currency: 'EUR', check_in_date: '2026-12-04' },
			});
		}
		expect(playground.service.state.contacts).toMatchObject([
			{ user_id: '5512', name_first: 'Ana', email: 'ana.garcia@example.com' },
		]);
	});

	test('each status is recorded as it is now, in whichever way it is written', async () => {
		const id = newId();
		for (const [written, status] of [
			['not_confirmed', 'reserved'],
			['confirmed', 'confirmed'],
			['checked_in', 'check_in'],
			['Checked-Out', 'check_out'],
			['no_show', 'no_show'],
			['CANCELLED', 'canceled'],
			// Reinstated: the same status as before, but a later change.
			['confirmed', 'confirmed'],
		] as const) {
			update(id, { status: written, dateModified: `2026-11-21 10:${10 + made++}:00` });
			await recipe.play(event(id, { event: 'reservation/status_changed', status: 'x' }));
			expect(playground.service.state.purchases).toMatchObject([{ status }]);
		}
	});

	test('an event that comes again, and another one of the same change, do nothing', async () => {
		const id = book();
		const again = event(id, { timestamp: 1795255999 });
		const late = event(id, { event: 'reservation/dates_changed' });
		const turned = Object.fromEntries(Object.entries(event(id)).reverse());
		const played = await recipe.play(event(id), event(id), again, late, turned);
		expect(ended(played)).toEqual(succeeded(5));
		expect(await purchases(1)).toMatchObject([{ submissions: 1 }]);
	});

	test('where nothing says when it changed, its whole content does', async () => {
		const id = book({ dateModified: undefined });
		await recipe.play(event(id), event(id));
		await purchases(1);
		update(id, { dateModified: undefined, total: 500 });
		await recipe.play(event(id));
		expect(await purchases(2)).toMatchObject([{ price: 500, submissions: 2 }]);
	});

	test('what is optional may be missing', async () => {
		const guestList = { '9': { guestID: 9, guestLastName: 'Núñez' } };
		const id = book({ guestList, assigned: undefined, startDate: undefined, total: '99.90' });
		const number = 7061304407000 + made;
		update(String(number), { guestList: undefined, assigned: [] });
		expect(ended(await recipe.play(event(id), event(number)))).toEqual(succeeded(2));
		expect(await purchases(2)).toMatchObject([
			{ transaction_code: id, price: 99.9, contact_ids: [expect.anything()] },
			{ transaction_code: String(number), contact_ids: [] },
		]);
		expect(playground.service.state.contacts).toMatchObject([
			{ user_id: '9', name_last: 'Núñez' },
		]);
	});

	test.each([
		['an unknown status', { status: 'waitlisted' }, '“waitlisted” is not one of'],
		['no status', { status: undefined }, '“no status” is not one of'],
		['no currency', { currencyCode: undefined }, 'Currency'],
	])('%s is an error, and nothing is recorded', async (_what, change, says) => {
		const [played] = await recipe.play(event(book(change)));
		expect(played!.status).toBe('error');
		expect(played!.data).toContain(says);
		expect(playground.service.requests).toEqual([]);
	});

	test('a reservation that the booking system does not have is an error', async () => {
		const [played] = await recipe.play(event('nobody'));
		expect(played!.status).toBe('error');
		expect(playground.service.requests).toEqual([]);
	});

	refuses(() => recipe, { event: 'guest/created', guestID: '1' }, [
		{},
		[],
		{ reservationID: '1' },
		{ event: 'reservation/created' },
	]);

	test('an event that failed is new once Map was mended', async () => {
		const id = book({ status: 'waitlisted' });
		expect(ended(await recipe.play(event(id), event(id)))).toEqual(['error', 'success']);
		await recipe.mend('status', "={{ $json.data.status.replace('waitlisted', 'on hold') }}");
		expect(ended(await recipe.play(event(id), event(id)))).toEqual(succeeded(2));
		expect(await purchases(1)).toMatchObject([{ transaction_code: id, status: 'reserved' }]);
	});
});

describe('a system that sends lists of events', () => {
	let recipe: Recipe;
	const [sample] = sampleReservations().two.reservations.values();
	const event = (Id: unknown, Discriminator = 'ServiceOrderUpdated') => ({
		Discriminator,
		Value: { Id },
	});
	const book = (change: Document = {}): string => {
		const Id = newId();
		playground.service.reservations.two.reservations.set(Id, { ...sample, Id, ...change });
		return Id;
	};

	beforeAll(async () => {
		recipe = await Recipe.published(playground, 'booking-event-lists-to-purchases.json');
	});

	test('the sample: each booking of a call once, each with its guest', async () => {
		expect((await recipe.playSample()).status).toBe('success');
		const recorded = await purchases(2);
		expect(recorded.map(({ status }) => status).sort()).toEqual(['check_in', 'confirmed']);
		expect(playground.service.state.contacts).toMatchObject([
			{ email: 'liam.smith@example.com', language: 'en' },
		]);
	});

	test('every state of the system is recorded as what it means', async () => {
		const states = {
			...{ Requested: 'reserved', Optional: 'reserved', Confirmed: 'confirmed' },
			...{ Started: 'check_in', Processed: 'check_out', Canceled: 'canceled' },
		};
		const noShow = book({ State: 'Canceled', CancellationReason: 'NoShow' });
		const booked = Object.entries(states).map(([State, status]) => [book({ State }), status]);
		const expected = Object.fromEntries([...booked, [noShow, 'no_show']]) as object;
		const played = await recipe.play({ Events: Object.keys(expected).map((id) => event(id)) });
		expect(ended(played)).toEqual(['success']);
		const recorded = await purchases(Object.keys(expected).length);
		const pairs = recorded.map(({ transaction_code, status }) => [transaction_code, status]);
		expect(Object.fromEntries(pairs)).toEqual(expected);
	});

	test('a call of none does nothing; one event may come without its list', async () => {
		expect(ended(await recipe.play({ Events: [] }))).toEqual(['success']);
		expect(playground.service.requests).toEqual([]);
		const [one, other] = [book(), book()];
		expect(ended(await recipe.play(event(one), [event(other)]))).toEqual(succeeded(2));
		expect(await purchases(2)).toMatchObject([
			{ transaction_code: one },
			{ transaction_code: other },
		]);
	});

	test('a call that comes again, and two events of one booking, record it once', async () => {
		const id = book();
		const call = { Events: [event(id), event(id, 'ServiceOrderUpdated'), event(id)] };
		expect(ended(await recipe.play(call, call))).toEqual(succeeded(2));
		expect(await purchases(1)).toMatchObject([{ submissions: 1 }]);
	});

	test.each([
		['an unknown status', () => book({ State: 'Waitlisted' })],
		['no status', () => book({ State: undefined })],
		['a booking that the system does not have', newId],
	])('%s is an error that names it, and the others are recorded', async (_what, bad) => {
		const [good, wrong, last] = [book(), bad(), book({ UpdatedUtc: undefined })];
		const [played] = await recipe.play({ Events: [good, wrong, last].map((id) => event(id)) });
		expect(played!.status).toBe('error');
		expect(played!.data).toContain(`Not recorded: ${wrong}.`);
		const recorded = await purchases(2);
		expect(recorded.map(({ transaction_code }) => transaction_code)).toEqual([good, last]);
	});

	test('a part that is no event is an error, after the others were recorded', async () => {
		const good = book();
		const [played] = await recipe.play({ Events: [{ Value: null }, event(good), null] });
		expect(played!.status).toBe('error');
		expect(played!.data).toContain('compare what came in');
		expect(await purchases(1)).toMatchObject([{ transaction_code: good }]);
	});

	refuses(() => recipe, { Events: [event('1', 'CustomerUpdated')] }, [
		{},
		{ Events: [{}] },
		{ Events: [event('')] },
	]);
});

describe('a system that sends topics, and bookings of several guests', () => {
	let recipe: Recipe;
	const [sample] = sampleReservations().three.values();
	const event = (entityId: unknown, type = 'amended') => ({
		...{ id: newId(), topic: 'Reservation', type, propertyId: 'AURORA' },
		data: { entityId },
	});
	const book = (change: Document = {}): string => {
		const id = newId();
		playground.service.reservations.three.set(id, { ...sample, id, ...change });
		return id;
	};

	beforeAll(async () => {
		recipe = await Recipe.published(playground, 'booking-topics-to-purchase-with-guests.json');
	});

	test('the sample: one purchase with the guests who can be written to', async () => {
		expect((await recipe.playSample()).status).toBe('success');
		const { contacts } = playground.service.state;
		expect(await purchases(1)).toMatchObject([
			{
				...{ transaction_code: 'XPGM-1', status: 'no_show', price: 685.2 },
				...{ currency: 'EUR', name: 'Junior suite with terrace' },
				contact_ids: contacts.map(({ _id }) => _id),
			},
		]);
		expect(contacts).toMatchObject([
			{ name_first: 'Chloé', email: 'chloe.moreau@example.com', language: 'fr' },
			{ name_first: 'Hugo', email: 'hugo.moreau@example.com' },
		]);
		expect(contacts).toHaveLength(2);
	});

	test.each([
		['Confirmed', 'confirmed'],
		['InHouse', 'check_in'],
		['CheckedOut', 'check_out'],
		['Canceled', 'canceled'],
		['NoShow', 'no_show'],
	])('%s is %s', async (status, recorded) => {
		const id = book({ status, additionalGuests: undefined });
		await recipe.play(event(id), event(id, 'set-to-no-show'));
		expect(await purchases(1)).toMatchObject([{ transaction_code: id, status: recorded }]);
	});

	test('a booking without guests who can be written to is recorded without', async () => {
		const id = book({ primaryGuest: undefined, additionalGuests: [], unitGroup: undefined });
		expect(ended(await recipe.play(event(id)))).toEqual(['success']);
		expect(await purchases(1)).toMatchObject([{ transaction_code: id, contact_ids: [] }]);
	});

	test.each([
		['an unknown status', { status: 'Waitlisted' }, '“Waitlisted” is not one of'],
		['no price', { totalGrossAmount: undefined }, 'Price'],
		['a wrong phone', { primaryGuest: { phone: 'none' } }, 'Phone'],
	])('%s is an error, and nothing is recorded', async (_what, change, says) => {
		const [played] = await recipe.play(event(book(change)));
		expect(played!.status).toBe('error');
		expect(played!.data).toContain(says);
		expect(playground.service.requests).toEqual([]);
	});

	refuses(() => recipe, { topic: 'Invoice', type: 'created', data: { entityId: 'I-1' } }, [
		{},
		{ topic: 'Reservation', type: 'created' },
		{ topic: 'Reservation', data: {} },
	]);
});

describe('a system that sends everything, and contradicts itself', () => {
	let recipe: Recipe;
	const event = (data: Document, event_type = 'booking_updated') => ({
		event_type,
		data: {
			confirmation_code: newId(),
			...{ lead_guest_first_name: 'Ana', lead_guest_last_name: 'García' },
			...{ lead_guest_email: 'ana.garcia@example.com' },
			...{ lead_guest_phone_number: '+34600123456', total_cost: 100, currency: 'GBP' },
			...{ property_id: 'hotel-aurora', property_name: 'Hotel Aurora' },
			...{ check_in: '2026-12-04', check_out: '2026-12-07' },
			...data,
		},
	});
	const texts = () => playground.service.state.smsDeliveries.map(({ text }) => text);

	beforeAll(async () => {
		recipe = await Recipe.published(playground, 'booking-full-events-to-purchase-sms.json');
	});

	test('the sample, canceled and confirmed at once, is canceled, as often as it is tried', async () => {
		for (const times of [1, 2]) {
			expect((await recipe.playSample()).status).toBe('success');
			expect(await purchases(times)).toMatchObject([
				{ transaction_code: 'V0r', status: 'canceled', price: 100, currency: 'GBP' },
			]);
			expect(texts()).toHaveLength(times);
		}
		expect(texts()[0]).toContain('Dear Ana, your booking V0r is canceled');
	});

	const decisions: Array<[status: string, what: Document, event?: string]> = [
		['canceled', { status: 'canceled', is_confirmed: true }, 'booking_confirmed'],
		['canceled', { status: 'confirmed', is_deleted: true }],
		['canceled', { status: 'confirmed', is_deleted: 1, is_confirmed: 'true' }],
		['canceled', { status: 'confirmed' }, 'booking_canceled'],
		['canceled', { status: 'confirmed', canceled_at: '2026-11-21T10:15:00Z' }],
		['canceled', { status: 'Cancelled by guest' }],
		['canceled', { status: undefined }, 'booking_cancelled'],
		['no_show', { status: 'canceled', no_show: true }],
		['no_show', { status: 'No-Show', is_confirmed: true }],
		['confirmed', { status: 'confirmed', is_deleted: 'false', canceled_at: null }],
		['confirmed', { status: 'confirmed', is_confirmed: false }],
		['confirmed', { status: undefined, is_confirmed: true }],
		['reserved', { status: '', is_confirmed: false }, 'booking_created'],
		['check_in', { status: 'checked_in', is_confirmed: true }],
		['check_out', { status: undefined }, 'booking_checked_out'],
		['reserved', { status: 'not confirmed' }],
	];

	test.each(
		decisions.map(([status, what, name = 'booking_updated']) => [status, what, name] as const),
	)('%s: %j of %s', async (status, what, name) => {
		expect(ended(await recipe.play(event(what, name)))).toEqual(['success']);
		expect(await purchases(1)).toMatchObject([{ status }]);
		expect(texts()).toHaveLength(status === 'canceled' ? 1 : 0);
	});

	test('an event that comes again does nothing, and a later one texts nobody again', async () => {
		const canceled = event({ status: 'canceled', updated_at: '1' }, 'booking_canceled');
		const { data, ...rest } = canceled;
		const turned = { data: Object.fromEntries(Object.entries(data).reverse()), ...rest };
		const later = event({ ...data, updated_at: '2', total_cost: 50 });
		const played = await recipe.play(canceled, canceled, turned, later);
		expect(ended(played)).toEqual(succeeded(4));
		expect(await purchases(2)).toMatchObject([{ submissions: 2, price: 50 }]);
		expect(texts()).toHaveLength(1);
	});

	test('where nothing says when it changed, its whole content does', async () => {
		const booked = event({ status: 'confirmed' });
		const changed = event({ ...booked.data, check_out: '2026-12-08' });
		await recipe.play(booked, booked, changed);
		expect(await purchases(2)).toMatchObject([{ check_out_date: '2026-12-08' }]);
	});

	test('a guest without a phone is recorded and not texted', async () => {
		const guest = { lead_guest_phone_number: undefined, lead_guest_first_name: undefined };
		const data = { ...guest, status: 'canceled', check_in: undefined };
		expect(ended(await recipe.play(event(data)))).toEqual(['success']);
		await purchases(1);
		expect(texts()).toEqual([]);
	});

	test.each([
		['an unknown status', { status: 'waitlisted' }, '“waitlisted” is not one of'],
		['nothing that says a status', { status: null }, '“updated” is not one of'],
		['no price', { status: 'confirmed', total_cost: undefined }, 'Price'],
	])('%s is an error, and nothing is sent', async (_what, data, says) => {
		const [played] = await recipe.play(event(data));
		expect(played!.status).toBe('error');
		expect(played!.data).toContain(says);
		expect(playground.service.requests).toEqual([]);
	});

	refuses(() => recipe, { event_type: 'review_created', data: { id: 1 } }, [
		{},
		{ event_type: 'booking_created', data: {} },
		{ data: { confirmation_code: 'V1' } },
	]);
});
