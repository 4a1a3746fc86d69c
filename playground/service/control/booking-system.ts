import { randomInt } from 'node:crypto';
import { randomText } from '../state/records';
import { type Booking, randomBooking } from './random-booking';

/** The status of a booking after each kind of event. */
const STATUS_AFTER = {
	'reservation.created': 'confirmed',
	'reservation.checked_in': 'checked_in',
	'reservation.canceled': 'canceled',
} as const;

/** Kinds of event the booking system sends. */
export type BookingEventKind = keyof typeof STATUS_AFTER;

const PROPERTY = { id: 'hotel-aurora', name: 'Hotel Aurora', timezone: 'Europe/Madrid' };

/** The body that the booking system posts: always the whole reservation. */
export interface BookingEvent extends Booking {
	event: BookingEventKind;
	id: string;
	occurred_at: string;
	property: typeof PROPERTY;
}

/** An event that was posted, and its result. */
export interface PostedEvent {
	event: BookingEvent;
	/** Whether the event was accepted. */
	ok: boolean;
	/** Start of the answer's text. */
	answer: string;
	/** The result, for a person who doesn't read status codes. */
	explanation: string;
}

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

	/** Changes a booking and posts it; undefined when there is no such booking. */
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

	/** To the canvas first, which takes an event only while it listens; then to the published workflow. */
	private async post(kind: BookingEventKind, booking: Booking): Promise<PostedEvent> {
		const event: BookingEvent = {
			event: kind,
			id: `evt_${randomText(16)}`,
			occurred_at: `${new Date().toISOString().slice(0, 19)}Z`,
			property: PROPERTY,
			...structuredClone(booking),
		};
		const testUrl = this.webhookUrl.replace('/webhook/', '/webhook-test/');
		let outcome = await postTo(testUrl, event, 'n8n accepted the event on the open canvas.');
		if (outcome.status === 404) {
			outcome = await postTo(this.webhookUrl, event, 'n8n accepted the event.');
		}
		const posted = { event, ...outcome };
		this.posted.push(posted);
		return posted;
	}
}

async function postTo(url: string, event: BookingEvent, accepted: string) {
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(event),
			signal: AbortSignal.timeout(20_000),
		});
		const answer = (await response.text()).slice(0, 500);
		const { ok, status } = response;
		return { ok, status, answer, explanation: ok ? accepted : refusedBecause(status) };
	} catch (problem) {
		const isTimeout = (problem as Error).name === 'TimeoutError';
		const explanation = isTimeout
			? 'n8n accepted the event but did not answer within 20 seconds.'
			: `n8n cannot be reached at ${new URL(url).origin}. Is it running?`;
		return { ok: false, status: null, answer: '', explanation };
	}
}

function refusedBecause(status: number): string {
	return status === 404
		? 'n8n is running, but no workflow listens at this address. Publish the example workflow, or click “Execute workflow” on its canvas, and try again.'
		: `n8n answered ${status}: the workflow refused the event. Its executions list shows why.`;
}
