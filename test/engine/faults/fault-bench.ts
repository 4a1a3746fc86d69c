import type { FaultAction } from '../../../playground/service/mock-service';
import { textsIn } from '../everything-in';
import type { EngineRun } from '../harness';
import type { RunOptions } from '../node-runner';
import { account } from '../running-service';
import type { EndpointCase } from '../every-operation/cases';
import { OperationRunner } from '../every-operation/operation-runner';
import { LogRecorder } from './log-recorder';

const secrets = [account.accountSecret, account.masterSecret, 'Token token='];

/** The service's error text: both secrets, which must never be shown. */
export const echo = `seen ${account.masterSecret} and ${account.accountSecret}`;
/** The same text in messages. */
export const redacted = 'seen *** and ***';

/** The node with a faulty service: create it where tests are declared. */
export class FaultBench {
	readonly node = new OperationRunner();
	private readonly log = new LogRecorder();

	/** Runs an operation over guests, with one fault at every request. */
	async run(
		endpoint: EndpointCase,
		action: FaultAction | undefined,
		options: RunOptions = {},
	): Promise<EngineRun> {
		this.node.reset();
		if (action) this.node.service.faults.add({ times: Infinity, action });
		const run = await this.node.runCase(endpoint, {}, options);
		this.expectNoSecret(run);
		return run;
	}

	/** Requests that any server received in the last run. */
	get arrived(): number {
		return this.node.service.requests.length;
	}

	/** Expects neither secret in anything that a run returns, stores, throws or logs. */
	private expectNoSecret(run: EngineRun): void {
		const { data, output, errorOutput, thrown, error, hints, contextData } = run;
		const texts = textsIn([data, output, errorOutput, thrown, error, hints, contextData]);
		texts.push(...this.log.texts, JSON.stringify(data));
		const leaks = texts.filter((text) => secrets.some((secret) => text.includes(secret)));
		expect(texts.length).toBeGreaterThan(20);
		expect(leaks).toEqual([]);
	}
}
