import type { IHttpRequestMethods, IDataObject } from 'n8n-workflow';

/** Which of the account's two secrets a request carries (docs/service.md, Authentication). */
export type Secret = 'account' | 'master';

/** What people call the two secrets, in forms and messages. */
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
	/** What the body of a success is: a JSON object or list, or nothing that matters (204). */
	success: 'json' | 'nothing';
	/** Whether a request whose answer was lost may be sent again, since a second one changes nothing. */
	repeatable: boolean;
}

/** The endpoints of the service (docs/service.md). */
export const endpoints = {
	pushDeliveries: {
		method: 'POST',
		path: '/v2/account/:account_id/push/deliveries',
		secret: 'master',
		success: 'json',
		repeatable: false,
	},
	smsDeliveries: {
		method: 'POST',
		path: '/v2/account/:account_id/sms/deliveries',
		secret: 'master',
		success: 'json',
		repeatable: false,
	},
	campaigns: {
		method: 'GET',
		path: '/v2/account/:account_id/campaigns/',
		secret: 'account',
		success: 'json',
		repeatable: true,
	},
	hotelData: {
		method: 'POST',
		path: '/v2/account/:account_id/hotel_data',
		secret: 'account',
		success: 'json',
		repeatable: false,
	},
	syncData: {
		method: 'POST',
		path: '/account/:account_id/sync_data',
		secret: 'account',
		success: 'json',
		repeatable: false,
	},
	bulkJob: {
		method: 'GET',
		path: '/v2/account/:account_id/contact/bulk/:bulk_id',
		secret: 'account',
		success: 'json',
		repeatable: true,
	},
} as const satisfies Record<string, Endpoint>;

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
	? Name | NamesIn<`/${Rest}`>
	: Path extends `${string}:${infer Name}`
		? Name
		: never;

/** The names of the segments of an endpoint's path that a request fills in; the account's id is not one. */
type SegmentsOf<Path extends string> = Exclude<NamesIn<Path>, 'account_id'>;

/** Whether a request to an endpoint changes something at the service. */
export function changes({ method }: Endpoint): boolean {
	return method !== 'GET';
}

/**
 * Fills the `:name` segments of an endpoint's path, each URL-encoded.
 *
 * @param segments a value for every `:name`, without the colon
 * @returns the path, beginning with a slash
 */
export function pathOf({ path }: Endpoint, segments: Record<string, string>): string {
	return path.replace(/:([a-z_]+)/g, (_, name: string) =>
		encodeURIComponent(segments[name] ?? ''),
	);
}

/**
 * Finds the secret that a request needs by its path, so that any node may send it.
 *
 * @param path a URL's path, with whatever prefix the base URL has
 * @returns the endpoint's secret; the account secret for a path that no endpoint has
 */
export function secretOf(path: string): Secret {
	const found = Object.values(endpoints).find((endpoint) => patternOf(endpoint).test(path));
	return found?.secret ?? 'account';
}

function patternOf(endpoint: Endpoint): RegExp {
	const shape = endpoint.path.replace(/\/$/, '').replace(/:[a-z_]+/g, '[^/]+');
	return new RegExp(`${shape}/?$`);
}

/** Numbers that the service fixes, and ours where it fixes none (docs/service.md, Limits). */
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
	/** Values for the path's segments beside `account_id`. */
	segments?: Record<string, string>;
	query?: IDataObject;
	body?: IDataObject;
}

/** What a request holds; a path with segments wants a value for each. */
type RequestParts<Path extends string> = Pick<ServiceRequest, 'query' | 'body'> &
	([SegmentsOf<Path>] extends [never]
		? { segments?: undefined }
		: { segments: Record<SegmentsOf<Path>, string> });

/** Makes a request to an endpoint; the compiler asks for every segment of its path. */
export function requestTo<Target extends Endpoint>(
	endpoint: Target,
	parts: RequestParts<Target['path']>,
): ServiceRequest {
	return { endpoint, ...parts };
}
