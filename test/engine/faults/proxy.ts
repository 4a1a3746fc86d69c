import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a proxy makes of the service's answer. */
export type Change = (answer: { status: number; text: string }, response: ServerResponse) => void;

/** A proxy before a service, which changes its answers: call it where tests are declared. */
export class Proxy {
	/** Authorization headers of the requests that arrived. */
	readonly authorizations: Array<string | undefined> = [];
	change: Change = ({ status, text }, response) => response.writeHead(status).end(text);
	private readonly server: Server;

	/** @param target gives the address of the service */
	constructor(private readonly target: () => string) {
		this.server = createServer((request, response) => void this.pass(request, response));
		beforeAll(async () => {
			this.server.listen(0, '127.0.0.1');
			await once(this.server, 'listening');
		});
		beforeEach(() => {
			this.authorizations.length = 0;
		});
		afterAll(() => {
			this.server.closeAllConnections();
			this.server.close();
		});
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
		this.authorizations.push(request.headers.authorization);
		const pieces: Buffer[] = [];
		for await (const piece of request) pieces.push(piece as Buffer);
		const { method = 'GET', url = '/', headers } = request;
		const answer = await fetch(this.target() + url, {
			method,
			headers: {
				accept: String(headers.accept),
				authorization: String(headers.authorization),
				'content-type': String(headers['content-type']),
			},
			body: method === 'GET' ? undefined : Buffer.concat(pieces),
		});
		this.change({ status: answer.status, text: await answer.text() }, response);
	}
}
