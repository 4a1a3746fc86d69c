import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forward } from '../forward';

/** What a call through the balancer met. */
export interface BalancedCall {
	path: string;
	/** Which of the servers it was led to. */
	server: number;
	status: number;
}

/** The one address of several servers: each call goes to the next of them. */
export interface LoadBalancer {
	/** Without a slash at the end. */
	url: string;
	/** Those that were answered, in order. */
	calls: BalancedCall[];
	stop(): Promise<void>;
}

/** Starts a balancer that does not look whether a server lives, as simple ones do. */
export async function startLoadBalancer(ports: readonly number[]): Promise<LoadBalancer> {
	const calls: BalancedCall[] = [];
	let turn = 0;
	const server = createServer((incoming, answer) => {
		const chosen = turn++ % ports.length;
		const headers = { 'x-forwarded-for': incoming.socket.remoteAddress ?? '' };
		void forward(incoming, answer, { port: ports[chosen]!, headers }).then((status) => {
			calls.push({ path: incoming.url ?? '', server: chosen, status });
		});
	}).listen(0, 'localhost');
	await once(server, 'listening');
	return {
		url: `http://localhost:${(server.address() as AddressInfo).port}`,
		calls,
		stop: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
