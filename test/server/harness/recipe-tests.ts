import {
	hasEnded,
	type Execution,
	type ExecutionSummary,
	type StoredWorkflow,
} from '../../../playground/n8n/client';
import { readExample } from '../../../playground/demo/fill-n8n';
import { webhookPath } from '../../../playground/n8n/workflow-file';
import type { Document, Reservations } from '../../../playground/service/booking-api/reservations';
import { postJson } from './post-json';
import { type SharedPlayground, sharedPlayground } from './playground';
import { setUp } from './set-up';
import { until } from './until';

/** How the execution of a call ended, and the data that n8n stores of it. */
type Played = Pick<Execution, 'status' | 'data'>;

let made = 0;

/** An ID that no other test has, since n8n remembers the bookings that it has seen. */
export const newId = (): string => `R-${++made}`;

/** Publishes a recipe in a real n8n for the tests of a file; there may be one in each file. */
export class RecipeTests {
	private readonly running = setUp(() => sharedPlayground({ processingDelayMs: 0 }));
	private workflow!: StoredWorkflow;
	private readonly example;

	/** @param file of the folder `examples/` */
	constructor(file: string) {
		this.example = readExample(file);
		beforeAll(() => this.publish());
		beforeEach(() => this.service.reset());
	}

	get playground(): SharedPlayground {
		return this.running();
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

	/** Posts each body as a booking system does, one execution after the other. */
	async play(...bodies: unknown[]): Promise<Played[]> {
		const url = `${this.playground.n8n.url}/webhook/${webhookPath(this.example)}`;
		const played: Played[] = [];
		for (const body of bodies) {
			const post = async () => expect((await postJson(url, body)).status).toBe(200);
			played.push(await this.endOf(post));
		}
		return played;
	}

	/** Plays calls whose executions have to succeed. */
	async succeed(...bodies: unknown[]): Promise<void> {
		for (const { status } of await this.play(...bodies)) expect(status).toBe('success');
	}

	/** Runs it from the canvas, from a trigger or the pinned sample. */
	async start(trigger = 'Sample event'): Promise<Played> {
		return await this.endOf(() => this.playground.client.execute(this.workflow.id, trigger));
	}

	/** Waits until the service has the purchases of a number of submissions, and returns them. */
	async purchases(submissions: number): Promise<Document[]> {
		const { state } = this.service;
		const jobs = () => state.bulkJobs.filter(({ status }) => status === 'processed').length;
		await until('the submissions', () => jobs() === submissions);
		expect(state.bulkJobs).toHaveLength(submissions);
		return state.purchases;
	}

	private async publish(): Promise<void> {
		const { client } = this.playground;
		const all = await client.workflows();
		this.workflow = all.find(({ name }) => name === this.example.name)!;
		await client.activate(this.workflow);
	}

	private async endOf(begin: () => Promise<void>): Promise<Played> {
		const { client } = this.playground;
		const newest = async () => (await client.executions(this.workflow.id))[0];
		const before = (await newest())?.id;
		await begin();
		let last: ExecutionSummary | undefined;
		await until('the execution', async () => {
			last = await newest();
			return last !== undefined && last.id !== before && hasEnded(last);
		});
		return await client.execution(last!.id);
	}
}
