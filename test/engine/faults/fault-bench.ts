import { LoggerProxy } from 'n8n-workflow';
import type { FaultAction } from '../../../playground/service/mock-service';
import type { EndpointCase } from '../every-operation/cases';
import { OperationRunner } from '../every-operation/operation-runner';
import { textsIn } from '../everything-in';
import type { EngineRun } from '../harness';
import type { RunOptions } from '../node-runner';
import { account } from '../node-runner';

const secrets = [account.accountSecret, account.masterSecret, 'Token token='];

/** The service's error text: both secrets, which must never be shown. */
export const echo = `seen ${account.masterSecret} and ${account.accountSecret}`;
/** The same text in messages. */
export const redacted = 'seen *** and ***';

/** Records n8n's log: create it where tests are declared. The package has no console. */
export class LogRecorder {
	private readonly entries: unknown[] = [];

	constructor() {
		const record = (...entry: unknown[]): void => void this.entries.push(entry);
		beforeAll(() => {
			LoggerProxy.init({ error: record, warn: record, info: record, debug: record });
		});
		beforeEach(() => {
			this.entries.length = 0;
		});
		afterAll(() => {
			const ignore = (): void => {};
			LoggerProxy.init({ error: ignore, warn: ignore, info: ignore, debug: ignore });
		});
	}

	/** Every recorded text. */
	get texts(): string[] {
		return textsIn(this.entries);
	}
}

/** The node with a faulty service: create it where tests are declared. */
export class FaultBench {
	readonly node = new OperationRunner();
	private readonly log = new LogRecorder();

	/** Runs an operation over guests, with one fault at every request. Nothing of it may hold a secret. */
	async run(
		endpoint: EndpointCase,
		action: FaultAction | undefined,
		options: RunOptions = {},
	): Promise<EngineRun> {
		this.node.reset();
		if (action) this.node.service.faults.add({ times: Infinity, action });
		const run = await this.node.runCase(endpoint, {}, options);
		const texts = [...textsIn(run), ...this.log.texts, JSON.stringify(run.data)];
		const leaks = texts.filter((text) => secrets.some((secret) => text.includes(secret)));
		expect(texts.length).toBeGreaterThan(20);
		expect(leaks).toEqual([]);
		return run;
	}

	/** Requests that any server received in the last run. */
	get arrived(): number {
		return this.node.service.requests.length;
	}
}
