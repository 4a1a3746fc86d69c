import { LoggerProxy } from 'n8n-workflow';
import type { FaultAction } from '../../../playground/service/mock-service';
import type { EndpointCase } from '../every-operation/cases';
import { OperationRunner } from '../every-operation/operation-runner';
import { textsIn } from '../everything-in';
import type { EngineRun } from '../harness';
import { account, type RunOptions } from '../node-runner';

const secrets = [account.accountSecret, account.masterSecret, 'Token token='];

/** The service's error text: both secrets, which must never be shown. */
export const echo = `seen ${account.masterSecret} and ${account.accountSecret}`;
/** The same text in messages. */
export const redacted = 'seen *** and ***';

/** The texts in a value, at any depth, that contain a secret. */
export function leaksIn(...values: unknown[]): string[] {
	const texts = textsIn(values);
	expect(texts.length).toBeGreaterThan(3);
	return texts.filter((text) => secrets.some((secret) => text.includes(secret)));
}

/** Every operation with a faulty service: create it where tests are declared. */
export class FaultBench extends OperationRunner {
	/** Of n8n's log. The package has no console. */
	private readonly logged: unknown[] = [];

	constructor() {
		super();
		let isOver = false;
		const log = (...entry: unknown[]) => void (isOver || this.logged.push(entry));
		beforeAll(() => LoggerProxy.init({ error: log, warn: log, info: log, debug: log }));
		beforeEach(() => void this.logged.splice(0));
		afterAll(() => void (isOver = true));
	}

	/** Runs an operation over guests, with one fault at every request. Nothing of it may hold a secret. */
	async runWith(
		action: FaultAction | undefined,
		endpoint: EndpointCase,
		options: RunOptions = {},
	): Promise<EngineRun> {
		this.reset();
		if (action) this.service.faults.add({ times: Infinity, action });
		const run = await this.runCase(endpoint, {}, options);
		expect(leaksIn(run, this.logged, JSON.stringify(run.data))).toEqual([]);
		return run;
	}
}
