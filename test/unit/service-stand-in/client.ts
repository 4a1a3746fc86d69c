import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Campaign, ServiceStandIn } from '../../../playground/service/stand-in';

/** An answer of the service, its body parsed. */
export interface Answer<Body> {
	status: number;
	headers: Headers;
	body: Body;
}

/** One delivery result. */
export interface Result {
	valid: boolean;
	delivery_id: string;
	device_id?: string;
}

/** Bodies of answers, by endpoint; the tests say which one they expect. */
export interface PushAnswer {
	deliveries: Result[][];
}
export interface SmsAnswer {
	deliveries: Result[];
}
export interface CampaignsAnswer {
	campaigns: Campaign[];
}
export interface SyncAnswer {
	_id: string;
}
export interface BulkAnswer {
	bulk: { status: string };
}

/** The paths of the document for the demo account. */
export const PATHS = {
	push: '/v2/account/demo-hotel/push/deliveries',
	sms: '/v2/account/demo-hotel/sms/deliveries',
	campaigns: '/v2/account/demo-hotel/campaigns/',
	hotel: '/v2/account/demo-hotel/hotel_data',
	sync: '/account/demo-hotel/sync_data',
	bulk: (id: string) => `/v2/account/demo-hotel/contact/bulk/${id}`,
};

/**
 * Calls a service as a well-behaved client does: with the secret its path needs and JSON both ways.
 * @param headers overrides of single headers; null leaves one out
 */
export async function call<Body = unknown>(
	service: ServiceStandIn,
	method: string,
	path: string,
	body?: unknown,
	headers: Record<string, string | null> = {},
): Promise<Answer<Body>> {
	const isSending = /\/(push|sms)\/deliveries$/.test(path);
	const secret = isSending ? service.account.masterSecret : service.account.accountSecret;
	const all = new Headers({
		accept: 'application/json',
		'content-type': 'application/json',
		authorization: `Token token=${secret}`,
	});
	for (const [name, value] of Object.entries(headers)) {
		if (value === null) all.delete(name);
		else all.set(name, value);
	}
	const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
	const response = await fetch(service.url + path, { method, headers: all, body: text });
	const answered = (await response.json()) as Body;
	return { status: response.status, headers: response.headers, body: answered };
}

/** A call a receiver got. */
export interface Received {
	at: number;
	method: string;
	headers: IncomingHttpHeaders;
	text: string;
}

/** A small server that keeps what it is sent. */
export interface Receiver {
	url: string;
	received: Received[];
	close(): Promise<void>;
}

/**
 * Starts a receiver of callbacks and booking events.
 * @param statuses answered in turn, the last one from then on; Location is set for redirects
 */
export async function startReceiver(...statuses: number[]): Promise<Receiver> {
	const received: Received[] = [];
	const server = createServer((req, res) => {
		let text = '';
		req.on('data', (piece) => (text += piece));
		req.on('end', () => {
			received.push({ at: Date.now(), method: req.method ?? '', headers: req.headers, text });
			const status = statuses[Math.min(received.length, statuses.length) - 1] ?? 200;
			res.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('heard');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
		received,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/** Waits until `ready` gives something, and gives it; fails after four seconds. */
export async function eventually<T>(ready: () => T | undefined | false | null): Promise<T> {
	const end = Date.now() + 4_000;
	while (Date.now() < end) {
		const value = ready();
		if (value) return value;
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
	throw new Error('did not happen within four seconds');
}
