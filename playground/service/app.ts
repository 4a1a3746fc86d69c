import { join } from 'node:path';
import express, { type Express, type Router } from 'express';
import { bookingRoutes, type Reservations } from './booking-api/reservations';
import { type EndpointParts, endpoints } from './endpoints/endpoints';
import { type FaultList, playFaults } from './faults/faults';
import { apiValidator, readApi, setNullsAside } from './http/api-validator';
import {
	acceptJson,
	type ReceivedRequest,
	receivedOf,
	recordRequests,
} from './http/received-requests';
import { answerErrors } from './http/refusals';
import { scriptedModel } from './scripted-model';
import type { Timers } from './timers';

/** The parts of the app. */
export interface AppParts extends EndpointParts {
	requests: ReceivedRequest[];
	faults: FaultList;
	timers: Timers;
	reservations: Reservations;
	/** Routes below `/_control`. */
	control: Router;
}

/**
 * The HTTP side of the mock service. The page, its control routes, the booking systems and the model come first,
 * then the service. A request there is recorded, may fail, and is checked against openapi.yaml.
 */
export function createApp(parts: AppParts): Express {
	const { options, requests, faults, timers, control, reservations } = parts;
	const app = express().disable('x-powered-by').disable('etag');
	app.locals.options = options;
	app.use('/_control', control);
	app.use('/model/v1', scriptedModel());
	app.use('/booking-system', playFaults(faults, timers), bookingRoutes(reservations));
	// The page works offline and shows text from anywhere: nothing may be loaded from elsewhere.
	const policy = "default-src 'self'; img-src 'self' data:";
	const setHeaders = (res: { setHeader(name: string, value: string): unknown }) =>
		res.setHeader('content-security-policy', policy);
	app.use(express.static(join(__dirname, 'page'), { setHeaders }));
	app.use(recordRequests(requests, options.maxBodyBytes));
	app.use(playFaults(faults, timers));
	app.use(acceptJson);
	app.use((req, _res, next) => {
		// The recorded body stays as it arrived.
		req.body = structuredClone(req.body as unknown);
		setNullsAside(options.readings, req.body);
		next();
	});
	app.use(apiValidator());
	addEndpoints(app, parts);
	app.use(answerErrors);
	return app;
}

/** The endpoints of the description, each at its path. */
function addEndpoints(app: Express, parts: EndpointParts): void {
	for (const [path, methods] of Object.entries(readApi().paths)) {
		for (const method of ['get', 'post'] as const) {
			const { operationId = '', responses = {} } = methods[method] ?? {};
			const endpoint = endpoints[operationId];
			const [success = ''] = Object.keys(responses);
			if (!endpoint) continue;
			app[method](path.replace(/\{(\w+)\}/g, ':$1'), (req, res) => {
				const answer = endpoint(req, parts);
				receivedOf(res).answer = answer;
				res.status(Number(success)).json(answer);
			});
		}
	}
}
