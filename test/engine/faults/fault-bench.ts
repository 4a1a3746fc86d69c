import type { IDataObject } from 'n8n-workflow';
import type { FaultAction } from '../../../playground/service/mock-service';
import { textsIn } from '../everything-in';
import type { EngineRun } from '../harness';
import { NodeRunner, type RunOptions } from '../node-runner';
import { account } from '../running-service';
import { guests, type EndpointCase } from '../every-operation/endpoint-cases';
import { madeUpEndpoints } from '../every-operation/made-up';
import { processedJob } from '../every-operation/processed-job';
import { LogRecorder } from './log-recorder';

const secrets = [account.accountSecret, account.masterSecret, 'Token token='];

/** The service's error text: both secrets, which must never be shown. */
export const echo = `seen ${account.masterSecret} and ${account.accountSecret}`;
/** The same text in messages. */
export const redacted = 'seen *** and ***';

/** The node with a faulty service: create it where tests are declared. */
export class FaultBench {
	readonly node = new NodeRunner({}, { moreEndpoints: madeUpEndpoints });
	private readonly log = new LogRecorder();

	/** Runs an operation over guests, with one fault at every request. */
	async run(
		endpoint: EndpointCase,
		action: FaultAction | undefined,
		{ maxTries = 1, ...options }: RunOptions = {},
	): Promise<EngineRun> {
		const { service } = this.node;
		service.reset();
		service.state.bulkJobs.push(...guests.map(({ user_id }) => processedJob(user_id)));
		if (action) service.faults.add({ times: Infinity, action });
		const form = {
			...endpoint.form,
			options: { ...(endpoint.form.options as IDataObject), maxTries },
		};
		const run = await this.node.run(form, { items: guests, ...endpoint.node, ...options });
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
