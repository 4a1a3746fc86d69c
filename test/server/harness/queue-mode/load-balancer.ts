import { forward } from '../forward';
import { listen, type ListeningServer } from '../listening-server';

/** What a call through the balancer met. */
export interface BalancedCall {
	path: string;
	/** Which of the servers it was led to. */
	server: number;
	status: number;
}

/** The one address of several servers: each call goes to the next of them. */
export interface LoadBalancer extends ListeningServer {
	/** Those that were answered, in order. */
	calls: BalancedCall[];
}

/** Starts a balancer that does not look whether a server lives, as simple ones do. */
export async function startLoadBalancer(ports: readonly number[]): Promise<LoadBalancer> {
	const calls: BalancedCall[] = [];
	let turn = 0;
	const balancer = await listen((incoming, answer) => {
		const chosen = turn++ % ports.length;
		const headers = { 'x-forwarded-for': incoming.socket.remoteAddress ?? '' };
		void forward(incoming, answer, { port: ports[chosen]!, headers }).then((status) => {
			calls.push({ path: incoming.url ?? '', server: chosen, status });
		});
	});
	return { ...balancer, calls };
}
