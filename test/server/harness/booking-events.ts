/** The booking system's name of an event. */
export type BookingEventName =
	'reservation.created' | 'reservation.checked_in' | 'reservation.canceled';

const statusAfter: Record<BookingEventName, string> = {
	'reservation.created': 'confirmed',
	'reservation.checked_in': 'checked_in',
	'reservation.canceled': 'canceled',
};

/**
 * An event about one and the same reservation, as a booking system posts it.
 *
 * @param change what is otherwise about the event or its reservation
 */
export function bookingEvent(
	event: BookingEventName,
	change: { id?: string; reservation?: object } = {},
) {
	return {
		event,
		id: change.id ?? `evt_${event}`,
		occurred_at: '2026-11-21T10:15:00Z',
		property: { id: 'hotel-aurora', name: 'Hotel Aurora', timezone: 'Europe/Madrid' },
		reservation: {
			id: 'R-104233',
			status: statusAfter[event],
			room_type: {
				id: '7d9c3f0e-2b61-4c58-9a7e-0f5d1c2b3a49',
				name: 'Double room, sea view',
			},
			check_in: '2026-12-04',
			check_out: '2026-12-07',
			nights: 3,
			total: { amount: 412.5, currency: 'EUR' },
			...change.reservation,
		},
		guest: {
			id: 'G-5512',
			first_name: 'Ana',
			last_name: 'García',
			email: 'ana.garcia@example.com',
			phone: '+34600123456',
			language: 'es_ES',
			gender: 'female',
			country: 'ES',
			city: 'Valencia',
			marketing_consent: true,
		},
	};
}

/** Posts a body as booking systems do, which n8n has to accept. */
export async function postJson(url: string, body: unknown): Promise<void> {
	const headers = { 'content-type': 'application/json' };
	const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
	expect(answer.status).toBe(200);
}
