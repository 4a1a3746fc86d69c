import { listen, type ListeningServer, withBody } from './listening-server';

/** An answer of a booking system; a text is sent as it is, anything else as JSON. */
export interface BookingAnswer {
	status?: number;
	body: unknown;
}

/** A booking system that answers in whatever way a test says. */
export class BookingSystemStub {
	/** Answers a call; gets the last part of its path and its body. */
	answer: (id: string, body: string) => BookingAnswer = () => ({ status: 404, body: '' });

	private server?: ListeningServer;

	/** @returns its address, without a slash at the end */
	async start(): Promise<string> {
		this.server = await listen(
			withBody((asked, request, response) => {
				const id = decodeURIComponent(String(request.url).split('/').at(-1)!);
				const { status = 200, body } = this.answer(id, asked);
				const isText = typeof body === 'string';
				const type = isText ? 'text/html' : 'application/json';
				response.writeHead(status, { 'content-type': type });
				response.end(isText ? body : JSON.stringify(body));
			}),
		);
		return this.server.url;
	}

	/** Stops listening. */
	async stop(): Promise<void> {
		await this.server?.stop();
	}
}
