import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { StoredWorkflow } from '../../playground/n8n/client';
import type { WorkflowFile } from '../../playground/n8n/workflow-file';
import {
	activated,
	allWaiting,
	endedByHand,
	executionsPerWait,
	ImportJobs,
	postGuests,
} from './harness/import-jobs';
import {
	at,
	guests,
	inRow,
	type Node,
	reportTo,
	split,
	start,
	submit,
} from './harness/import-workflow';
import { type QueueMode, startLimitMs, startQueueMode } from './harness/queue-mode/queue-mode';
import { describeWhere } from './harness/server-capabilities';
import { openReportDesk, type ReportDesk } from './harness/report-desk';

let n8n: QueueMode;
let desk: ReportDesk;

beforeAll(async () => {
	desk = await openReportDesk();
	n8n = await startQueueMode(endedByHand);
}, startLimitMs);

afterAll(async () => {
	await n8n?.stop();
	await desk?.close();
}, 60_000);

beforeEach(() => {
	n8n.service.reset();
	n8n.balancer.calls.length = 0;
	desk.reports.length = 0;
});

jest.setTimeout(120_000);

const jobs = new ImportJobs(() => n8n);
const activate = (file: WorkflowFile): Promise<StoredWorkflow> => activated(n8n, file);

async function post(url: string, body: object): Promise<Response> {
	return fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
}

/** Lets the workflow submit these guests, and waits until it waits. */
async function submitGuests(workflow: StoredWorkflow, path: string, ids: string[]): Promise<void> {
	await postGuests(`${n8n.balancer.url}/webhook/${path}`, ids);
	await jobs.submitted(Math.ceil(ids.length / 1000));
	await allWaiting(n8n.client, workflow.id);
}

/** What each callback met: which webhook processor, and its answer. */
const callbacks = () =>
	n8n.balancer.calls
		.filter(({ path }) => path.startsWith('/webhook-waiting/'))
		.map(({ server, status }) => [server, status]);

/** Waits for the workflow's nth execution to end, and looks what came out of it. */
async function expectReports(workflow: StoredWorkflow, nth: number, counts: number[]) {
	const count = executionsPerWait * nth;
	const ended = await n8n.client.finishedExecutions(workflow.id, count);
	expect(ended.map(({ status }) => status)).toEqual(Array(count).fill('success'));
	expect(desk.reports).toMatchObject(
		jobs.all.map(({ _id }, index) => ({
			job: _id,
			callback: { contacts_valid_count: counts[index] },
		})),
	);
	expect(n8n.service.requests).toHaveLength(counts.length);
}

describeWhere('waitHere')(
	'on an n8n of several processes, an execution that waits for callbacks',
	() => {
		test('goes on when all were called back, also when processes die and others take over', async () => {
			const file = inRow('Import', start('import'), split, submit, reportTo(desk.url));
			const workflow = await activate(file);
			await submitGuests(workflow, 'import', guests(2500));

			const [worker] = n8n.workers;
			await worker.kill();
			jobs.end(0);
			await jobs.heard(0);
			await allWaiting(n8n.client, workflow.id);
			await worker.replace();

			const [processor] = n8n.webhookProcessors;
			await processor.kill();
			jobs.end(1);
			await jobs.heard(1);
			await allWaiting(n8n.client, workflow.id);
			await processor.replace();

			jobs.end(2);
			await jobs.heard(2);
			await expectReports(workflow, 1, [1000, 1000, 500]);
			// One met the processor that was gone; each processor took at least one.
			expect(callbacks()).toEqual(
				expect.arrayContaining([
					[0, 502],
					[0, 200],
					[1, 200],
				]),
			);
		});

		test('keeps what comes to one process while another goes on with it', async () => {
			const file = inRow('Together', start('together'), split, submit, reportTo(desk.url));
			const workflow = await activate(file);
			// One reads the execution before, and would store it after, the other has gone on with it.
			for (const [index, gapMs] of [20, 150, 200, 250].entries()) {
				n8n.service.reset();
				desk.reports.length = 0;
				await submitGuests(workflow, 'together', guests(1001));
				jobs.end(0);
				await pause(gapMs);
				jobs.end(1);
				await expectReports(workflow, index + 1, [1000, 1]);
			}
		});
	},
);

describe('on an n8n of several processes, the trigger', () => {
	const webhookId = 'c0000000-0000-4000-8000-000000000001';
	const trigger: Node = {
		...at(1),
		name: 'Processed',
		type: 'n8n-nodes-crm-messaging.crmMessagingTrigger',
		typeVersion: 1,
		parameters: {},
		webhookId,
	};

	test('starts the workflow once for a callback that comes again to another process', async () => {
		const workflow = await activate(inRow('Processed', trigger));
		const key = createHmac('sha256', n8n.service.account.accountSecret);
		const path = `/webhook/${webhookId}/crm-messaging?key=${key.update(webhookId).digest('hex')}`;
		const callback = { account_id: 'demo-hotel', timestamp: 1533909631, token: 'once' };
		const [one, other] = n8n.webhookProcessors;
		expect((await post(`${one.url}${path}`, callback)).status).toBe(200);
		const again = await post(`${other.url}${path}`, callback);
		expect(again.status).toBe(200);
		expect(await again.json()).toEqual({ message: 'Received before' });
		await n8n.client.finishedExecutions(workflow.id, 1);
		expect(await n8n.client.executions(workflow.id)).toHaveLength(1);
	});
});
