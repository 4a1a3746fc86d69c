import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A request, as far as tests of addresses and secrets look at it. */
export interface RecordedRequest {
	method: string | undefined;
	url: string | undefined;
	authorization: string | undefined;
	accept: string | undefined;
	contentType: string | undefined;
	body: string;
	/** Requests in progress when it arrived, itself among them. */
	underWay: number;
}

/** How a request is answered; left out, as every endpoint might answer. */
export interface Reply {
	status?: number;
	headers?: Record<string, string>;
	/** Held until this is so. */
	when?: () => boolean;
	/** Milliseconds until the answer, from then on. */
	after?: number;
}

/** An answer that every endpoint of the service might give. */
const anyAnswer = {
	_id: 'b-1',
	campaigns: [],
	hotel_data: { uuid: 'h-1' },
	deliveries: [{ valid: true, delivery_id: 'd-1', device_id: 'device-1' }],
};

/** A server that takes everything at any address: call it where tests are declared. */
export class RecordingServer {
	readonly requests: RecordedRequest[] = [];
	/** The address to which requests are redirected, instead of being answered. */
	redirectTo: string | undefined;
	/** Says how a request is answered, by its place among all and by its body. */
	reply: (at: number, body: string) => Reply = () => ({});
	private underWay = 0;
	private readonly server: Server;

	constructor() {
		this.server = createServer((request, response) => {
			void this.answer(request, response);
		});
		beforeAll(
			async () =>
				await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve)),
		);
		beforeEach(() => {
			this.requests.length = 0;
			this.redirectTo = undefined;
			this.reply = () => ({});
		});
		afterAll(() => {
			this.server.closeAllConnections();
			this.server.close();
		});
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		const underWay = ++this.underWay;
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = Buffer.concat(chunks).toString();
		const { method, url, headers } = request;
		const at = this.requests.push({
			method,
			url,
			body,
			underWay,
			authorization: headers.authorization,
			accept: headers.accept,
			contentType: headers['content-type'],
		});
		const reply = this.reply(at - 1, body);
		while (reply.when?.() === false) await pause(5);
		await pause(reply.after ?? 0);
		this.underWay--;
		if (this.redirectTo !== undefined) {
			response.writeHead(302, { location: this.redirectTo }).end();
			return;
		}
		const type = { 'content-type': 'application/json' };
		response.writeHead(reply.status ?? 200, { ...type, ...reply.headers });
		response.end(JSON.stringify(anyAnswer));
	}
}
