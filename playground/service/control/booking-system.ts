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

	/** @param webhookUrl where events go, with `/webhook/` in it */
	constructor(private readonly webhookUrl: string) {}

	/** Makes a booking of a new guest and posts it. */
	book(): Promise<PostedEvent> {
		const booking = randomBooking(++this.number);
		this.bookings.push(booking);
		return this.post('reservation.created', booking);
	}

	/**
	 * Changes a booking and posts it.
	 * @returns undefined when there is no such booking
	 */
	change(event: BookingEventKind, reservationId: string): Promise<PostedEvent> | undefined {
		const booking = this.bookings.find(({ reservation }) => reservation.id === reservationId);
		if (!booking) return undefined;
		booking.reservation.status = STATUS_AFTER[event];
		return this.post(event, booking);
	}

	/** Forgets everything. */
	reset(): void {
		this.bookings.length = 0;
		this.posted.length = 0;
	}

	private async post(kind: BookingEventKind, booking: Booking): Promise<PostedEvent> {
		const at = new Date().toISOString();
		const event: BookingEvent = {
			event: kind,
			id: `evt_${randomText(16)}`,
			occurred_at: `${at.slice(0, 19)}Z`,
			property: PROPERTY,
			...structuredClone(booking),
		};
		const posted = { at, event, ...(await postToEither(this.webhookUrl, event)) };
		this.posted.push(posted);
		return posted;
	}
}

type Outcome = Pick<PostedEvent, 'status' | 'answer' | 'ok' | 'explanation'>;

/** The canvas first, which takes an event only while it listens; then the published workflow. */
async function postToEither(url: string, event: BookingEvent): Promise<Outcome> {
	const outcome = await postEvent(url.replace('/webhook/', '/webhook-test/'), event);
	return outcome.status === 404 ? await postEvent(url, event) : outcome;
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
	if (status === 404) {
		return 'n8n is running, but no workflow listens at this address. Publish the example workflow, or click “Execute workflow” on its canvas, and try again.';
	}
	return `n8n answered ${status}: the workflow refused the event. Its executions list shows why.`;
}
