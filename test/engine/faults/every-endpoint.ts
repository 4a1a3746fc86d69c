import type { IDataObject } from 'n8n-workflow';
import type { ServiceStandIn } from '../../../playground/service/stand-in';

/** An operation as the fault suite sees it: one request to one endpoint. */
export interface EndpointCase {
	name: string;
	method: 'GET' | 'POST';
	secret: 'Account Secret' | 'Master Secret';
	/** The filled-in form; it reads `user_id` and `phone` of the items. */
	form: IDataObject;
	/** Whether both guests travel in one request. */
	shares: boolean;
	/** Whether a request that is too large may go in halves. */
	halves: boolean;
	/** How many guests the service took. */
	taken(state: ServiceStandIn['state']): number;
	/** What is said of an answer that is an empty object, and of one that is a list. */
	misses: { inObject: string; inList: string };
	/** A small answer that can be read, around which tests build others. */
	answer: IDataObject;
}

/** Two items, of which every operation makes something. */
export const guests = [
	{ user_id: 'guest-1', phone: '+34600100001' },
	{ user_id: 'guest-2', phone: '+34600100002' },
];

const noDeliveries = 'it holds no list “deliveries”';
const noCampaigns = 'it holds no list “campaigns”';
const noJob = 'it names no bulk job (no _id)';
const jobMisses = { inObject: noJob, inList: 'it holds no bulk' };

const push: EndpointCase = {
	name: 'push',
	method: 'POST',
	secret: 'Master Secret',
	form: {
		resource: 'push',
		operation: 'send',
		appId: 'guest-app',
		subject: 'Aurora',
		messageHolder: 'Hello',
		deliveries: {
			delivery: [{ targetType: 'device_id', targetId: '={{ $json.user_id }}' }],
		},
	},
	shares: true,
	halves: true,
	taken: ({ pushDeliveries }) => pushDeliveries.length,
	misses: { inObject: noDeliveries, inList: noDeliveries },
	answer: { deliveries: [[{ valid: true, delivery_id: 'd-1', device_id: 'guest-1' }]] },
};

const sms: EndpointCase = {
	name: 'sms',
	method: 'POST',
	secret: 'Master Secret',
	form: {
		resource: 'sms',
		operation: 'send',
		sender: 'Aurora',
		messageHolder: 'Hello',
		deliveries: { delivery: [{ phoneNumber: '={{ $json.phone }}' }] },
	},
	shares: true,
	halves: true,
	taken: ({ smsDeliveries }) => smsDeliveries.length,
	misses: { inObject: noDeliveries, inList: noDeliveries },
	answer: { deliveries: [{ valid: true, delivery_id: 'd-1' }] },
};

const contact: EndpointCase = {
	name: 'contact upsert',
	method: 'POST',
	secret: 'Account Secret',
	form: {
		resource: 'contact',
		operation: 'upsert',
		origin: 'pms',
		contactsFrom: 'mapAutomatically',
	},
	shares: true,
	halves: true,
	taken: ({ bulkJobs }) => bulkJobs.reduce((sum, job) => sum + job.number_of_contacts, 0),
	misses: jobMisses,
	answer: { _id: 'b-1', status: 'queued' },
};

const purchase: EndpointCase = {
	name: 'purchase',
	method: 'POST',
	secret: 'Account Secret',
	form: {
		resource: 'purchase',
		operation: 'record',
		origin: 'pms',
		contactsFrom: 'mapAutomatically',
		uuid: 'room-12',
		transactionCode: '={{ "R-" + $json.user_id }}',
		price: 412.5,
		currency: 'EUR',
	},
	shares: false,
	halves: false,
	taken: ({ bulkJobs }) => bulkJobs.reduce((sum, job) => sum + job.number_of_purchase, 0),
	misses: jobMisses,
	answer: { _id: 'b-1', status: 'queued' },
};

const hotel: EndpointCase = {
	name: 'hotel',
	method: 'POST',
	secret: 'Account Secret',
	form: {
		resource: 'hotel',
		operation: 'create',
		uuid: '={{ $json.user_id }}',
		name: 'Aurora Sevilla',
		itemsFrom: 'json',
		itemsJson: '[{ "language": "en", "data": { "description": "By the river" } }]',
	},
	shares: false,
	halves: false,
	taken: ({ hotels }) => hotels.length,
	misses: { inObject: 'it names no hotel (no uuid)', inList: 'it holds no hotel_data' },
	answer: { hotel_data: { uuid: 'guest-1', name: 'Aurora Sevilla' } },
};

const campaigns: EndpointCase = {
	name: 'campaigns',
	method: 'GET',
	secret: 'Account Secret',
	form: { resource: 'campaign', operation: 'getAll', limit: 5 },
	shares: false,
	halves: false,
	taken: () => 0,
	misses: { inObject: noCampaigns, inList: noCampaigns },
	answer: { campaigns: [{ id: 'c-1', name: 'Spring' }] },
};

const bulkJob: EndpointCase = {
	name: 'bulk job get',
	method: 'GET',
	secret: 'Account Secret',
	form: { resource: 'bulkJob', operation: 'get', bulkId: '={{ $json.user_id }}' },
	shares: false,
	halves: false,
	taken: () => 0,
	misses: jobMisses,
	answer: { bulk: { _id: 'guest-1', status: 'queue' } },
};

/** Every endpoint of the service, through every operation that speaks to it in a way of its own. */
export const everyEndpoint = [push, sms, contact, purchase, hotel, campaigns, bulkJob];

/** Those that send one thing for each item. */
export const messageEndpoints = [push, sms];
