import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listen, type ListeningServer } from './listening-server';

interface Forwarding {
	port: number;
	path?: string;
	/** On top of those that the caller sent. */
	headers: Record<string, string>;
}

/** Forwards a call to a server on this machine; returns 502 if the server doesn't answer. */
function forward(
	incoming: IncomingMessage,
	answer: ServerResponse,
	{ port, path = incoming.url, headers }: Forwarding,
): void {
	const { method } = incoming;
	const all = { ...incoming.headers, ...headers };
	const outgoing = request({ host: 'localhost', port, method, path, headers: all });
	outgoing.once('response', (response) => {
		answer.writeHead(response.statusCode!, response.headers);
		response.pipe(answer);
	});
	outgoing.once('error', () => {
		if (answer.headersSent) answer.destroy();
		else answer.writeHead(502).end();
	});
	incoming.pipe(outgoing);
}

/**
 * Starts a proxy that forwards one path of its address to a server, as one for several programs does: it
 * removes the prefix from the path.
 *
 * @param prefix such as `/tools`
 */
export async function startPrefixProxy(prefix: string) {
	let port = 0;
	const { url, stop } = await listen((incoming, answer) => {
		const { url = '' } = incoming;
		if (!url.startsWith(`${prefix}/`)) {
			answer.writeHead(404).end();
			return;
		}
		const headers = { 'x-forwarded-for': incoming.socket.remoteAddress ?? '' };
		forward(incoming, answer, { port, path: url.slice(prefix.length), headers });
	});
	/** Sets the port on this machine that it forwards to. */
	const forwardTo = (one: number) => {
		port = one;
	};
	return { url: `${url}${prefix}/`, forwardTo, stop };
}

/**
 * Starts a balancer: each call goes to the next server. Like simple ones, it doesn't check whether a
 * server is up.
 */
export async function startLoadBalancer(ports: readonly number[]): Promise<ListeningServer> {
	let turn = 0;
	return await listen((incoming, answer) => {
		const headers = { 'x-forwarded-for': incoming.socket.remoteAddress ?? '' };
		forward(incoming, answer, { port: ports[turn++ % ports.length]!, headers });
	});
}
