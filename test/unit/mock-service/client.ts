import { readApi } from '../../../playground/service/http/api-validator';
import {
	startMockService,
	type MockService,
	type ChosenOptions,
} from '../../../playground/service/mock-service';

const ends: Array<() => Promise<void>> = [];

afterEach(() => Promise.all(ends.splice(0).map((end) => end())));

/** Has a server end with the test. */
export const endsWithTest = (end: () => Promise<void>): void => void ends.push(end);

/** Starts a mock service that ends with the test, with quick jobs and callbacks. */
export async function start(options: ChosenOptions = {}): Promise<MockService> {
	const quick = { processingDelayMs: 10, callbackRetryDelaysMs: [20, 20] };
	const service = await startMockService({ ...quick, ...options });
	endsWithTest(() => service.close());
	return service;
}

/** The path of an operation of openapi.yaml, for the demo account. */
const pathOf = (operationId: string): string => {
	const found = Object.entries(readApi().paths).find(([, methods]) =>
		Object.values(methods).some((one) => one.operationId === operationId),
	)!;
	return found[0].replace('{account_id}', 'demo-hotel');
};

/** The paths of the service for the demo account. */
export const PATHS = {
	push: pathOf('sendPush'),
	sms: pathOf('sendSms'),
	campaigns: pathOf('listCampaigns'),
	hotel: pathOf('createHotelData'),
	sync: pathOf('syncData'),
};

/** The smallest submission that the service accepts, with a test's own fields. */
export const sync = (more: object = {}): object => ({
	origin: 'booking-system',
	contacts: [{ user_id: 'G-1', email: 'ana@example.com' }],
	...more,
});

/**
 * Calls a service as a well-behaved client does: with the secret its path needs and JSON both ways.
 *
 * @param body a text is sent unchanged
 * @param headers overrides of single headers
 */
export async function call<Body = unknown>(
	service: MockService,
	method: string,
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: Body }> {
	const { masterSecret, accountSecret } = service.account;
	const secret = /\/(push|sms)\/deliveries$/.test(path) ? masterSecret : accountSecret;
	const response = await fetch(service.url + path, {
		method,
		headers: {
			accept: 'application/json',
			'content-type': 'application/json',
			authorization: `Token token=${secret}`,
			...headers,
		},
		body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
	});
	return {
		status: response.status,
		headers: response.headers,
		body: (await response.json()) as Body,
	};
}

/** Posts a body; see `call`. */
export const post = <Body = unknown>(service: MockService, path: string, body: unknown = {}) =>
	call<Body>(service, 'POST', path, body);

/** Reads a path; see `call`. */
export const get = <Body = unknown>(service: MockService, path: string) =>
	call<Body>(service, 'GET', path);
