import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listen, type ListeningServer, withBody } from '../server/harness/servers';

/** The parts of a request that tests read. */
export interface RecordedRequest {
	method: string | undefined;
	url: string | undefined;
	authorization: string | undefined;
	accept: string | undefined;
	body: string;
}

/** A server that accepts every request, with a processed job and no campaign: create it where tests are declared. */
export class RecordingServer {
	readonly requests: RecordedRequest[] = [];
	/** Writes another answer. */
	answer: ((response: ServerResponse, request: RecordedRequest) => unknown) | undefined;
	private readonly sockets = new Set<Socket>();
	private server!: ListeningServer;

	constructor() {
		beforeAll(async () => {
			this.server = await listen(
				withBody((body, request, response) => this.receive(body, request, response)),
			);
		});
		beforeEach(() => {
			this.requests.length = 0;
			this.sockets.clear();
			this.answer = undefined;
		});
		afterAll(async () => await this.server?.stop());
	}

	get url(): string {
		return `http://127.0.0.1:${this.server.port}`;
	}

	/** Bytes it has written in this test, including those still in buffers. */
	get written(): number {
		return [...this.sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
	}

	private receive(body: string, request: IncomingMessage, response: ServerResponse): void {
		const { method, url, headers, socket } = request;
		const { authorization, accept } = headers;
		const recorded = { method, url, body, authorization, accept };
		this.sockets.add(socket);
		this.requests.push(recorded);
		if (this.answer) return void this.answer(response, recorded);
		response.setHeader('content-type', 'application/json');
		response.end('{ "bulk": { "_id": "job-1", "status": "processed" }, "campaigns": [] }');
	}
}
