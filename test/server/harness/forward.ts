import { type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Where a proxy leads a call, and what it changes of it. */
export interface Forwarding {
	port: number;
	path?: string;
	/** On top of those the caller sent. */
	headers?: Record<string, string>;
}

/**
 * Leads a call to a server of this machine, as a proxy does.
 *
 * @returns the status the caller got: 502 where the server does not answer
 */
export function forward(
	incoming: IncomingMessage,
	answer: ServerResponse,
	{ port, path, headers }: Forwarding,
): Promise<number> {
	return new Promise((resolve) => {
		const outgoing = request({
			host: 'localhost',
			port,
			method: incoming.method,
			path: path ?? incoming.url,
			headers: { ...incoming.headers, ...headers },
		});
		const end = (status: number) => {
			answer.writeHead(status);
			resolve(status);
		};
		outgoing.once('response', (response) => {
			for (const [name, value] of Object.entries(response.headers)) {
				if (value !== undefined) answer.setHeader(name, value);
			}
			end(response.statusCode ?? 502);
			response.pipe(answer);
		});
		outgoing.once('error', () => {
			if (answer.headersSent) {
				answer.destroy();
				return;
			}
			end(502);
			answer.end();
		});
		incoming.pipe(outgoing);
	});
}
