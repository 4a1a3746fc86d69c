import express, { Router } from 'express';
import type { Document, Reservations } from './reservations';

/**
 * The APIs of three made-up booking systems that send only ids, below `/booking-system`: the
 * examples fetch the reservations there. No part of the service.
 */
export function createBookingRoutes(known: () => Reservations): Router {
	const routes = Router();
	routes.get('/one/reservations/:id', ({ params }, res) => {
		const data = known().one.get(params.id);
		if (data) res.json({ success: true, data });
		else res.status(404).json({ success: false, message: 'Reservation not found' });
	});
	routes.post('/two/reservations/getAll', express.json(), (req, res) => {
		const { reservations, customers } = known().two;
		const ids = ((req.body ?? {}) as { ReservationIds?: string[] }).ReservationIds ?? [];
		const found = allOf(reservations, ids);
		const whose = new Set(found.map(({ CustomerId }) => CustomerId as string));
		res.json({ Reservations: found, Customers: allOf(customers, whose) });
	});
	routes.get('/three/reservations/:id', ({ params }, res) => {
		const reservation = known().three.get(params.id);
		if (reservation) res.json(reservation);
		else res.status(404).json({ messages: ['There is no such reservation.'] });
	});
	return routes;
}

function allOf(documents: Map<string, Document>, ids: Iterable<string>): Document[] {
	return [...ids].map((id) => documents.get(id)).filter((one) => one !== undefined);
}
