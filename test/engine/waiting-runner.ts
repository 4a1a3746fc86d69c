import type { IDataObject } from 'n8n-workflow';
import type { BulkJob } from '../../playground/service/mock-service';
import type { EngineRun } from './harness';
import { automatic, contactForm } from './import-forms';
import { NodeRunner, type RunOptions } from './node-runner';

/** Contacts with a user ID each, starting with g-1. */
export function guests(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({ user_id: `g-${index + 1}` }));
}

/** A text that contains a part. */
export const text = (part: string) => expect.stringContaining(part) as string;

/** Contacts with *Wait for Result*. The service calls back only when a test ends the job. */
export class WaitingRunner extends NodeRunner {
	constructor() {
		const form = contactForm({ ...automatic, processingResult: 'waitForResult' });
		super(form, { processingDelayMs: 3_600_000 });
	}

	/** The latest import. */
	get job(): BulkJob {
		return this.service.state.bulkJobs.at(-1)!;
	}

	/** Runs the node until it waits for its callback. */
	async startWaiting(
		items = guests(1),
		parameters: IDataObject = {},
		options: RunOptions = {},
	): Promise<EngineRun> {
		const run = await this.run(parameters, { items, ...options });
		expect([run.error?.message, run.status]).toEqual([undefined, 'waiting']);
		return run;
	}

	/** The service processes the job, and calls back. */
	async end(waiting: EngineRun): Promise<EngineRun> {
		const resumed = this.engine.waiting.resumed(waiting);
		this.service.endBulkJob(this.job._id, 'processed');
		return await resumed;
	}

	/** Sends a call, as JSON unless it's a text. */
	async call(to: URL | string, body?: unknown): Promise<[status: number, answer: unknown]> {
		const headers = { 'content-type': 'application/json' };
		const content = typeof body === 'string' ? body : JSON.stringify(body);
		const answer = await fetch(to, { method: 'POST', headers, body: content });
		return [answer.status, await answer.json()];
	}

	/** The service calls back with this body. */
	async called(
		waiting: EngineRun,
		body: unknown,
		to: URL | string = this.job.webhook_url,
	): Promise<EngineRun> {
		const resumed = this.engine.waiting.resumed(waiting);
		expect((await this.call(to, body))[0]).toBe(200);
		return await resumed;
	}

	/** *Max Wait* passes without a callback. */
	async timePasses(waiting: EngineRun): Promise<EngineRun> {
		return await this.engine.waiting.timePasses(waiting);
	}
}
