import example from '../../../examples/events/reservation-created.json';

/**
 * The event of the examples, as a booking system posts it.
 *
 * @param id of the event
 * @param reservation fields that differ from the example
 */
export const bookingEvent = (id: string, reservation: object = {}) => ({
	...example,
	id,
	reservation: { ...example.reservation, ...reservation },
});

/** Posts a body as booking systems do, which n8n has to accept. */
export async function postJson(url: string, body: unknown): Promise<void> {
	const headers = { 'content-type': 'application/json' };
	const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
	expect(answer.status).toBe(200);
}
