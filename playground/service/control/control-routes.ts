import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import type { ReceivedRequest } from '../http/received-requests';
import type { MockServiceOptions } from '../options';
import type { ServiceState } from '../state/service-state';
import { type BookingEventKind, BookingSystem } from './booking-system';

/** The parts that the control routes act on. */
export interface ControlParts {
	options: MockServiceOptions;
	state: ServiceState;
	requests: ReceivedRequest[];
	reset: () => void;
}

/** Routes below `/_control`, for the page. No part of the service. */
export function createControlRoutes(parts: ControlParts): Router {
	const { options, reset } = parts;
	const bookingSystem = new BookingSystem(options.bookingWebhookUrl);
	const routes = Router();
	routes.use(onlyJson, express.json());
	routes.get('/state', (_req, res) => {
		res.json(stateView(parts, bookingSystem));
	});
	routes.post('/reset', (_req, res) => {
		bookingSystem.reset();
		reset();
		res.json({});
	});
	routes.post('/book', async (_req, res) => {
		res.json(await bookingSystem.book());
	});
	const change = (event: BookingEventKind) => async (req: Request, res: Response) => {
		const { reservation_id } = req.body as { reservation_id: string };
		const posted = await bookingSystem.change(event, reservation_id);
		if (posted) res.json(posted);
		else res.status(404).json({ error: 'There is no such booking.' });
	};
	routes.post('/check-in', change('reservation.checked_in'));
	routes.post('/cancel', change('reservation.canceled'));
	return routes;
}

/** A page from elsewhere cannot post JSON without being asked first, so it cannot press our buttons. */
const onlyJson: RequestHandler = (req, res, next) => {
	if (req.method !== 'POST' || /^application\/json\b/.test(req.get('content-type') ?? '')) next();
	else res.status(415).json({ error: 'content type must be application/json' });
};

/** The data of the page: how many there are of everything, and the newest hundred, the newest first. */
function stateView({ state, requests, options }: ControlParts, bookingSystem: BookingSystem) {
	const lists: Record<string, readonly object[]> = {
		contacts: state.contacts,
		purchases: state.purchases,
		push_deliveries: state.pushDeliveries,
		sms_deliveries: state.smsDeliveries,
		hotels: state.hotels,
		bulk_jobs: state.bulkJobs,
		campaigns: state.campaigns,
		callbacks: state.callbacks,
		bookings: bookingSystem.bookings,
		posted_events: bookingSystem.posted,
		requests,
	};
	const inEach = <T>(view: (list: readonly object[]) => T) =>
		Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, view(list)]));
	return {
		...inEach(newest),
		counts: inEach(({ length }) => length),
		workflow_url: options.workflowUrl() ?? '',
		requests: newest(requests).map(
			({ at, method, path, query, rawBody, status, requestId: id }) => {
				return { id, at, method, path, query, status, body: rawBody.slice(0, 20_000) };
			},
		),
	};
}

function newest<T>(list: readonly T[]): T[] {
	return list.slice(-100).reverse();
}
