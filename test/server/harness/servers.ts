import { once } from 'node:events';
import {
	createServer,
	type IncomingMessage,
	type RequestListener,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A server of a test, on a port of its own. */
export type ListeningServer = Awaited<ReturnType<typeof listen>>;

/** Starts a server; it listens when the promise resolves. */
export async function listen(listener: RequestListener) {
	const server = createServer(listener).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const stop = async () => {
		server.closeAllConnections();
		server.close();
		await once(server, 'close');
	};
	return { port, url: `http://localhost:${port}`, stop };
}

/** A listener that receives the whole body of each call. */
export function withBody(
	answer: (body: string, request: IncomingMessage, response: ServerResponse) => void,
): RequestListener {
	return (request, response) => {
		void text(request).then((body) => answer(body, request, response));
	};
}

/** Starts a server that records the JSON bodies that a workflow posts to it, in order. */
export async function openReportDesk() {
	const reports: unknown[] = [];
	const { url, stop } = await listen(
		withBody((body, _, response) => {
			reports.push(JSON.parse(body));
			response.setHeader('content-type', 'application/json').end('{}');
		}),
	);
	return { url, reports, stop };
}

/** Posts JSON as booking systems and the service do; returns how n8n answered. */
export async function postJson(url: string | URL, body: unknown) {
	const headers = { 'content-type': 'application/json' };
	const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
	const text = await response.text();
	// While it starts, n8n answers with a text.
	const answer = (text.startsWith('{') ? JSON.parse(text) : {}) as { message?: string };
	return { status: response.status, message: answer.message, answer };
}
