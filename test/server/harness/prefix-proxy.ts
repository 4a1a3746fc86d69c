import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forward } from './forward';

/** A proxy that leads one path of its address to a server, as one for several programs does. */
export interface PrefixProxy {
	/** Where the server is for those who come through the proxy; ends with a slash. */
	url: string;
	/** Says to which port of this machine it leads. */
	leadTo(port: number): void;
	stop(): Promise<void>;
}

/**
 * Starts a proxy that takes the prefix out of the path.
 *
 * @param prefix such as `/tools`
 * @param caller the address it gives for everybody who calls, as `X-Forwarded-For`
 */
export async function startPrefixProxy(prefix: string, caller: string): Promise<PrefixProxy> {
	let port = 0;
	const server = createServer((incoming, answer) => {
		const { url = '' } = incoming;
		if (!url.startsWith(`${prefix}/`)) {
			answer.writeHead(404).end();
			return;
		}
		void forward(incoming, answer, {
			port,
			path: url.slice(prefix.length),
			headers: { 'x-forwarded-for': caller },
		});
	}).listen(0, 'localhost');
	await once(server, 'listening');
	return {
		url: `http://localhost:${(server.address() as AddressInfo).port}${prefix}/`,
		leadTo: (one) => {
			port = one;
		},
		stop: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
