import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import pWaitFor from 'p-wait-for';
import {
	startMockService,
	type MockService,
	type ChosenOptions,
} from '../../../playground/service/mock-service';

const running: Array<{ close(): Promise<void> }> = [];

afterEach(() => Promise.all(running.splice(0).map((server) => server.close())));

/** Starts a mock service that ends with the test. Its jobs wait and its callbacks are quick by default. */
export async function start(options: ChosenOptions = {}): Promise<MockService> {
	const quick = { processingDelayMs: 60_000, callbackRetryDelaysMs: [20, 20] };
	const service = await startMockService({ ...quick, ...options });
	running.push(service);
	return service;
}

const account = '/v2/account/demo-hotel';

/** The paths of the service for the demo account. */
export const PATHS = {
	push: `${account}/push/deliveries`,
	sms: `${account}/sms/deliveries`,
	campaigns: `${account}/campaigns/`,
	hotel: `${account}/hotel_data`,
	sync: '/account/demo-hotel/sync_data',
	bulk: (id: string) => `${account}/contact/bulk/${id}`,
};

const body =
	(smallest: object) =>
	(more: object = {}) => ({ ...smallest, ...more });
const message = { message_holder: 'Hello', start_now: true };

/** The smallest bodies that the service accepts, with a test's own fields. */
export const push = body({
	...message,
	app_id: 'demo-app',
	subject: 'Your stay',
	deliveries: [{ device_id: 'd1', replacements: {} }],
});
export const sms = body({
	...message,
	sender: 'Aurora',
	deliveries: [{ phone_number: '+34600123456', replacements: {} }],
});
export const hotel = body({
	uuid: 'h-1',
	name: 'Hotel Aurora',
	items: [{ language: 'es', data: { welcome: 'Hola' } }],
});
export const sync = body({
	origin: 'booking-system',
	contacts: [{ user_id: 'G-1', email: 'ana@example.com' }],
});
export const purchase = body({
	UUID: 'room-1',
	transaction_code: 'R-1',
	price: 412.5,
	currency: 'EUR',
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
	const text = await response.text();
	const isJson = response.headers.get('content-type')?.includes('json');
	const { status } = response;
	return { status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as Body };
}

/** Posts a body; see `call`. */
export const post = <Body = unknown>(service: MockService, path: string, body: unknown = {}) =>
	call<Body>(service, 'POST', path, body);

/** Reads a path; see `call`. */
export const get = <Body = unknown>(service: MockService, path: string) =>
	call<Body>(service, 'GET', path);

/** A small server that records what it receives. */
export interface Receiver {
	url: string;
	received: Array<{ method?: string; url?: string; headers: IncomingHttpHeaders; text: string }>;
	close(): Promise<void>;
}

/**
 * Starts a receiver of callbacks and booking events, which ends with the test.
 *
 * @param statuses answered in turn, the last one from then on
 */
export async function startReceiver(...statuses: number[]): Promise<Receiver> {
	const received: Receiver['received'] = [];
	const server = createServer((req, res) => {
		let text = '';
		req.on('data', (piece) => (text += piece));
		req.on('end', () => {
			const { method, url, headers } = req;
			received.push({ method, url, headers, text });
			const status = statuses[Math.min(received.length, statuses.length) - 1] ?? 200;
			res.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('heard');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const close = () =>
		new Promise<void>((resolve) => {
			server.close(() => resolve());
			server.closeAllConnections();
		});
	running.push({ close });
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}/hook`, received, close };
}

/** Waits until `look` returns something, and returns it. */
export async function eventually<T>(look: () => T | undefined | false | null): Promise<T> {
	return await pWaitFor(
		() => {
			const value = look();
			return value ? pWaitFor.resolveWith(value) : false;
		},
		{ interval: 5, timeout: 20_000 },
	);
}
