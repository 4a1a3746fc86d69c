import type { Document, Reservations } from '../../../playground/service/booking-api/reservations';
import { BookingSystemStub } from './booking-system-stub';
import { type SharedPlayground, sharedPlayground, startLimitMs } from './playground';
import { type Played, Recipe } from './recipe';
import { until } from './until';

/** How executions ended. */
export const ended = (played: Played[]) => played.map(({ status }) => status);

/** What `ended` gives of executions that all succeeded. */
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
	 * Lets a booking system answer as the tests of this block say.
	 *
	 * @param node that fetches
	 * @param url of what it fetches, below the booking system's address
	 */
	answering(node: string, url: (address: string) => string): BookingSystemStub {
		const stub = new BookingSystemStub();
		beforeAll(async () => {
			await this.recipe.change(node, { url: url(await stub.start()) });
		});
		afterAll(() => stub.stop());
		return stub;
	}
}
