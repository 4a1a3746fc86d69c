import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer of a booking system; a text is sent as it is, anything else as JSON. */
export interface BookingAnswer {
	status?: number;
	body: unknown;
}

/** A booking system that answers in whatever way a test says. */
export class BookingSystemStub {
	/** Answers a call; gets the last part of its path and its body. */
	answer: (id: string, body: string) => BookingAnswer = () => ({ status: 404, body: '' });

	private server?: Server;

	/** @returns its address, without a slash at the end */
	async start(): Promise<string> {
		const server = createServer((request, response) => {
			const parts: Buffer[] = [];
			request.on('data', (part: Buffer) => parts.push(part));
			request.on('end', () => {
				const id = decodeURIComponent(String(request.url).split('/').at(-1)!);
				const { status = 200, body } = this.answer(id, Buffer.concat(parts).toString());
				const isText = typeof body === 'string';
				const type = isText ? 'text/html' : 'application/json';
				response.writeHead(status, { 'content-type': type });
				response.end(isText ? body : JSON.stringify(body));
			});
		});
		this.server = server;
		await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
		return `http://localhost:${(server.address() as AddressInfo).port}`;
	}

	/** Stops listening. */
	async stop(): Promise<void> {
		const { server } = this;
		if (!server) return;
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}
}
