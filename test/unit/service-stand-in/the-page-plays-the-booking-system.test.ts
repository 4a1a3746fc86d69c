import { isPossiblePhoneNumber } from 'libphonenumber-js';
import type { BookingEvent } from '../../../playground/service/control/booking-event';
import type { PostedEvent } from '../../../playground/service/control/booking-system';
import { randomBooking } from '../../../playground/service/control/random-booking';
import type { stateView } from '../../../playground/service/control/state-view';
import { startServiceStandIn, type ServiceStandIn } from '../../../playground/service/stand-in';
import { hotel, sms } from './bodies';
import { call, PATHS, startReceiver, type Receiver } from './client';
import { aBoolean, aNumber, aString, like } from './matchers';

type Shown = ReturnType<typeof stateView>;

let service: ServiceStandIn;
let n8n: Receiver;

beforeEach(async () => {
	n8n = await startReceiver(200);
	service = await startServiceStandIn({ bookingWebhookUrl: n8n.url });
});
afterEach(() => Promise.all([service.close(), n8n.close()]));

const press = (button: string, body: object = {}) =>
	call<PostedEvent>(service, 'POST', `/_control/${button}`, body);
const eventAt = (index: number) => JSON.parse(n8n.received[index]!.text) as BookingEvent;
const state = async () => (await call<Shown>(service, 'GET', '/_control/state')).body;

test('Book posts a whole confirmed reservation and says what n8n answered', async () => {
	const { status, body } = await press('book');
	expect(status).toBe(200);
	expect(body).toMatchObject({
		status: 200,
		ok: true,
		answer: 'heard',
		explanation: 'n8n took the event.',
	});
	expect(n8n.received[0]!.headers['content-type']).toBe('application/json');
	const date = like(/^\d{4}-\d{2}-\d{2}$/);
	expect(eventAt(0)).toEqual({
		event: 'reservation.created',
		id: like(/^evt_\w{16}$/),
		occurred_at: like(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/),
		property: { id: 'hotel-aurora', name: 'Hotel Aurora', timezone: 'Europe/Madrid' },
		reservation: {
			id: like(/^R-\d{6}$/),
			status: 'confirmed',
			room_type: { id: like(/^[0-9a-f-]{36}$/), name: aString },
			check_in: date,
			check_out: date,
			nights: aNumber,
			total: { amount: aNumber, currency: 'EUR' },
		},
		guest: {
			id: like(/^G-\d{4}$/),
			first_name: aString,
			last_name: aString,
			email: like(/^[a-z]+\.[a-z]+\.\d+@example\.com$/),
			phone: aString,
			language: like(/^[a-z]{2}_[A-Z]{2}$/),
			gender: like(/^(female|male)$/),
			country: like(/^[A-Z]{2}$/),
			city: aString,
			marketing_consent: aBoolean,
		},
	});
});

test('Check in and Cancel act on the latest confirmed booking', async () => {
	await press('book');
	await press('book');
	await press('check-in');
	await press('cancel');
	const [first, second] = [eventAt(0), eventAt(1)];
	const [third, fourth] = [eventAt(2), eventAt(3)];
	expect(third).toMatchObject({
		event: 'reservation.checked_in',
		reservation: { ...second.reservation, status: 'checked_in' },
		guest: second.guest,
	});
	expect(fourth).toMatchObject({
		event: 'reservation.canceled',
		reservation: { ...first.reservation, status: 'canceled' },
	});
	expect(new Set([first, second, third, fourth].map(({ id }) => id)).size).toBe(4);
});

test('Check in and Cancel act on a chosen booking', async () => {
	await press('book');
	await press('book');
	const { id } = eventAt(0).reservation;
	await press('check-in', { reservation_id: id });
	expect(eventAt(2).reservation).toMatchObject({ id, status: 'checked_in' });
});

test.each(['check-in', 'cancel'])('%s without a booking is explained', async (button) => {
	const { status, body } = await press(button);
	expect(status).toBe(409);
	expect(body).toEqual({ error: 'There is no booking yet. Click Book first.' });
	expect(n8n.received).toEqual([]);
});

test.each<[string, number, RegExp]>([
	['/webhook/booking', 404, /no active workflow listens at this address\. Activate the example/],
	[
		'/webhook-test/booking',
		404,
		/test address of n8n: open the workflow, click "Execute workflow"/,
	],
	['/webhook/booking', 500, /n8n answered 500: the workflow did not take the event/],
])('%s answering %i is explained', async (path, status, explanation) => {
	const refusing = await startReceiver(status);
	await press('booking-webhook', { url: new URL(path, refusing.url).href });
	const { body } = await press('book');
	await refusing.close();
	expect(body).toMatchObject({ ok: false, status, answer: 'heard' });
	expect(body.explanation).toMatch(explanation);
});

