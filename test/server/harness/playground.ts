import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pWaitFor from 'p-wait-for';
import {
	bookingExample,
	demoOwner,
	type FilledN8n,
	fill,
	readExample,
} from '../../../playground/demo/fill-n8n';
import {
	hasEnded,
	type Execution,
	type ExecutionSummary,
	N8nClient,
} from '../../../playground/n8n/client';
import { freePort, packPackage } from '../../../playground/n8n/machine';
import { type RunningN8n, startN8n } from '../../../playground/n8n/start';
import { webhookPath } from '../../../playground/n8n/workflow-file';
import {
	type MockServiceOptions,
	startMockService,
} from '../../../playground/service/mock-service';
import type { SharedN8n } from './environment';

/** The database of an n8n: SQLite's in its user folder, or a PostgreSQL. */
export type WaitStore = { userFolder: string } | { port: number; database: string; user: string };

/** An n8n as `npm start` starts it, filled, with a mock service next to it. */
export type SharedPlayground = Awaited<ReturnType<typeof filledPlayground>>;

/** A playground whose n8n belongs to one test file. */
export type Playground = Awaited<ReturnType<typeof startPlayground>>;

/**
 * The n8n that the test files of a worker share (see `environment.ts`), with the examples as new and
 * a service of the file's own. For tests that don't stop n8n and need no settings of their own.
 *
 * @param chosen options of the service
 */
export async function sharedPlayground(
	chosen: Partial<MockServiceOptions> = {},
): Promise<SharedPlayground> {
	const { sharedN8n } = globalThis as unknown as { sharedN8n: () => Promise<SharedN8n> };
	const { n8n, client } = await sharedN8n();
	for (const workflow of await client.workflows()) await client.deleteWorkflow(workflow);
	return await filledPlayground(n8n, client, chosen);
}

/**
 * Starts an n8n on a free port with nothing of earlier runs, the packed package and the examples.
 *
 * @param chosen options of the service
 * @param env variables for n8n on top of the usual ones
 */
export async function startPlayground(
	chosen: Partial<MockServiceOptions> = {},
	env: Record<string, string> = {},
) {
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-user-folder-'));
	const options = { userFolder, port: await freePort(), packageTarball: packPackage(), env };
	let n8n = await startN8n(options);
	const client = new N8nClient(n8n.url);
	await client.enter(demoOwner);
	const playground = await filledPlayground(n8n, client, chosen);
	/** Ends n8n as a power cut would, and starts it again at the same address. */
	const crash = async () => {
		await n8n.kill();
		n8n = await startN8n(options);
	};
	const stop = async () => {
		await n8n.stop();
		rmSync(userFolder, { recursive: true, force: true });
		await playground.stop();
	};
	return { ...playground, crash, stop };
}

/** Starts a service next to an n8n that has no workflows, and fills n8n with its credential and the examples. */
async function filledPlayground(
	n8n: RunningN8n,
	client: N8nClient,
	chosen: Partial<MockServiceOptions>,
) {
	const bookingUrl = `${n8n.url}/webhook/${webhookPath(readExample(bookingExample))}`;
	const service = await startMockService({
		bookingWebhookUrl: bookingUrl,
		workflowUrl: () => `${n8n.url}/workflow/${filled.booking.id}`,
		...chosen,
	});
	const filled: FilledN8n = await fill(client, service);
	/** The address of n8n's webhooks, without a slash at the end. */
	const { url, userFolder } = n8n;
	const waitStore = { userFolder } as WaitStore;
	const stop = () => service.close();
	return { ...filled, n8n, url, waitStore, service, bookingUrl, stop };
}

/** How long a start may take: an n8n is ready after about 10 seconds, one of several processes after a minute. */
export const startLimitMs = 180_000;

/** Starts something for the tests of a file or a block, and stops it after them. Returns a getter. */
export function setUp<T extends { stop(): Promise<unknown> }>(start: () => Promise<T>): () => T {
	let started: T | undefined;
	beforeAll(async () => {
		started = await start();
	}, startLimitMs);
	afterAll(() => started?.stop(), 60_000);
	return () => started!;
}

/** The execution that something begins, with its data, once it has ended. */
export async function endOf(
	client: N8nClient,
	workflowId: string,
	begin: () => Promise<unknown>,
): Promise<Execution> {
	const newest = async () => (await client.executions(workflowId))[0];
	const before = (await newest())?.id;
	await begin();
	let last: ExecutionSummary | undefined;
	const isOver = async () => {
		last = await newest();
		return last !== undefined && last.id !== before && hasEnded(last);
	};
	// Some wait in several rounds.
	await until('the execution', isOver, 240_000);
	return await client.execution(last!.id);
}

/** The data of a workflow's execution from a trigger on the canvas, which must succeed. */
export async function ran(
	{ client }: Pick<SharedPlayground, 'client'>,
	workflowId: string,
	trigger = 'Start',
): Promise<string> {
	const begin = () => client.execute(workflowId, trigger);
	const { status, data } = await endOf(client, workflowId, begin);
	expect(status).toBe('success');
	return data;
}

/** Waits until `isReached` returns true; the error names what it waited for. */
export async function until(
	what: string,
	isReached: () => boolean | Promise<boolean>,
	limitMs = 60_000,
	interval = 50,
): Promise<void> {
	const message = new Error(`Waited in vain for ${what}.`);
	await pWaitFor(isReached, { interval, timeout: { milliseconds: limitMs, message } });
}
