import { createHmac } from 'node:crypto';
import type { StoredWorkflow } from '../../playground/n8n/client';
import type { WorkflowFile } from '../../playground/n8n/workflow-file';
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
import { openReportDesk, type ReportDesk } from './harness/report-desk';
import { until } from './harness/until';

let n8n: QueueMode;
let desk: ReportDesk;

beforeAll(async () => {
	desk = await openReportDesk();
	n8n = await startQueueMode({
		// A job stays queued until the test ends it.
		processingDelayMs: 3_600_000,
		callbackRetryDelaysMs: Array<number>(100).fill(300),
	});
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

async function activated(file: WorkflowFile): Promise<StoredWorkflow> {
	const workflow = await n8n.client.importWorkflow(file, n8n.credential);
	await n8n.client.activate(workflow);
	return workflow;
}

async function post(url: string, body: object): Promise<Response> {
	return fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
}

async function submitGuests(path: string): Promise<void> {
	const answer = await post(`${n8n.balancer.url}/webhook/${path}`, { guests: guests(2500) });
	expect(answer.status).toBe(200);
	await until('3 submissions', () => jobs().length >= 3);
}

const jobs = () => n8n.service.state.bulkJobs;
const end = (index: number) => void n8n.service.endBulkJob(jobs()[index]!._id, 'processed');
const wasHeard = (index: number): boolean =>
	n8n.service.state.callbacks.some(
		({ bulk_id, outcome }) => bulk_id === jobs()[index]!._id && outcome === 'received',
	);
const heard = (index: number): Promise<void> =>
	until(`the callback of job ${index} to be heard`, () => wasHeard(index));

/** What each callback met: which webhook processor, and its answer. */
const callbacks = () =>
	n8n.balancer.calls
		.filter(({ path }) => path.startsWith('/webhook-waiting/'))
		.map(({ server, status }) => [server, status]);

async function expectAllThree(workflow: StoredWorkflow): Promise<void> {
	const [execution] = await n8n.client.finishedExecutions(workflow.id, 1);
	expect(execution?.status).toBe('success');
	const counts = [1000, 1000, 500];
	expect(desk.reports).toMatchObject(
		jobs().map(({ _id }, index) => ({
			job: _id,
			callback: { contacts_valid_count: counts[index] },
		})),
	);
	expect(n8n.service.requests).toHaveLength(3);
}

describe('on an n8n of several processes, an execution that waits for callbacks', () => {
	test('goes on when all were called back, also when processes die and others take over', async () => {
		const file = inRow('Import', start('import'), split, submit, reportTo(desk.url));
		const workflow = await activated(file);
		await submitGuests('import');
		await n8n.client.waitingExecution(workflow.id);

		const [worker] = n8n.workers;
		await worker.kill();
		end(0);
		await heard(0);
		await n8n.client.waitingExecution(workflow.id);
		await worker.replace();

		const [processor] = n8n.webhookProcessors;
		await processor.kill();
		end(1);
		await heard(1);
		await n8n.client.waitingExecution(workflow.id);
		await processor.replace();

		end(2);
		await heard(2);
		await expectAllThree(workflow);
		expect(callbacks()).toEqual([
			[1, 200],
			[0, 502],
			[1, 200],
			[0, 200],
		]);
	});
});

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
		const workflow = await activated(inRow('Processed', trigger));
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
