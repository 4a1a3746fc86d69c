import type { Document, Reservations } from '../../../playground/service/booking-api/reservations';
import { listen, type ListeningServer, withBody } from './listening-server';
import { type SharedPlayground, sharedPlayground, startLimitMs } from './playground';
import { type Played, Recipe } from './recipe';
import { until } from './until';

/** How executions ended. */
export const ended = (played: Played[]) => played.map(({ status }) => status);

/** The result of `ended` if all executions succeeded. */
export const succeeded = (times = 1): string[] => Array<string>(times).fill('success');

let made = 0;

/** An ID that no other test has, since n8n remembers the bookings that it has seen. */
export const newId = (): string => `R-${++made}`;

/** Publishes a recipe in a real n8n for the tests of a file; there may be one in each file. */
export class RecipeTests {
	private playground!: SharedPlayground;
	private published!: Recipe;

	/** @param file of the folder `examples/` */
	constructor(file: string) {
		jest.setTimeout(40_000);
		beforeAll(async () => {
			this.playground = await sharedPlayground({ processingDelayMs: 0 });
			this.published = await Recipe.published(this.playground, file);
		}, startLimitMs);
		afterAll(() => this.playground?.stop());
		beforeEach(() => this.service.reset());
	}

	get recipe(): Recipe {
		return this.published;
	}

	get service(): SharedPlayground['service'] {
		return this.playground.service;
	}

	get reservations(): Reservations {
		return this.service.reservations;
	}

	/** The text messages that were sent. */
	get texts(): string[] {
		return this.service.state.smsDeliveries.map(({ text }) => text);
	}

	/** Waits until the service has the purchases of so many submissions, and gives them. */
	async purchases(submissions: number): Promise<Document[]> {
		const { state } = this.service;
		const jobs = () => state.bulkJobs.filter(({ status }) => status === 'processed').length;
		await until('the submissions', () => jobs() === submissions);
		expect(state.bulkJobs).toHaveLength(submissions);
		return state.purchases;
	}

	/** Plays a call that has to end in an error, before anything is sent. */
	async refused(body: unknown, says: string): Promise<void> {
		const [played] = await this.recipe.play(body);
		expect(played!.status).toBe('error');
		expect(played!.data).toContain(says);
		expect(this.service.requests).toEqual([]);
	}

	refuses(otherKind: unknown, bodies: unknown[]): void {
		test('events of other kinds are left alone', async () => {
			expect(ended(await this.recipe.play(otherKind))).toEqual(['success']);
			expect(this.service.requests).toEqual([]);
		});

		test.each([...bodies, 'a text', 5, null].map((body) => [JSON.stringify(body), body]))(
			'%s is no event, and ends in an error however often it comes',
			async (_json, body) => {
				for (const played of await this.recipe.play(body, body)) {
					expect(played.status).toBe('error');
					expect(played.data).toContain('Compare the call with the fields');
				}
				expect(this.service.requests).toEqual([]);
			},
		);
	}

	/**
	 * Lets a booking system answer as the tests of this block choose.
	 *
	 * @param node that fetches
	 * @param url of what it fetches, below the booking system's address
	 */
	answering(node: string, url: (address: string) => string): BookingSystemStub {
		const stub: BookingSystemStub = { answer: () => ({ status: 404, body: '' }) };
		let server: ListeningServer;
		beforeAll(async () => {
			server = await listen(
				withBody((asked, request, response) => {
					const id = decodeURIComponent(String(request.url).split('/').at(-1)!);
					const { status = 200, body } = stub.answer(id, asked);
					const [type, text] =
						typeof body === 'string'
							? ['text/html', body]
							: ['application/json', JSON.stringify(body)];
					response.writeHead(status, { 'content-type': type }).end(text);
				}),
			);
			await this.recipe.change(node, { url: url(server.url) });
		});
		afterAll(async () => {
			await this.recipe.change(node, { url: this.recipe.own(node).url });
			await server?.stop();
		});
		return stub;
	}
}

/** A booking system that answers whatever a test chooses; a text is sent as it is, anything else as JSON. */
interface BookingSystemStub {
	/** Answers a call by the last part of its path and its body. */
	answer: (id: string, body: string) => { status?: number; body: unknown };
}
