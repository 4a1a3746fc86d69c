import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listen, type ListeningServer } from './listening-server';

interface Forwarding {
	port: number;
	path?: string;
	/** On top of those that the caller sent. */
	headers: Record<string, string>;
}

/** Leads a call to a server of this machine, and resolves to the caller's status: 502 without an answer. */
function forward(
	incoming: IncomingMessage,
	answer: ServerResponse,
	{ port, path = incoming.url, headers }: Forwarding,
): Promise<number> {
	return new Promise((resolve) => {
		const { method } = incoming;
		const all = { ...incoming.headers, ...headers };
		const outgoing = request({ host: 'localhost', port, method, path, headers: all });
		outgoing.once('response', (response) => {
			answer.writeHead(response.statusCode!, response.headers);
			response.pipe(answer);
			resolve(response.statusCode!);
		});
		outgoing.once('error', () => {
			if (answer.headersSent) answer.destroy();
			else answer.writeHead(502).end();
			resolve(502);
		});
		incoming.pipe(outgoing);
	});
}

/** A proxy that leads one path of its address to a server, as one for several programs does. */
export interface PrefixProxy {
	url: string;
	/** Sets the port of this machine that it leads to. */
	leadTo(port: number): void;
	stop(): Promise<void>;
}

/**
 * Starts a proxy that takes the prefix out of the path.
 *
 * @param prefix such as `/tools`
 * @param caller every caller's address, as `X-Forwarded-For`
 */
export async function startPrefixProxy(prefix: string, caller: string): Promise<PrefixProxy> {
	let port = 0;
	const { url, stop } = await listen((incoming, answer) => {
		const { url = '' } = incoming;
		if (!url.startsWith(`${prefix}/`)) {
			answer.writeHead(404).end();
			return;
		}
		const headers = { 'x-forwarded-for': caller };
		void forward(incoming, answer, { port, path: url.slice(prefix.length), headers });
	});
	const leadTo = (one: number) => {
		port = one;
	};
	return { url: `${url}${prefix}/`, leadTo, stop };
}

/** The one address of several servers: each call goes to the next of them. */
export interface LoadBalancer extends ListeningServer {
	/** The calls that were answered, in order, each with the index of its server. */
	calls: Array<{ server: number; status: number }>;
	/** Leads the next call to a server. */
	turnTo(server: number): void;
}

/** Starts a balancer that doesn't check whether a server lives, as simple ones do. */
export async function startLoadBalancer(ports: readonly number[]): Promise<LoadBalancer> {
	const calls: LoadBalancer['calls'] = [];
	let turn = 0;
	const balancer = await listen((incoming, answer) => {
		const server = turn++ % ports.length;
		const headers = { 'x-forwarded-for': incoming.socket.remoteAddress ?? '' };
		void forward(incoming, answer, { port: ports[server]!, headers }).then((status) => {
			calls.push({ server, status });
		});
	});
	const turnTo = (server: number) => {
		turn = server;
	};
	return { ...balancer, calls, turnTo };
}
