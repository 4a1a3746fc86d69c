import type { RequestHandler } from 'express';
import type { BulkWorker } from '../jobs/bulk-worker';
import type { MockServiceOptions } from '../options';
import type { ServiceState } from '../state/service-state';
import { getBulkJob, syncData } from './bulk-job';
import { listCampaigns } from './campaigns';
import { createHotelData } from './hotel-data';
import { sendPush } from './push';
import { sendSms } from './sms';

/** The parts that the endpoints work with. */
export interface EndpointParts {
	options: MockServiceOptions;
	state: ServiceState;
	worker: BulkWorker;
}

/** The handlers of the endpoints in openapi.yaml, by `operationId`. */
export function handlersOf({
	options,
	state,
	worker,
}: EndpointParts): Record<string, RequestHandler> {
	return {
		sendPush: sendPush(state, options),
		sendSms: sendSms(state, options.readings),
		listCampaigns: listCampaigns(state, options.campaignLimitCap),
		createHotelData: createHotelData(state),
		syncData: syncData(worker),
		getBulkJob: getBulkJob(state),
	};
}
