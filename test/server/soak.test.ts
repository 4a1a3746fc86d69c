import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { freePort } from '../../playground/n8n/machine';
import { unfinished, type StoredWorkflow } from '../../playground/n8n/client';
import type { FaultAction, MockService } from '../../playground/service/mock-service';
import { everyEndpoint, guestsUpTo } from '../engine/every-operation/endpoint-cases';
import { processedJob } from '../engine/every-operation/processed-job';
import { seed } from '../property-runs';
import { activated, postGuests } from './harness/import-jobs';
import { guests, inRow, type Node, nodeAt, split, start, submit } from './harness/import-workflow';
import { startPlayground } from './harness/playground';
import { setUp } from './harness/set-up';
import { callTrigger, processed, signedPath, steadily } from './harness/trigger-calls';
import { endStoredWaits } from './harness/stored-waits';
import { sized, until } from './harness/until';

/** `npm run test:soak` is the long form. */
const soakMs = sized(15_000, 600_000);
const limitMs = sized(240_000, 1_200_000);

/** How long the last executions may take: a minute for a wait whose callback was lost, and n8n's next look. */
const endedWithinMs = 150_000;

/** The most executions in progress at a time. */
const maxInProgress = 20;

const faultActions: FaultAction[] = [
	...[400, 401, 429, 500].map((status) => ({ respond: { status, body: { error: 'no' } } })),
	{ respond: { status: 503, headers: { 'retry-after': '0' } } },
	{ processThenRespond: { status: 502 } },
	...(['reset', 'processThenReset', 'truncate'] as const),
	{ delayMs: 300 },
];

const probe = join(__dirname, 'harness', 'probe.cjs');

const playground = setUp(async () => {
	const probePort = String(await freePort());
	const options = `--expose-gc --require ${JSON.stringify(probe)}`;
	const env = { NODE_OPTIONS: options, PROBE_PORT: probePort };
	return { probePort, ...(await startPlayground({ processingDelayMs: 100 }, env)) };
});

/** Makes one item per guest with all of the guest's fields. */
const splitWhole: Node = {
	...split,
	parameters: { fieldToSplitOut: 'body.guests', options: { destinationFieldName: 'guest' } },
};

const lift = nodeAt(4, 'Guest', 'set', 3.4, {
	mode: 'raw',
	jsonOutput: '={{ $json.guest }}',
	options: {},
});

/** A workflow for each operation of the node, which n8n retries if the service fails. */
const operationWorkflows = everyEndpoint.map(({ form, name }, nth) => {
	const send = {
		...nodeAt(3, 'Send', 'n8n-nodes-crm-messaging.crmMessaging', 1, form),
		retryOnFail: true,
		maxTries: 2,
		waitBetweenTries: 100,
	};
	const path = `operation-${nth}`;
	return { path, file: inRow(name, start(path), splitWhole, lift, send) };
});

/** Waits until at most a number of executions are in progress. */
async function ended(but: number): Promise<void> {
	await endStoredWaits(playground().waitStore);
	const isReached = async () =>
		(await playground().client.countExecutions({ status: unfinished })) <= but;
	await until(`all executions but ${but} to end`, isReached, endedWithinMs, 500);
}

/** Asks n8n's process for its memory, handles and objects. */
async function readProbe() {
	const answer = await fetch(`http://127.0.0.1:${playground().probePort}`);
	return (await answer.json()) as { heapMb: number; handles: number; objects: object };
}

async function readProbeAtRest() {
	await ended(0);
	// Connections that are kept open for another request end after five seconds.
	await pause(6000);
	return await readProbe();
}

/** Runs everything once, and again until the time has passed. */
async function work(forMs: number, faults: FaultAction[], name: string): Promise<void> {
	const { url, service } = playground();
	const trigger = url + signedPath(service.account.accountSecret);
	const end = Date.now() + forMs;
	for (let round = 0; round === 0 || Date.now() < end; round++) {
		service.faults.clear();
		const submitted = awaitedJobs() + 1;
		await postGuests(playground(), 'wait', guests(20));
		// If its imports failed, it would wait until its limit.
		await until('submissions', () => awaitedJobs() >= submitted);
		for (const [nth, action] of faults.slice(round % faults.length).entries()) {
			service.faults.add({ action, after: 5 * nth });
		}
		for (const { path } of operationWorkflows) {
			await postGuests(playground(), path, guestsUpTo(10));
		}
		await steadily(5, 20, (nth) => callTrigger(trigger, `${name}-${round}-${nth}`));
		await ended(maxInProgress);
		forget(service);
	}
}

/** The number of bulk jobs that a workflow waits for, or waited. */
function awaitedJobs(): number {
	const { bulkJobs } = playground().service.state;
	return bulkJobs.filter(({ webhook_url }) => webhook_url !== '').length;
}

function forget({ requests, state }: MockService): void {
	requests.length = 0;
	state.smsDeliveries.length = 0;
	state.pushDeliveries.length = 0;
}

test(
	'finished executions leave nothing behind in the process',
	async () => {
		const { service, client } = playground();
		service.state.bulkJobs.push(processedJob('guest-1'));
		const files = [
			...operationWorkflows.map(({ file }) => file),
			inRow('Wait', start('wait'), split, submit),
			inRow('Processed', processed),
		];
		const workflows: StoredWorkflow[] = [];
		for (const file of files) workflows.push(await activated(playground(), file));

		const faults = fc.sample(fc.constantFrom(...faultActions), { seed, numRuns: 20 });
		await work(0, faults, 'first');
		const before = await readProbeAtRest();
		const ranBefore = await client.countExecutions();
		await work(soakMs, faults, 'soak');
		const after = await readProbeAtRest();
		service.faults.clear();
		service.requests.length = 0;
		const ran = (await client.countExecutions()) - ranBefore;
		const succeeded = await client.countExecutions({ status: ['success'] });
		// An execution in progress shows that the probe finds these objects.
		service.faults.add({ action: { delayMs: 120_000 } });
		await postGuests(playground(), operationWorkflows[0]!.path, guestsUpTo(1));
		await until('a request', () => service.requests.length > 0);
		const found = (await readProbe()).objects;
		const measured = { ran, succeeded, before, after, found };
		process.stdout.write(`Seed ${seed}: ${JSON.stringify(measured)}\n`);

		expect(succeeded).toBeGreaterThan(ran / 3);
		expect(found).toEqual({ contexts: 1, runs: 1, webhookContexts: 0 });
		expect(after.handles).toBeLessThanOrEqual(before.handles + 5);
	},
	limitMs,
);
