import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
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

const unknownHost = 'nothing.invalid';

/** Has a name looked up in vain as where a resolver answers, which a machine may not have. */
function withoutName(host: string): jest.SpyInstance {
	const usual = dns.lookup as (...given: unknown[]) => void;
	return jest.spyOn(dns, 'lookup').mockImplementation((name: string, ...more: unknown[]) => {
		if (name !== host) return usual(name, ...more);
		const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), {
			code: 'ENOTFOUND',
			syscall: 'getaddrinfo',
			hostname: name,
		});
		(more.at(-1) as (error: Error) => void)(error);
	});
}

/** The node before a service with a fault: call it where tests are declared. */
export class FaultBench {
	readonly node = new NodeRunner({}, { moreEndpoints: madeUpEndpoints });
	private readonly log = new KeptLog();
	/** Resets each connection when the body of a request begins to arrive. */
	private cutting: Server | undefined;
	private cut = 0;
	private lookup: jest.SpyInstance | undefined;

	constructor() {
		beforeAll(async () => {
			this.cutting = createServer((socket) => {
				socket.on('error', () => {});
				socket.once('data', () => {
					this.cut++;
					socket.resetAndDestroy();
				});
			}).listen(0, '127.0.0.1');
			await once(this.cutting, 'listening');
			this.lookup = withoutName(unknownHost);
		});
		afterAll(() => {
			this.lookup?.mockRestore();
			this.cutting?.close();
		});
	}

	/** Runs an operation over guests, with one fault at every request. */
	async run(
		endpoint: EndpointCase,
		fault: Pick<Fault, 'action' | 'at'>,
		tries: number,
		options: RunOptions = {},
	): Promise<EngineRun> {
		this.node.service.reset();
		this.node.service.state.bulkJobs.push(
			...guests.map(({ user_id }) => processedJob(user_id)),
		);
		this.cut = 0;
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
		return this.node.service.requests.length + this.cut;
	}

	/** The server of a fault, as messages name it. */
	hostOf(fault: Pick<Fault, 'at'>): string {
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

	private urlOf({ at }: Pick<Fault, 'at'>): string {
		if (at === 'closed') return closedAddress;
		if (at === 'unknown') return `http://${unknownHost}`;
		return at === 'cutting' ? addressOf(this.cutting!) : this.node.service.url;
	}
}

function addressOf(server: Server): string {
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
