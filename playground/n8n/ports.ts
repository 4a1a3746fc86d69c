import getPort from 'get-port';

/** Whether another program of this machine has the port, over IPv4 or IPv6. */
export async function isPortTaken(port: number): Promise<boolean> {
	return (await getPort({ port })) !== port;
}

/** A port that is free at this moment, and that was not given to someone else just before. */
export function freePort(): Promise<number> {
	return getPort({ host: '127.0.0.1' });
}
