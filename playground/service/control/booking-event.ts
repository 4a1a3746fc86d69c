/** Kinds of event the booking system sends. */
export type BookingEventKind =
	'reservation.created' | 'reservation.checked_in' | 'reservation.canceled';

/** States of a reservation. */
export type ReservationStatus =
	'pending' | 'confirmed' | 'checked_in' | 'checked_out' | 'canceled' | 'no_show';

/** A guest as the booking system describes one. */
export interface Guest {
	id: string;
	first_name: string;
	last_name: string;
	email: string;
	phone: string;
	language: string;
	gender: 'female' | 'male';
	country: string;
	city: string;
	marketing_consent: boolean;
}

/** A reservation as the booking system describes one. */
export interface Reservation {
	id: string;
	status: ReservationStatus;
	room_type: { id: string; name: string };
	/** Date without time, like check_out. */
	check_in: string;
	check_out: string;
	nights: number;
	total: { amount: number; currency: string };
}

/** A reservation and whose it is. */
export interface Booking {
	reservation: Reservation;
	guest: Guest;
}

/** The body that the booking system posts: always the whole reservation. */
export interface BookingEvent extends Booking {
	event: BookingEventKind;
	id: string;
	occurred_at: string;
	property: { id: string; name: string; timezone: string };
}

const PROPERTY = { id: 'hotel-aurora', name: 'Hotel Aurora', timezone: 'Europe/Madrid' };

/**
 * Writes the event about a booking.
 * @param event what happened
 * @param booking to what, in its new state
 * @param id of the event
 */
export function bookingEvent(event: BookingEventKind, booking: Booking, id: string): BookingEvent {
	const occurred_at = `${new Date().toISOString().slice(0, 19)}Z`;
	return { event, id, occurred_at, property: PROPERTY, ...structuredClone(booking) };
}
