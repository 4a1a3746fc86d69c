import { join } from 'node:path';
import express, { type Express, type Router } from 'express';
import type { MockServiceOptions } from './options';
import { scriptedModel } from './scripted-model';
import type { ServiceState } from './state/service-state';
import type { Timers } from './timers';
import type { BulkWorker } from './jobs/bulk-worker';
import type { FaultList } from './faults/faults';
import { handlersOf, type EndpointParts } from './endpoints';
import { playFaults } from './faults/play-faults';
import { apiValidator, readApi } from './http/api-validator';
import type { ApiDescription } from './http/api-description';
import { setNullsAside } from './http/null-values';
import { answerErrors } from './http/error-answers';
import {
	giveRequestId,
	parseJsonBody,
	recordAnswer,
	recordRequests,
	requireJsonHeaders,
	type ReceivedRequest,
} from './http/received-requests';

/** The parts of the app. */
export interface AppParts {
	options: MockServiceOptions;
	state: ServiceState;
	requests: ReceivedRequest[];
	faults: FaultList;
	timers: Timers;
	worker: BulkWorker;
	/** Routes below `/_control`. */
	control: Router;
	/** Routes below `/booking-system`. */
	bookings: Router;
}

/**
 * The HTTP side of the mock service. The page, its control routes, the booking systems and the model come first,
 * then the service. A request there is recorded, may fail, and is checked against openapi.yaml.
 */
export function createApp(parts: AppParts): Express {
	const { options, state, requests, faults, timers, worker, control, bookings } = parts;
	const app = express().disable('x-powered-by').disable('etag');
	app.use(giveRequestId);
	app.use('/_control', control);
	app.use('/model/v1', scriptedModel());
	app.use('/booking-system', playFaults(faults, timers), bookings);
	app.use(express.static(join(__dirname, 'page'), { setHeaders: forbidForeignContent }));
	app.use(recordRequests(requests, options.maxBodyBytes));
	app.use(playFaults(faults, timers));
	app.use(parseJsonBody);
	app.use(requireJsonHeaders, setNullsAside(options.readings), apiValidator(options));
	addEndpoints(app, readApi(), { state, options, worker });
	app.use(answerErrors);
	return app;
}

/** The endpoints of the description, each as its `operationId` is handled. */
function addEndpoints(app: Express, api: ApiDescription, parts: EndpointParts): void {
	const handlers = handlersOf(parts);
	for (const [path, methods] of Object.entries(api.paths)) {
		const route = path.replace(/\{(\w+)\}/g, ':$1');
		for (const method of ['get', 'post'] as const) {
			const handle = handlers[methods[method]?.operationId ?? ''];
			if (handle) app[method](route, recordAnswer, handle);
		}
	}
}

/** The page works offline and shows text from anywhere: nothing may be loaded from elsewhere. */
function forbidForeignContent(res: { setHeader(name: string, value: string): unknown }): void {
	res.setHeader('content-security-policy', "default-src 'self'; img-src 'self' data:");
}
