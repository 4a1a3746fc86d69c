import { join } from 'node:path';
import express, { type Express, type Router } from 'express';
import type { StandInOptions } from './options';
import type { ServiceState } from './state/service-state';
import type { Timers } from './timers';
import type { BulkWorker } from './jobs/bulk-worker';
import type { FaultList } from './faults/fault-list';
import { listCampaigns } from './endpoints/campaigns';
import { createHotelData } from './endpoints/hotel-data';
import { getBulkJob } from './endpoints/bulk-job';
import { sendPush } from './endpoints/push';
import { sendSms } from './endpoints/sms';
import { syncData } from './endpoints/sync-data';
import { playFaults } from './faults/play-faults';
import { apiValidator } from './http/api-validator';
import { requireJsonHeaders } from './http/json-headers';
import { setNullsAside } from './http/null-values';
import { isAuthorized } from './http/authorization';
import { answerErrors } from './http/error-answers';
import { AuthorizationFailure } from './http/refusals';
import {
	giveRequestId,
	parseJsonBody,
	recordRequests,
	type ReceivedRequest,
} from './http/received-requests';

/** What the app is put together from. */
export interface AppParts {
	options: StandInOptions;
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
 * The HTTP side of the stand-in: the page, its control routes and the booking systems first, then the service itself, in
 * the order a request passes: recorded, faults, checked against openapi.yaml, endpoint.
 */
export function createApp(parts: AppParts): Express {
	const { options, state, requests, faults, timers, worker, control, bookings } = parts;
	const app = express().disable('x-powered-by').disable('etag');
	app.use(giveRequestId);
	app.use('/_control', control);
	app.use('/booking-system', bookings);
	app.use(express.static(join(__dirname, 'page'), { setHeaders: forbidForeignContent }));
	app.use(recordRequests(requests, options.maxBodyBytes, () => state.changed()));
	app.use(playFaults(faults, timers));
	app.use(parseJsonBody);
	addMoreEndpoints(app, options, state);
	app.use(requireJsonHeaders, setNullsAside(options.readings), apiValidator(options));
	addEndpoints(app, { state, options, worker });
	app.use(answerErrors);
	return app;
}

/** The six endpoints of the document. */
function addEndpoints(
	app: Express,
	{ state, options, worker }: Pick<AppParts, 'state' | 'options' | 'worker'>,
): void {
	const account = '/v2/account/:account_id';
	app.post(`${account}/push/deliveries`, sendPush(state, options));
	app.post(`${account}/sms/deliveries`, sendSms(state, options.readings));
	app.get(`${account}/campaigns`, listCampaigns(state, options.campaignLimitCap));
	app.post(`${account}/hotel_data`, createHotelData(state));
	app.post('/account/:account_id/sync_data', syncData(worker));
	app.get(`${account}/contact/bulk/:bulk_id`, getBulkJob(state));
}

/** Endpoints that openapi.yaml does not have come before what is checked against it. */
function addMoreEndpoints(
	app: Express,
	{ moreEndpoints, account }: StandInOptions,
	{ records }: ServiceState,
): void {
	for (const { method, path, secret, handle } of moreEndpoints) {
		app.all(path, (req, res, next) => {
			if (req.method !== method) return next();
			if (!isAuthorized(req, account, secret)) throw new AuthorizationFailure(account.id);
			handle(req, res, records);
		});
	}
}

/** The page works offline and shows text from anywhere: nothing may be loaded from elsewhere. */
function forbidForeignContent(res: { setHeader(name: string, value: string): unknown }): void {
	res.setHeader('content-security-policy', "default-src 'self'; img-src 'self' data:");
}
