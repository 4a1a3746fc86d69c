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

/** Calls a service with the secret that its path needs. A text is sent unchanged. */
export async function call(service: MockService, method: string, path: string, body?: unknown) {
	const { masterSecret, accountSecret } = service.account;
	const secret = /\/(push|sms)\/deliveries$/.test(path) ? masterSecret : accountSecret;
	const type = 'application/json';
	const response = await fetch(service.url + path, {
		method,
		headers: { accept: type, 'content-type': type, authorization: `Token token=${secret}` },
		body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
	});
	return { status: response.status, body: (await response.json()) as unknown };
}

/** Posts a body; see `call`. */
export const post = (service: MockService, path: string, body: unknown = {}) =>
	call(service, 'POST', path, body);

/** Reads a path; see `call`. */
export const get = (service: MockService, path: string) => call(service, 'GET', path);
