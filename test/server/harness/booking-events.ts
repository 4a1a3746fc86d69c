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
