import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serverFolder } from '../../../playground/n8n/cache-folder.cjs';
import {
	hasEnded,
	type ExecutionSummary,
	type StoredWorkflow,
} from '../../../playground/n8n/client';
import type { WorkflowFile } from '../../../playground/n8n/workflow-file';
import type { BulkJob } from '../../../playground/service/mock-service';
import { type SharedPlayground, until, type WaitStore } from './playground';
import { postJson } from './servers';

/**
 * Options of a mock service whose jobs stay queued until a test ends them, and that soon calls again: for
 * longer than an n8n takes to start on a busy machine.
 */
export const endedByHand = {
	processingDelayMs: 3_600_000,
	callbackRetryDelaysMs: Array<number>(1000).fill(300),
};

/** An n8n, of one process or several, and the service next to it. */
export type Running = Pick<
	SharedPlayground,
	'client' | 'credential' | 'service' | 'url' | 'waitStore' | 'stop'
>;

/** Imports a workflow with the credential and publishes it. */
export async function activated(
	{ client, credential }: Running,
	file: WorkflowFile,
): Promise<StoredWorkflow> {
	const workflow = await client.importWorkflow(file, credential);
	await client.activate(workflow);
	return workflow;
}

/** Posts guests to the webhook that starts a workflow. */
export async function postGuests({ url }: Running, path: string, guests: unknown[]): Promise<void> {
	const post = async () => (await postJson(`${url}/webhook/${path}`, { guests })).status;
	// n8n rejects calls while its database is busy, and starts nothing.
	let status = 0;
	const isAccepted = async () => (status = await post()) !== 503;
	await until('n8n to accept the guests', isAccepted, 30_000, 500);
	expect(status).toBe(200);
}

/** Part of n8n's answer 200 before it knows its webhooks; a proxy would wait until it is ready. */
const whileStarting = 'n8n is starting up';

/** The bulk jobs that workflows submitted, in order of arrival. */
export class ImportJobs {
	/** @param running returns n8n and the service, which start after tests are declared */
	constructor(private readonly running: () => Running) {}

	get all(): readonly BulkJob[] {
		return this.running().service.state.bulkJobs;
	}

	/** Waits until a number of jobs were submitted. */
	async submitted(count: number): Promise<void> {
		await until(`${count} submissions`, () => this.all.length >= count);
	}

	/** Ends a job, so that the service calls back. */
	end(index: number): void {
		this.running().service.endBulkJob(this.all[index]!._id, 'processed');
	}

	/** How each call of a job's callback was answered by n8n, once it had started. */
	statuses(index: number): Array<number | null> {
		return this.running()
			.service.state.callbacks.filter(({ bulk_id }) => bulk_id === this.all[index]!._id)
			.flatMap(({ attempts }) => attempts)
			.filter(({ answer }) => !answer.includes(whileStarting))
			.map(({ status }) => status);
	}

	/** Repeats callbacks that n8n answered with 200 while it was starting, without reading them. */
	private callAgain(): void {
		const { service } = this.running();
		for (const [index, { _id }] of this.all.entries()) {
			const callback = service.state.callbacks.find(({ bulk_id }) => bulk_id === _id);
			const isLost = callback?.outcome === 'received' && !this.statuses(index).includes(200);
			if (isLost) service.repeatCallback(_id);
		}
	}

	/** Waits until an execution waits for the result of a job. */
	async waiting(index: number): Promise<ExecutionSummary> {
		await this.submitted(index + 1);
		const [, id = ''] = /webhook-waiting\/(\d+)/.exec(this.all[index]!.webhook_url) ?? [];
		let execution: ExecutionSummary | undefined;
		await until(`execution ${id} to wait`, async () => {
			execution = await this.running().client.execution(id);
			return execution.status === 'waiting';
		});
		return execution!;
	}

	/** Waits until all executions of a workflow have ended. */
	async allEnded(workflow: StoredWorkflow, limitMs: number): Promise<void> {
		const haveEnded = async () => {
			this.callAgain();
			return (await this.running().client.executions(workflow.id)).every(hasEnded);
		};
		await until('all executions to end', haveEnded, limitMs);
	}

	/** Ends a job, and waits until n8n has its callback. */
	async callBack(index: number): Promise<void> {
		this.end(index);
		const isReceived = () => this.statuses(index).includes(200);
		await until(`the callback of job ${index} to be received`, isReceived, 180_000);
	}
}

/**
 * Moves the end of stored waits to now, since the shortest Max Wait is ten minutes. n8n looks once a
 * minute for waits that have ended.
 *
 * @param execution all of them, if it's missing
 */
export async function endStoredWaits(store: WaitStore, execution?: string): Promise<void> {
	const some = `"waitTill" IS NOT NULL${execution ? ` AND "id" = ${Number(execution)}` : ''}`;
	const statement = (now: string) =>
		`UPDATE "execution_entity" SET "waitTill" = ${now} WHERE "status" = 'waiting' AND ${some}`;
	if ('userFolder' in store) {
		const file = join(store.userFolder, '.n8n', 'database.sqlite');
		const database = new DatabaseSync(file, { timeout: 10_000 });
		database.exec(statement(`strftime('%Y-%m-%d %H:%M:%f', 'now')`));
		database.close();
		return;
	}
	// The server of n8n has a client for PostgreSQL.
	const { Pool } = createRequire(join(serverFolder(), 'package.json'))('pg') as {
		Pool: new (options: object) => { query(text: string): Promise<void>; end(): Promise<void> };
	};
	const pool = new Pool({ host: '127.0.0.1', ...store });
	await pool.query(statement('now()'));
	await pool.end();
}
