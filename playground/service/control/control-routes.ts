import express, { Router, type RequestHandler } from 'express';
import type { ReceivedRequest } from '../http/received-requests';
import type { MockServiceOptions } from '../options';
import type { ServiceState } from '../state/service-state';
import { type BookingEventKind, BookingSystem } from './booking-system';
import { stateView } from './state-view';

/** The parts that the control routes act on. */
export interface ControlParts {
	options: MockServiceOptions;
	state: ServiceState;
	requests: ReceivedRequest[];
	reset: () => void;
}

/** Routes below `/_control`, for the page. No part of the service. */
export function createControlRoutes({ options, state, requests, reset }: ControlParts): Router {
	const bookingSystem = new BookingSystem(options.bookingWebhookUrl);
	const routes = Router();
	routes.use(onlyJson, express.json());
	routes.get('/state', (_req, res) => {
		res.json(stateView(state, requests, bookingSystem, options));
	});
	routes.post('/reset', (_req, res) => {
		bookingSystem.reset();
		reset();
		res.json({});
	});
	routes.post('/book', async (_req, res) => {
		res.json(await bookingSystem.book());
	});
	const change = (event: BookingEventKind): RequestHandler => {
		return async (req, res) => {
			const { reservation_id } = req.body as { reservation_id: string };
			const posted = await bookingSystem.change(event, reservation_id);
			if (posted) res.json(posted);
			else res.status(404).json({ error: 'There is no such booking.' });
		};
	};
	routes.post('/check-in', change('reservation.checked_in'));
	routes.post('/cancel', change('reservation.canceled'));
	return routes;
}

/** A page from elsewhere cannot post JSON without being asked first, so it cannot press our buttons. */
const onlyJson: RequestHandler = (req, res, next) => {
	const isSafe =
		req.method !== 'POST' || /^application\/json\b/.test(req.get('content-type') ?? '');
	if (isSafe) next();
	else res.status(415).json({ error: 'content type must be application/json' });
};
