import { randomInt } from 'node:crypto';
import getPort from 'get-port';

/** Whether another program of this machine has the port, over IPv4 or IPv6. */
export async function isPortTaken(port: number): Promise<boolean> {
	return (await getPort({ port })) !== port;
}

/**
 * A free port that stays free until it is used, also while its server restarts. It lies below the ports
 * that systems give to outgoing connections and to servers that ask for any port.
 */
export function freePort(): Promise<number> {
	const candidates = Array.from({ length: 20 }, () => randomInt(11_000, 30_000));
	return getPort({ host: '127.0.0.1', port: candidates });
}
