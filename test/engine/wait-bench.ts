import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import type { FaultAction } from '../../playground/service/mock-service';
import { automatic, contactForm } from './import-forms';
import type { EngineRun } from './harness';
import { NodeRunner, type RunOptions } from './node-runner';
import { job } from './trigger-runner';

/** Contacts, each with its own request by default. */
export const waitingGuests = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		user_id: `g-${index + 1}`,
		email: `guest${index + 1}@example.com`,
	}));

export const perJob = { output: 'bulkJob' };
/** One request per contact, in order. */
export const oneEach = { options: { parallelRequests: 1, batchSize: 1, ...perJob } };

/** Runs that wait, with a service whose callbacks the test sends: create it where tests are declared. */
export class WaitBench {
	readonly node = new NodeRunner(
		contactForm({ ...automatic, processingResult: 'waitForResult' }),
		{ processingDelayMs: 3_600_000 },
	);

	/** The callback URLs, in the order of requests. */
	get urls(): string[] {
		return this.node.service.state.bulkJobs.map(({ webhook_url }) => webhook_url);
	}

	fault(action: FaultAction, after = 1, times = 1): void {
		this.node.service.faults.add({ after, times, action });
	}

	/** A run that waits, for three requests by default. */
	async startWaiting(
		parameters: IDataObject = oneEach,
		items = waitingGuests(3),
		options: RunOptions = {},
	): Promise<EngineRun> {
		const run = await this.node.run(parameters, { items, ...options });
		expect(run.status).toBe('waiting');
		return run;
	}

	/** The execution that the sender waits for. */
	supervisorOf(sender: EngineRun): EngineRun {
		return this.node.engine.waiting.subExecutionsOf(sender)[0]!;
	}

	/** The execution that checks the mailboxes. */
	checkerOf(sender: EngineRun): EngineRun {
		return this.node.engine.waiting.subExecutionsOf(this.supervisorOf(sender))[0]!;
	}

	/** The execution that receives the callback of a request. */
	mailboxOf(request: number): Pick<EngineRun, 'executionId'> {
		const [, executionId = ''] = /webhook-waiting\/(\d+)/.exec(this.urls[request]!) ?? [];
		return { executionId };
	}

	async post(url: string | URL, body: string): Promise<Response> {
		const headers = { 'content-type': 'application/json' };
		return await fetch(url, { method: 'POST', headers, body });
	}

	async call(url: string | URL, count: number): Promise<number> {
		const body = JSON.stringify({ ...job, contacts_valid_count: count });
		return (await this.post(url, body)).status;
	}

	/** Calls back for requests one after the other, each with its number from 1. */
	async callBack(...requests: number[]): Promise<void> {
		for (const request of requests) {
			expect(await this.call(this.urls[request]!, request + 1)).toBe(200);
		}
	}

	async end(waiting: EngineRun, ...requests: number[]): Promise<EngineRun> {
		const resumed = this.node.engine.waiting.resumed(waiting);
		await this.callBack(...requests);
		const run = await resumed;
		expect(run.status).toBe('success');
		return run;
	}

	/** The same if n8n misses the last callback, and checks again after a minute. */
	async lateEnd(waiting: EngineRun, ...requests: number[]): Promise<EngineRun> {
		let run: EngineRun | undefined;
		void this.node.engine.waiting.resumed(waiting).then((ended) => (run = ended));
		await this.callBack(...requests);
		for (; !run; await pause(200)) this.node.engine.waiting.sweep();
		return run;
	}

	/** The number in the callback of each output item. */
	counts({ output }: EngineRun): unknown[] {
		return output.map(
			({ json }) => json.callback && (json.callback as IDataObject).contacts_valid_count,
		);
	}
}
