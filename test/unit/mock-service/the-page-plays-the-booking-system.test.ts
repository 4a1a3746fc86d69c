import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import example from '../../../examples/events/reservation-created.json';
import type { BookingEvent, PostedEvent } from '../../../playground/service/control/booking-system';
import type { MockService } from '../../../playground/service/mock-service';
import { post, type Receiver, start, startReceiver } from './client';

let service: MockService;
let n8n: Receiver;

beforeEach(async () => {
	n8n = await startReceiver(200);
	service = await start({ bookingWebhookUrl: n8n.url });
});

const press = (button: string, body: object = {}) =>
	post<PostedEvent>(service, `/_control/${button}`, body);
const events = () => n8n.received.map(({ text }) => JSON.parse(text) as BookingEvent);

/** A value with the type of everything in it, in the order of its keys. */
function shapeOf(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return typeof value;
	return Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]);
}

test('Book posts a reservation like that of the examples, and says what n8n answered', async () => {
	const { body } = await press('book');
	const explanation = 'n8n accepted the event.';
	expect(body).toMatchObject({ status: 200, ok: true, answer: 'heard', explanation });
	expect(n8n.received[0]!.headers['content-type']).toBe('application/json');
	const [event] = events();
	expect(shapeOf(event)).toEqual(shapeOf(example));
	expect(event).toMatchObject({ event: example.event, property: example.property });
	expect(event!.reservation.status).toBe('confirmed');
	expect(event!.occurred_at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
});

test('Check in and Cancel act on the booking that was chosen', async () => {
	await press('book');
	await press('book');
	const [first, second] = events();
	await press('check-in', { reservation_id: second!.reservation.id });
	await press('cancel', { reservation_id: first!.reservation.id });
	expect(events().slice(2)).toMatchObject([
		{
			event: 'reservation.checked_in',
			reservation: { ...second!.reservation, status: 'checked_in' },
			guest: second!.guest,
		},
		{
			event: 'reservation.canceled',
			reservation: { ...first!.reservation, status: 'canceled' },
		},
	]);
	expect(new Set(events().map(({ id }) => id)).size).toBe(4);
});

test.each<[string, status: number | null, explanation: RegExp]>([
	['no workflow', 404, /no workflow listens at this address\. Publish the example workflow/],
	['a fault', 500, /n8n answered 500: the workflow refused the event/],
	['no n8n', null, /^n8n cannot be reached at http:\S+:\d+\. Is it running\?$/],
])('%s is explained', async (_case, status, explanation) => {
	const other = await startReceiver(status ?? 200);
	if (status === null) await other.close();
	service = await start({ bookingWebhookUrl: other.url });
	const { body } = await press('book');
	expect(body).toMatchObject({ ok: false, status });
	expect(body.explanation).toMatch(explanation);
});

test('a page from elsewhere cannot press the buttons', async () => {
	const response = await fetch(`${service.url}/_control/book`, { method: 'POST', body: '{}' });
	expect([response.status, n8n.received]).toEqual([415, []]);
});

test('the page needs nothing from elsewhere and is no request to the service', async () => {
	const files = readdirSync(join(__dirname, '../../../playground/service/page'));
	for (const file of ['', ...files]) {
		const response = await fetch(`${service.url}/${file}`);
		expect([file, response.status]).toEqual([file, 200]);
		expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
		const text = (await response.text()).replaceAll('http://www.w3.org/2000/svg', '');
		expect(text).not.toMatch(/https?:\/\/|innerHTML/);
	}
	expect([files.length > 5, service.requests]).toEqual([true, []]);
});
