import example from '../../../examples/events/reservation-created.json';
import { readExample } from '../../../playground/demo/fill-n8n';
import type { Execution, StoredWorkflow } from '../../../playground/n8n/client';
import { webhookPath } from '../../../playground/n8n/workflow-file';
import type { Document } from '../../../playground/service/booking-api/reservations';
import { endOf, ran, type SharedPlayground, sharedPlayground, setUp, until } from './playground';
import { postJson } from './servers';

let made = 0;

/** An ID that no other test has, since n8n remembers the bookings that it has seen. */
export const newId = (): string => `R-${++made}`;

/**
 * The event of the examples, as a booking system posts it.
 *
 * @param reservation fields that differ from the example
 * @param more parts of the event that differ
 */
export const bookingEvent = (reservation: object = {}, more: object = {}) => ({
	...example,
	id: newId(),
	reservation: { ...example.reservation, id: newId(), ...reservation },
	...more,
});

/** Publishes a recipe in a real n8n for the tests of a file; there may be one in each file. */
export class RecipeTests {
	private readonly running = setUp(() => sharedPlayground({ processingDelayMs: 0 }));
	private workflow!: StoredWorkflow;

	/** @param file of the folder `examples/` */
	constructor(private readonly file: string) {
		beforeAll(async () => {
			const { client } = this.playground;
			const { name } = readExample(this.file);
			this.workflow = (await client.workflows()).find((one) => one.name === name)!;
			await client.activate(this.workflow);
		});
		beforeEach(() => this.service.reset());
	}

	get playground(): SharedPlayground {
		return this.running();
	}

	get service(): SharedPlayground['service'] {
		return this.playground.service;
	}

	/** The text messages that were sent. */
	get texts(): string[] {
		return this.service.state.smsDeliveries.map(({ text }) => text);
	}

	/** Posts each body as a booking system does; returns the execution of the last one. */
	async play(...bodies: unknown[]): Promise<Execution> {
		const url = `${this.playground.n8n.url}/webhook/${webhookPath(readExample(this.file))}`;
		let last: Execution | undefined;
		for (const body of bodies) {
			last = await endOf(this.playground.client, this.workflow.id, async () =>
				expect((await postJson(url, body)).status).toBe(200),
			);
		}
		return last!;
	}

	/** Runs it from the canvas, from a trigger or the pinned sample. */
	async start(trigger = 'Sample event'): Promise<void> {
		await ran(this.playground, this.workflow.id, trigger);
	}

	/** Waits until the service has the purchases of a number of submissions, and returns them. */
	async purchases(submissions: number): Promise<Document[]> {
		const { state } = this.service;
		const jobs = () => state.bulkJobs.filter(({ status }) => status === 'processed').length;
		await until('the submissions', () => jobs() === submissions);
		expect(state.bulkJobs).toHaveLength(submissions);
		return state.purchases;
	}
}

/** What the service has after the calls of a booking system, or the error of the last one. */
export interface Saved {
	/** The statuses of its purchases; without any, nothing was sent. */
	saved?: string[];
	/** Part of the error. */
	error?: string;
	contacts?: Document[];
	/** Parts of the texts. */
	texts?: string[];
	/** The number of imports, if a purchase came in several. */
	imports?: number;
}

/** In short, the status of its one purchase. */
type Row = [what: string, calls: () => unknown[], saved: Saved | string];

/** The recipes of docs/recipes.md, with events that their samples don't cover. */
export function recipe(
	file: string,
	ignored: unknown,
	unknown: unknown[],
	rowsOf: (tests: RecipeTests) => Row[],
): void {
	describe(file, () => {
		const tests = new RecipeTests(file);
		const error = 'Compare the call with the fields';
		const foreign = [...unknown, 'a text'].map((body): Row => {
			return [`no event: ${JSON.stringify(body)}`, () => [body], { error }];
		});
		const other: Row = ['an event of another kind', () => [ignored], {}];

		test.each([...rowsOf(tests), ...foreign, other])('%s', async (_, calls, all) => {
			const expected: Saved = typeof all === 'string' ? { saved: [all] } : all;
			const { saved = [], error, contacts, texts = [], imports = saved.length } = expected;
			const { status, data } = await tests.play(...calls());
			expect(status).toBe(error === undefined ? 'success' : 'error');
			expect(data).toContain(error ?? '');
			const purchases = await tests.purchases(imports);
			expect(purchases.map((one) => one.status)).toEqual(saved);
			if (saved.length === 0) expect(tests.service.requests).toEqual([]);
			if (contacts) expect(tests.service.state.contacts).toMatchObject(contacts);
			expect(tests.texts).toEqual(
				texts.map((text) => expect.stringContaining(text) as string),
			);
		});
	});
}
