import express, { Router, type Request, type RequestHandler, type Response } from 'express';
import { readFaultRule } from '../faults/fault-rule';
import type { FaultList } from '../faults/fault-list';
import type { ReceivedRequest } from '../http/received-requests';
import type { BulkWorker } from '../jobs/bulk-worker';
import type { MockServiceOptions } from '../options';
import { readReadings, readingsView, type Readings } from '../readings';
import type { ServiceState } from '../state/service-state';
import { type BookingEventKind, BookingSystem } from './booking-system';
import { liveEvents } from './live-events';
import { stateView } from './state-view';

/** The parts that the control routes act on. */
export interface ControlParts {
	options: MockServiceOptions;
	state: ServiceState;
	requests: ReceivedRequest[];
	faults: FaultList;
	worker: BulkWorker;
	reset: () => void;
}

/** Routes below `/_control`, for the page and for trying faults by hand. No part of the service. */
export function createControlRoutes(parts: ControlParts): Router {
	const { options, state, requests, faults, worker, reset } = parts;
	const bookingSystem = new BookingSystem(options.bookingWebhookUrl, () => state.changed());
	const routes = Router();
	routes.use(onlyJson, express.json());

	routes.get('/state', (_req, res) => {
		res.json(stateView(state, requests, bookingSystem, options));
	});
	routes.get('/events', liveEvents(state));
	routes.post('/reset', (_req, res) => {
		bookingSystem.reset();
		reset();
		res.json({});
	});
	addFaultRoutes(routes, faults);
	addReadingRoutes(routes, options.readings, () => state.changed());
	routes.post('/bulk-jobs/:id', (req, res) => {
		const status = bodyOf(req)['status'] === 'failed' ? 'failed' : 'processed';
		const job = worker.end(req.params.id, status);
		if (job) res.json(job);
		else refuse(res, 404, 'no such job in the queue');
	});
	addBookingRoutes(routes, bookingSystem, () => state.changed());
	return routes;
}

function addFaultRoutes(routes: Router, faults: FaultList): void {
	routes.get('/faults', (_req, res) => {
		const list = faults.list().map(({ rule, ...counters }) => ({
			...rule,
			...(rule.path && { path: rule.path.source }),
			...counters,
		}));
		res.json(list);
	});
	routes.post('/faults', (req, res) => {
		const rule = readFaultRule(req.body);
		if (typeof rule === 'string') refuse(res, 400, rule);
		else {
			faults.add(rule);
			res.status(201).json({});
		}
	});
	routes.delete('/faults', (_req, res) => {
		faults.clear();
		res.json({});
	});
}

/** How the mock service reads what the document leaves open; see READINGS. */
function addReadingRoutes(routes: Router, readings: Readings, changed: () => void): void {
	routes.get('/readings', (_req, res) => {
		res.json(readingsView(readings));
	});
	routes.post('/readings', (req, res) => {
		const chosen = readReadings(req.body);
		if (typeof chosen === 'string') {
			refuse(res, 400, chosen);
			return;
		}
		Object.assign(readings, chosen);
		changed();
		res.json(readings);
	});
}

function addBookingRoutes(routes: Router, bookingSystem: BookingSystem, changed: () => void): void {
	routes.post('/book', async (_req, res) => {
		res.json(await bookingSystem.book());
	});
	const change = (event: BookingEventKind): RequestHandler => {
		return async (req, res) => {
			const posted = await bookingSystem.change(event, textOf(bodyOf(req)['reservation_id']));
			if (posted) res.json(posted);
			else refuse(res, 409, 'There is no booking yet. Click Book first.');
		};
	};
	routes.post('/check-in', change('reservation.checked_in'));
	routes.post('/cancel', change('reservation.canceled'));
	routes.post('/booking-webhook', (req, res) => {
		const url = (textOf(bodyOf(req)['url']) ?? '').trim();
		if (url !== '' && !/^https?:\/\//.test(url)) {
			refuse(res, 400, 'The address must start with http:// or https://.');
			return;
		}
		if (url !== '' && !URL.canParse(url)) {
			refuse(res, 400, 'This is not a web address.');
			return;
		}
		bookingSystem.webhookUrl = url === '' ? undefined : url;
		changed();
		res.json({ url });
	});
}

/** A page from elsewhere cannot post JSON without being asked first, so it cannot press our buttons. */
const onlyJson: RequestHandler = (req, res, next) => {
	const isSafe =
		req.method !== 'POST' || /^application\/json\b/.test(req.get('content-type') ?? '');
	if (isSafe) next();
	else refuse(res, 415, 'content type must be application/json');
};

function bodyOf(req: Request): Record<string, unknown> {
	return (req.body ?? {}) as Record<string, unknown>;
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

function refuse(res: Response, status: number, error: string): void {
	res.status(status).json({ error });
}
