import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request, as far as tests of addresses and secrets look at it. */
export interface RecordedRequest {
	method: string | undefined;
	url: string | undefined;
	authorization: string | undefined;
	accept: string | undefined;
	contentType: string | undefined;
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
	/** Where requests are redirected to, instead of being answered. */
	redirectTo: string | undefined;
	private readonly server: Server;

	constructor() {
		this.server = createServer((request, response) => this.answer(request, response));
		beforeAll(
			async () =>
				await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve)),
		);
		beforeEach(() => {
			this.requests.length = 0;
			this.redirectTo = undefined;
		});
		afterAll(() => {
			this.server.closeAllConnections();
			this.server.close();
		});
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	private answer({ method, url, headers }: IncomingMessage, response: ServerResponse): void {
		this.requests.push({
			method,
			url,
			authorization: headers.authorization,
			accept: headers.accept,
			contentType: headers['content-type'],
		});
		if (this.redirectTo !== undefined) {
			response.writeHead(302, { location: this.redirectTo }).end();
			return;
		}
		response.setHeader('content-type', 'application/json').end(JSON.stringify(anyAnswer));
	}
}
