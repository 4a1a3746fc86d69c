import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** The parts of a request that tests read. */
export interface RecordedRequest {
	method: string | undefined;
	url: string | undefined;
	authorization: string | undefined;
	accept: string | undefined;
	body: string;
}

/** The answer to a request; by default, one that fits every endpoint. */
export interface Reply {
	status?: number;
	headers?: Record<string, string>;
}

/** An answer that fits every endpoint of the service. */
const anyAnswer = {
	_id: 'b-1',
	campaigns: [],
	hotel_data: { uuid: 'h-1' },
	deliveries: [{ valid: true, delivery_id: 'd-1', device_id: 'device-1' }],
};

/** A server that accepts every request: create it where tests are declared. */
export class RecordingServer {
	readonly requests: RecordedRequest[] = [];
	/** Returns the answer to a request. */
	reply!: () => Reply;
	/** Writes the answer itself. */
	answer: ((response: ServerResponse, request: RecordedRequest) => unknown) | undefined;
	private readonly sockets: Socket[] = [];
	private readonly server = createServer((request, response) => {
		void this.receive(request, response);
	});

	constructor() {
		this.server.on('connection', (socket) => this.sockets.push(socket));
		beforeAll(async () => {
			this.server.listen(0, '127.0.0.1');
			await once(this.server, 'listening');
		});
		beforeEach(() => {
			this.requests.length = 0;
			this.sockets.length = 0;
			this.reply = () => ({});
			this.answer = undefined;
		});
		afterAll(() => {
			this.server.closeAllConnections();
			this.server.close();
		});
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Bytes it has written in this test, including those still in buffers. */
	get written(): number {
		return this.sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
	}

	private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { method, url, headers } = request;
		const { authorization, accept } = headers;
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = Buffer.concat(chunks).toString();
		const recorded = { method, url, body, authorization, accept };
		this.requests.push(recorded);
		if (this.answer) this.answer(response, recorded);
		else {
			const { status = 200, headers } = this.reply();
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			response.end(JSON.stringify(anyAnswer));
		}
	}
}
