import type { IHttpRequestMethods, IDataObject } from 'n8n-workflow';
import {
	bulkJobAnswer,
	campaignsAnswer,
	createdJob,
	deliveries,
	hotelAnswer,
	type Documented,
	type RequestContent,
} from './documentedAnswers';

/** Which of the account's two secrets a request uses (docs/contributing/service.md, Authentication). */
export type Secret = 'account' | 'master';

/** The secrets' names in forms and messages. */
export const secretNames: Record<Secret, string> = {
	account: 'Account Secret',
	master: 'Master Secret',
};

export interface Endpoint {
	method: IHttpRequestMethods;
	/** Below the base URL; `:account_id` and other segments are filled in, URL-encoded. */
	path: string;
	secret: Secret;
	/** The key of a success under which its results are. */
	results: string;
	/** What a success holds (documentedAnswers.ts). */
	documented: (request: RequestContent, answer: IDataObject) => Documented;
}

/** The endpoints of the service (docs/contributing/service.md). */
export const endpoints = {
	pushDeliveries: {
		method: 'POST',
		path: '/v2/account/:account_id/push/deliveries',
		secret: 'master',
		results: 'deliveries',
		documented: deliveries,
	},
	smsDeliveries: {
		method: 'POST',
		path: '/v2/account/:account_id/sms/deliveries',
		secret: 'master',
		results: 'deliveries',
		documented: deliveries,
	},
	campaigns: {
		method: 'GET',
		path: '/v2/account/:account_id/campaigns/',
		secret: 'account',
		results: 'campaigns',
		documented: campaignsAnswer,
	},
	hotelData: {
		method: 'POST',
		path: '/v2/account/:account_id/hotel_data',
		secret: 'account',
		results: 'hotel_data',
		documented: hotelAnswer,
	},
	syncData: {
		method: 'POST',
		path: '/account/:account_id/sync_data',
		secret: 'account',
		results: '_id',
		documented: createdJob,
	},
	bulkJob: {
		method: 'GET',
		path: '/v2/account/:account_id/contact/bulk/:bulk_id',
		secret: 'account',
		results: 'bulk',
		documented: bulkJobAnswer,
	},
} satisfies Record<string, Endpoint>;

/** Whether it changes data. Then it has a body, and is never sent again if it may have been accepted. */
export function changes({ method }: Endpoint): boolean {
	return method !== 'GET';
}

/** An endpoint's path with URL-encoded values for its `:name` segments. */
export function pathOf({ path }: Endpoint, segments: Record<string, string>): string {
	return path.replace(/:([a-z_]+)/g, (_, name: string) =>
		encodeURIComponent(segments[name] ?? ''),
	);
}

/** The secret for a URL's path, behind any prefix; the account secret if no endpoint matches. */
export function secretOf(path: string): Secret {
	const known = Object.values(endpoints).find((endpoint) => {
		const shape = endpoint.path.replace(/\/$/, '').replace(/:[a-z_]+/g, '[^/]+');
		return new RegExp(`${shape}/?$`).test(path);
	});
	return known?.secret ?? 'account';
}

/** The service's limits, and ours if it has none (docs/contributing/service.md, Limits). */
export const limits = {
	contactsPerRequest: 1000,
	/** Ours, since the service documents no limit. */
	deliveriesPerRequest: 1000,
	/** Characters. */
	senderLength: 11,
	/** Campaigns in a list without `limit`. */
	campaignsByDefault: 200,
} as const;

/** A request to the service, without its address and secret. */
export interface ServiceRequest extends RequestContent {
	endpoint: Endpoint;
}
