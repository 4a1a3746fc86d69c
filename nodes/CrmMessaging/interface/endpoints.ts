import type { IHttpRequestMethods } from 'n8n-workflow';

/** Which of the account's two secrets a request carries (interface document, Authentication). */
export type Secret = 'account' | 'master';

/** One endpoint of the service. */
export interface Endpoint {
	method: IHttpRequestMethods;
	/** Path below the base URL; `:account_id` and other `:name` segments are filled in, URL-encoded. */
	path: string;
	secret: Secret;
}

/** The endpoints of the interface document, sections Endpoints 1 to 6. */
export const endpoints = {
	pushDeliveries: {
		method: 'POST',
		path: '/v2/account/:account_id/push/deliveries',
		secret: 'master',
	},
	smsDeliveries: {
		method: 'POST',
		path: '/v2/account/:account_id/sms/deliveries',
		secret: 'master',
	},
	campaigns: { method: 'GET', path: '/v2/account/:account_id/campaigns/', secret: 'account' },
	hotelData: { method: 'POST', path: '/v2/account/:account_id/hotel_data', secret: 'account' },
	syncData: { method: 'POST', path: '/account/:account_id/sync_data', secret: 'account' },
	bulkJob: {
		method: 'GET',
		path: '/v2/account/:account_id/contact/bulk/:bulk_id',
		secret: 'account',
	},
} as const satisfies Record<string, Endpoint>;

/**
 * Fills the `:name` segments of an endpoint's path, each URL-encoded.
 *
 * @param endpoint the endpoint
 * @param segments a value for every `:name`, without the colon
 * @returns the path, beginning with a slash
 */
export function pathOf(endpoint: Endpoint, segments: Record<string, string>): string {
	return endpoint.path.replace(/:([a-z_]+)/g, (_, name: string) =>
		encodeURIComponent(segments[name] ?? ''),
	);
}

/** Whether a text can be a segment of a path; an address swallows dots, and cannot hold half a character. */
export function standsInPath(segment: string): boolean {
	return segment !== '.' && segment !== '..' && !/\p{Surrogate}/u.test(segment);
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
