import { connect, createServer } from 'node:net';

function answers(host: string, port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect({ host, port });
		const end = (taken: boolean) => {
			socket.destroy();
			resolve(taken);
		};
		socket.setTimeout(1000, () => end(false));
		socket.once('connect', () => end(true));
		socket.once('error', () => end(false));
	});
}

/** True when a program of this machine listens on the port, over IPv4 or IPv6. */
export async function isPortTaken(port: number): Promise<boolean> {
	return (await answers('127.0.0.1', port)) || (await answers('::1', port));
}

/** A port that is free at this moment. */
export function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.once('error', reject);
		probe.listen(0, '127.0.0.1', () => {
			const address = probe.address();
			const port = typeof address === 'object' && address ? address.port : 0;
			probe.close(() => resolve(port));
		});
	});
}
