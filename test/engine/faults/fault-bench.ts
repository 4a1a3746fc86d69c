import type { IDataObject } from 'n8n-workflow';
import { closedAddress } from '../contracts/probe';
import { textsIn } from '../everything-in';
import type { EngineRun } from '../harness';
import { NodeRunner, type RunOptions } from '../node-runner';
import { account, credentialFor } from '../running-service';
import { guests, type EndpointCase } from '../every-operation/endpoint-cases';
import { madeUpEndpoints } from '../every-operation/made-up';
import { processedJob } from '../every-operation/processed-job';
import type { Fault } from './fault';
import { KeptLog } from './kept-log';

const secrets = [account.accountSecret, account.masterSecret, 'Token token='];

/** The node before a service with a fault: call it where tests are declared. */
export class FaultBench {
	readonly node = new NodeRunner({}, { moreEndpoints: madeUpEndpoints });
	private readonly log = new KeptLog();

	/** Runs an operation over guests, with one fault at every request. */
	async run(
		endpoint: EndpointCase,
		fault: Pick<Fault, 'action' | 'isClosed'>,
		tries: number,
		options: RunOptions = {},
	): Promise<EngineRun> {
		this.node.service.reset();
		this.node.service.state.bulkJobs.push(
			...guests.map(({ user_id }) => processedJob(user_id)),
		);
		if (fault.action) {
			this.node.service.faults.add({ times: Infinity, action: fault.action });
		}
		const run = await this.node.run(
			{
				...endpoint.form,
				options: { ...(endpoint.form.options as IDataObject), maxTries: tries },
			},
			{
				items: guests,
				credential: credentialFor(this.urlOf(fault)),
				...endpoint.node,
				...options,
			},
		);
		this.expectNoSecret(run);
		return run;
	}

	/** Requests that arrived anywhere in the last run. */
	get arrived(): number {
		return this.node.service.requests.length;
	}

	/** The server of a fault, as messages name it. */
	hostOf(fault: Pick<Fault, 'isClosed'>): string {
		return new URL(this.urlOf(fault)).host;
	}

	/** Neither secret may be anywhere in what a run gives, keeps, throws or logs. */
	expectNoSecret(run: EngineRun): void {
		const { data, output, errorOutput, thrown, error, hints, contextData } = run;
		const texts = textsIn([data, output, errorOutput, thrown, error, hints, contextData]);
		texts.push(...this.log.texts, JSON.stringify(data));
		const leaks = texts.filter((text) => secrets.some((secret) => text.includes(secret)));
		expect(texts.length).toBeGreaterThan(20);
		expect(leaks).toEqual([]);
	}

	private urlOf({ isClosed }: Pick<Fault, 'isClosed'>): string {
		return isClosed ? closedAddress : this.node.service.url;
	}
}

/** The end of an error after which recipients may have been reached: who they are, and how to resend. */
const wayOut =
	/( Check in the service: [^.]+\.)? A retry doesn’t resend them, unless the option “Unconfirmed Requests” is set to “Resend”\.$/;

/** Whether an error shows how to continue if recipients may have been reached. */
export function tellsWayOut(error: EngineRun['error']): boolean {
	return wayOut.test(error?.description ?? '');
}

/** An error to compare, without its way out. */
export function toldBy(error: EngineRun['error']): IDataObject {
	return {
		name: error?.name,
		code: (error as { code?: string } | undefined)?.code,
		message: error?.message,
		description: error?.description?.replace(wayOut, ''),
		httpCode: error?.httpCode ?? undefined,
		itemIndex: error?.context?.itemIndex,
	};
}