test('an n8n that is not running is explained', async () => {
	await n8n.close();
	const { body } = await press('book');
	const { origin } = new URL(n8n.url);
	const explanation = `n8n cannot be reached at ${origin}. Is it running?`;
	expect(body).toMatchObject({ ok: false, status: null, explanation });
});

test('a missing address is explained', async () => {
	await press('booking-webhook', { url: '' });
	const { body } = await press('book');
	expect(body).toMatchObject({ ok: false, status: null });
	expect(body.explanation).toMatch(/^There is no address to send bookings to yet/);
});

test.each(['localhost:5678/webhook', 'javascript:alert(1)', 'http://'])(
	'the address %s is refused',
	async (url) => {
		const { status } = await press('booking-webhook', { url });
		expect(status).toBe(400);
		expect((await state()).booking_webhook_url).toBe(n8n.url);
	},
);

test('guests are made up: numbers are possible ones, none a rejected one, mail goes nowhere', () => {
	const guests = Array.from({ length: 400 }, (_, at) => randomBooking(at).guest);
	for (const { phone, email } of guests) {
		expect(phone).toMatch(/^\+[1-9][0-9]{7,14}$/);
		expect(phone).not.toMatch(/000000$/);
		expect(email).toMatch(/^[a-z.0-9]+@example\.com$/);
	}
	expect(guests.filter(({ phone }) => !isPossiblePhoneNumber(phone))).toEqual([]);
	expect(new Set(guests.map(({ country }) => country))).toEqual(
		new Set(['ES', 'GB', 'FR', 'US']),
	);
});

test('the length of a stay is what lies between its dates', () => {
	for (let at = 0; at < 100; at++) {
		const { check_in, check_out, nights, total } = randomBooking(at).reservation;
		expect((Date.parse(check_out) - Date.parse(check_in)) / 86_400_000).toBe(nights);
		expect(Date.parse(check_in)).toBeGreaterThan(Date.now());
		expect(total.amount).toBeGreaterThan(80);
	}
});

test('the state shows the newest first, and no secret', async () => {
	await press('book');
	await call(service, 'POST', PATHS.hotel, hotel());
	await call(service, 'POST', PATHS.sms, sms());
	await call(service, 'POST', PATHS.sms, sms({ message_holder: 'Second' }));
	const shown = await state();
	expect(shown.sms_deliveries.map(({ text }) => text)).toEqual(['Second', 'Hello']);
	expect(shown.hotels).toEqual([{ uuid: 'h-1', name: 'Hotel Aurora', welcome: { es: 'Hola' } }]);
	expect(shown.counts).toMatchObject({ sms_deliveries: 2, hotels: 1, requests: 3, campaigns: 7 });
	expect(shown.bookings).toHaveLength(1);
	expect(JSON.stringify(shown)).not.toMatch(/demo-(account|master)-secret/);
});

test('Reset forgets bookings, messages and requests', async () => {
	await press('book');
	await call(service, 'POST', PATHS.sms, sms());
	await press('reset');
	const shown = await state();
	expect([shown.bookings, shown.posted_events, shown.requests]).toEqual([[], [], []]);
	expect(service.state.smsDeliveries).toEqual([]);
});

test('a page from elsewhere cannot press the buttons', async () => {
	const response = await fetch(`${service.url}/_control/book`, { method: 'POST', body: '{}' });
	expect(response.status).toBe(415);
	expect(n8n.received).toEqual([]);
});

test('changes are told live', async () => {
	const response = await fetch(`${service.url}/_control/events`);
	expect(response.headers.get('content-type')).toBe('text/event-stream');
	const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
	expect((await reader.read()).value).toContain('event: change');
	await call(service, 'POST', PATHS.sms, sms());
	expect((await reader.read()).value).toBe('event: change\ndata: {}\n\n');
	await reader.cancel();
});

test('the page needs nothing from elsewhere and is no request to the service', async () => {
	const files = [
		'',
		'theme.css',
		'layout.css',
		'lists.css',
		'phone.css',
		'app.js',
		'dom.js',
		'icon.svg',
	];
	for (const file of files) {
		const response = await fetch(`${service.url}/${file}`);
		expect([file, response.status]).toEqual([file, 200]);
		expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
		const text = (await response.text()).replaceAll('http://www.w3.org/2000/svg', '');
		expect(text).not.toMatch(/https?:\/\/|innerHTML/);
	}
	expect(service.requests).toEqual([]);
});
