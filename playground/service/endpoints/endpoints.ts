import type { Request } from 'express';
import { Refusal } from '../http/refusals';
import type { BulkWorker } from '../jobs/bulk-worker';
import type { MockServiceOptions } from '../options';
import type { Hotel, HotelDataBody, PushBody, SmsBody, SyncDataBody } from '../state/records';
import type { ServiceState } from '../state/service-state';
import { sendPush, sendSms } from './messages';

/** The parts that the endpoints work with. */
export interface EndpointParts {
	options: MockServiceOptions;
	state: ServiceState;
	worker: BulkWorker;
}

/** The body of an endpoint's success. */
type Endpoint = (req: Request, parts: EndpointParts) => object;

/** The endpoints in openapi.yaml, by `operationId`. It has checked what they are called with. */
export const endpoints: Record<string, Endpoint> = {
	sendPush: (req, parts) => sendPush(req.body as PushBody, parts),
	sendSms: (req, parts) => sendSms(req.body as SmsBody, parts),
	listCampaigns,
	createHotelData,
	syncData,
	getBulkJob,
};

/** Document: endpoint 3. */
function listCampaigns({ query }: Request, { state }: EndpointParts) {
	// The validator has turned limit into a number and filled in the defaults of limit and order.
	const { limit, order, ...filters } = query as { limit: unknown; order: 'asc' | 'desc' };
	const wanted = Object.entries(filters) as Array<['status' | 'schedule_type', string]>;
	const direction = order === 'asc' ? 1 : -1;
	const campaigns = state.campaigns
		.filter((campaign) => wanted.every(([key, value]) => campaign[key] === value))
		.sort((a, b) => direction * (Date.parse(a.created_at) - Date.parse(b.created_at)))
		.slice(0, Number(limit));
	return { campaigns };
}

/** Document: endpoint 4. An existing uuid, which the document leaves open, is replaced. */
function createHotelData({ body }: Request, { state }: EndpointParts) {
	const { uuid, name, items } = body as HotelDataBody;
	const texts: Record<string, Record<string, unknown>> = {};
	const languages = new Set<string>();
	for (const [at, { language, data }] of items.entries()) {
		// There is one entry per language (document: Hotel data).
		if (languages.has(language.toLowerCase())) {
			throw new Refusal(400, `items[${at}][language] occurs twice`);
		}
		languages.add(language.toLowerCase());
		for (const [field, text] of Object.entries(data)) {
			texts[field] = { ...texts[field], [language]: text };
		}
	}
	const hotel: Hotel = { ...texts, name, uuid };
	state.putHotel(hotel);
	return { hotel_data: hotel };
}

/** Document: endpoint 5; fields: Bulk job, create response. */
function syncData({ body }: Request, { worker }: EndpointParts) {
	const job = worker.accept(body as SyncDataBody);
	return {
		_id: job._id,
		number_of_contacts: job.number_of_contacts,
		number_of_purchase: job.number_of_purchase,
		validate_emails: job.validate_emails,
		contacts_extra_fields: job.contacts_extra_fields,
		purchase_extra_fields: job.purchase_extra_fields,
		webhook_url: job.webhook_url,
		status: 'queued',
	};
}

/** Document: endpoint 6; fields: Bulk job, get response. */
function getBulkJob({ params }: Request, { state }: EndpointParts) {
	const job = state.bulkJobs.find(({ _id }) => _id === params.bulk_id);
	if (!job) throw new Refusal(404, 'bulk not found');
	return {
		bulk: {
			_id: job._id,
			number_of_contacts: job.number_of_contacts,
			match_contact_user_id: job.match_contact_user_id,
			validate_emails: job.validate_emails,
			contacts_webhook_extra_fields: job.contacts_extra_fields,
			webhook_url: job.webhook_url,
			status: job.status,
		},
	};
}
