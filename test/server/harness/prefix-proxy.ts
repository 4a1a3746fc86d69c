import { forward } from './forward';
import { listen } from './listening-server';

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
 * @param caller the address that it gives every caller, as `X-Forwarded-For`
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
