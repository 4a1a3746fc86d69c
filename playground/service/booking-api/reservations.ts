/** Three made-up booking systems that send only ids: the examples fetch the reservations. No part of the service. */
import express, { Router } from 'express';
import samples from './samples.json';

/** An answer of a booking system, or a part of one. */
export type Document = Record<string, unknown>;

/** The reservations of three booking systems, each by the id in its requests. */
export interface Reservations {
	/** Sends events with the id of the reservation that changed, and answers with that one. */
	one: Map<string, Document>;
	/** Sends lists of events, and answers with lists. */
	two: { reservations: Map<string, Document>; customers: Map<string, Document> };
	/** Sends topics, and answers with all guests of the reservation. */
	three: Map<string, Document>;
}

/** The reservations that the samples of the examples are about. */
export function sampleReservations(): Reservations {
	const { one, two, three } = structuredClone(samples);
	return {
		one: byKey(one, 'reservationID'),
		two: {
			reservations: byKey(two.reservations, 'Id'),
			customers: byKey(two.customers, 'Id'),
		},
		three: byKey(three, 'id'),
	};
}

function byKey(documents: Document[], key: string): Map<string, Document> {
	return new Map(documents.map((document) => [document[key] as string, document]));
}

/** The APIs of the booking systems, below `/booking-system`. */
export function bookingRoutes(known: Reservations): Router {
	const routes = Router();
	routes.get('/one/reservations/:id', ({ params }, res) => {
		const data = known.one.get(params.id);
		if (data) res.json({ success: true, data });
		else res.status(404).json({ success: false, message: 'Reservation not found' });
	});
	routes.post('/two/reservations/getAll', express.json(), (req, res) => {
		const { reservations, customers } = known.two;
		const { ReservationIds = [] } = (req.body ?? {}) as { ReservationIds?: string[] };
		const found = allOf(reservations, ReservationIds);
		const guests = new Set(found.map(({ CustomerId }) => CustomerId as string));
		res.json({ Reservations: found, Customers: allOf(customers, [...guests]) });
	});
	routes.get('/three/reservations/:id', ({ params }, res) => {
		const reservation = known.three.get(params.id);
		if (reservation) res.json(reservation);
		else res.status(404).json({ messages: ['There is no such reservation.'] });
	});
	return routes;
}

function allOf(documents: Map<string, Document>, ids: string[]): Document[] {
	return ids.map((id) => documents.get(id)).filter((one) => one !== undefined);
}
