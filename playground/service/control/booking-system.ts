import { randomInt } from 'node:crypto';
import { randomText } from '../state/ids';
import { type Booking, randomBooking, type ReservationStatus } from './random-booking';

/** The status of a booking after each kind of event. */
const STATUS_AFTER = {
	'reservation.created': 'confirmed',
	'reservation.checked_in': 'checked_in',
	'reservation.canceled': 'canceled',
} as const satisfies Record<string, ReservationStatus>;

/** Kinds of event the booking system sends. */
export type BookingEventKind = keyof typeof STATUS_AFTER;

/** The body that the booking system posts: always the whole reservation. */
export interface BookingEvent extends Booking {
	event: BookingEventKind;
	id: string;
	occurred_at: string;
	property: typeof PROPERTY;
}

const PROPERTY = { id: 'hotel-aurora', name: 'Hotel Aurora', timezone: 'Europe/Madrid' };

/** An event that was posted, and what came of it. */
export interface PostedEvent {
	at: string;
	event: BookingEvent;
	/** Its target: the canvas that listens, else the published workflow. */
	url: string | undefined;
	/** Status of the answer; null when there was none. */
	status: number | null;
	/** Start of the answer's text. */
	answer: string;
	/** True when the event was taken. */
	ok: boolean;
	/** The result, for a person who doesn't read status codes. */
	explanation: string;
}

const ANSWER_TIMEOUT_MS = 20_000;

/** Plays the hotel's booking system: it knows bookings and posts an event whenever one changes. */
export class BookingSystem {
	/** The oldest first. */
	readonly bookings: Booking[] = [];
	/** The oldest first. */
	readonly posted: PostedEvent[] = [];

	private number = randomInt(100, 800);

	/** @param webhookUrl where events go; may be changed while running */
	constructor(
		public webhookUrl: string | undefined,
		private readonly changed: () => void,
	) {}

	/** Makes a booking of a new guest and posts it. */
	book(): Promise<PostedEvent> {
		const booking = randomBooking(++this.number);
		this.bookings.push(booking);
		return this.post('reservation.created', booking);
	}

	/**
	 * Changes a booking and posts it.
	 * @param event what happens to it
	 * @param reservationId which; left out: the latest confirmed one, else the latest
	 * @returns undefined when there is no such booking
	 */
	change(event: BookingEventKind, reservationId?: string): Promise<PostedEvent> | undefined {
		const booking = reservationId
			? this.bookings.find(({ reservation }) => reservation.id === reservationId)
			: this.latest();
		if (!booking) return undefined;
		booking.reservation.status = STATUS_AFTER[event];
		return this.post(event, booking);
	}

	/** Forgets everything but the webhook's address. */
	reset(): void {
		this.bookings.length = 0;
		this.posted.length = 0;
	}

	private latest(): Booking | undefined {
		const newestFirst = [...this.bookings].reverse();
		const confirmed = newestFirst.find(({ reservation }) => reservation.status === 'confirmed');
		return confirmed ?? newestFirst[0];
	}

	private async post(kind: BookingEventKind, booking: Booking): Promise<PostedEvent> {
		const url = this.webhookUrl;
		const at = new Date().toISOString();
		const event: BookingEvent = {
			event: kind,
			id: `evt_${randomText(16)}`,
			occurred_at: `${at.slice(0, 19)}Z`,
			property: PROPERTY,
			...structuredClone(booking),
		};
		const outcome = url === undefined ? NO_ADDRESS : await postToEither(url, event);
		const posted = { at, event, url, ...outcome };
		this.posted.push(posted);
		this.changed();
		return posted;
	}
}

type Outcome = Pick<PostedEvent, 'status' | 'answer' | 'ok' | 'explanation'>;

const NO_ADDRESS: Outcome = {
	status: null,
	answer: '',
	ok: false,
	explanation:
		'There is no address to send bookings to yet. Enter the webhook address of the example ' +
		'workflow on this page, or start the service with --booking-webhook.',
};

/** The canvas first, which takes an event only while it listens; then the published workflow. */
async function postToEither(url: string, event: BookingEvent): Promise<Outcome & { url: string }> {
	const testUrl = url.replace('/webhook/', '/webhook-test/');
	if (testUrl !== url) {
		const outcome = await postEvent(testUrl, event);
		if (outcome.status !== 404) return { ...outcome, url: testUrl };
	}
	return { ...(await postEvent(url, event)), url };
}

async function postEvent(url: string, event: BookingEvent): Promise<Outcome> {
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(event),
			signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
		});
		const answer = (await response.text()).slice(0, 500);
		const { ok, status } = response;
		return { ok, status, answer, explanation: explainStatus(status, url) };
	} catch (problem) {
		const isTimeout = (problem as Error).name === 'TimeoutError';
		const explanation = isTimeout
			? `n8n accepted the event but did not answer within ${ANSWER_TIMEOUT_MS / 1000} seconds.`
			: `n8n cannot be reached at ${new URL(url).origin}. Is it running?`;
		return { ok: false, status: null, answer: '', explanation };
	}
}

function explainStatus(status: number, url: string): string {
	const isTest = url.includes('/webhook-test/');
	if (status >= 200 && status < 300) {
		return isTest ? 'n8n accepted the event on the open canvas.' : 'n8n accepted the event.';
	}
	if (status === 404 && isTest) {
		return 'This is a test address of n8n: open the workflow, click “Execute workflow” and try again.';
	}
	if (status === 404) {
		return 'n8n is running, but no workflow listens at this address. Publish the example workflow, or click “Execute workflow” on its canvas, and try again.';
	}
	return `n8n answered ${status}: the workflow refused the event. Its executions list shows why.`;
}
