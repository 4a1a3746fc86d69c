import type { IHttpRequestMethods, IDataObject } from 'n8n-workflow';

/** Which of the account's two secrets a request carries (service.md, Authentication). */
export type Secret = 'account' | 'master';

/** The names of the two secrets in forms and messages. */
export const secretNames: Record<Secret, string> = {
	account: 'Account Secret',
	master: 'Master Secret',
};

/** One endpoint of the service. */
export interface Endpoint {
	method: IHttpRequestMethods;
	/** Path below the base URL; `:account_id` and other `:name` segments are filled in, URL-encoded. */
	path: string;
	secret: Secret;
	/** Set if the body of a success has nothing that matters (204); others have a JSON object or list. */
	success?: 'nothing';
	/** Whether a request whose answer was lost may be sent again, since a second one changes nothing. */
	repeatable: boolean;
}

/** An endpoint that changes something; how the service tells a repeated request is not documented. */
function post(path: string, secret: Secret = 'account'): Endpoint {
	return { method: 'POST', path, secret, repeatable: false };
}

function get(path: string): Endpoint {
	return { method: 'GET', path, secret: 'account', repeatable: true };
}

/** The endpoints of the service (service.md). */
export const endpoints = {
	pushDeliveries: post('/v2/account/:account_id/push/deliveries', 'master'),
	smsDeliveries: post('/v2/account/:account_id/sms/deliveries', 'master'),
	campaigns: get('/v2/account/:account_id/campaigns/'),
	hotelData: post('/v2/account/:account_id/hotel_data'),
	syncData: post('/account/:account_id/sync_data'),
	bulkJob: get('/v2/account/:account_id/contact/bulk/:bulk_id'),
};

/** Whether a request to an endpoint changes something at the service. */
export function changes({ method }: Endpoint): boolean {
	return method !== 'GET';
}

/** An endpoint's path with a URL-encoded value for every `:name` segment. */
export function pathOf({ path }: Endpoint, segments: Record<string, string>): string {
	return path.replace(/:([a-z_]+)/g, (_, name: string) =>
		encodeURIComponent(segments[name] ?? ''),
	);
}

/** The secret for a URL's path, whatever prefix the base URL has; the account secret if no endpoint fits. */
export function secretOf(path: string): Secret {
	const known = Object.values(endpoints).find((endpoint) => patternOf(endpoint).test(path));
	return known?.secret ?? 'account';
}

function patternOf(endpoint: Endpoint): RegExp {
	const shape = endpoint.path.replace(/\/$/, '').replace(/:[a-z_]+/g, '[^/]+');
	return new RegExp(`${shape}/?$`);
}

/** Numbers that the service fixes, and ours where it fixes none (service.md, Limits). */
export const limits = {
	/** Contacts in one sync_data request (Limits). */
	contactsPerRequest: 1000,
	/** Deliveries in one push or SMS request: ours, the service names none. */
	deliveriesPerRequest: 1000,
	/** Characters of an SMS sender (Limits). */
	senderLength: 11,
	/** Campaigns that a list holds when no `limit` is given (Limits). */
	campaignsByDefault: 200,
} as const;

/** A request to the service, before it has an address and a secret. */
export interface ServiceRequest {
	endpoint: Endpoint;
	/** Values for all segments of the path except `account_id`. */
	segments?: Record<string, string>;
	query?: IDataObject;
	body?: IDataObject;
}
