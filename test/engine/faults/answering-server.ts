import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';

/** A server whose answers a test writes itself: call it where tests are declared. */
export class AnsweringServer {
	answer: (response: ServerResponse) => unknown = (response) => response.end();
	private sockets: Socket[] = [];
	private readonly server = createServer((request, response) => {
		request.resume().on('end', () => void this.answer(response));
	});

	constructor() {
		this.server.on('connection', (socket) => this.sockets.push(socket));
		beforeAll(async () => {
			this.server.listen(0, '127.0.0.1');
			await once(this.server, 'listening');
		});
		beforeEach(() => {
			this.sockets = [];
		});
		afterAll(() => {
			this.server.closeAllConnections();
			this.server.close();
		});
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Bytes it has written in this test, including those in buffers on the way. */
	get written(): number {
		return this.sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
	}
}
