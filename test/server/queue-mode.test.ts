import type { StoredWorkflow } from '../../playground/n8n/client';
import type { WorkflowFile } from '../../playground/n8n/workflow-file';
import { activated, endedByHand, ImportJobs, postGuests } from './harness/import-jobs';
import { guests, inRow, reportTo, split, start, submit } from './harness/import-workflow';
import { openReportDesk, type ReportDesk } from './harness/listening-server';
import { type QueueMode, startLimitMs, startQueueMode } from './harness/queue-mode/queue-mode';
import { describeWhere } from './harness/server-capabilities';
import { callTrigger, processed, repeated, signedPath, started } from './harness/trigger-calls';

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

jest.setTimeout(400_000);

const jobs = new ImportJobs(() => n8n);
const activate = (file: WorkflowFile): Promise<StoredWorkflow> => activated(n8n, file);

/** Lets the workflow submit these guests, and waits until it waits. */
async function submitGuests(workflow: StoredWorkflow, path: string, ids: string[]): Promise<void> {
	await postGuests(`${n8n.balancer.url}/webhook/${path}`, ids);
	await jobs.submitted(Math.ceil(ids.length / 1000));
	await jobs.allWaiting(workflow);
}

/** Waits for the workflow's executions to end, and looks what came out of them. */
async function expectReports(workflow: StoredWorkflow, counts: number[]) {
	expect(await jobs.allEnded(workflow)).toEqual(['success']);
	expect(jobs.inOrder(desk.reports)).toMatchObject(
		jobs.all.map(({ _id }, index) => ({
			job: _id,
			callback: { contacts_valid_count: counts[index] },
		})),
	);
	expect(n8n.service.requests).toHaveLength(counts.length);
}

describeWhere('waitForResult')(
	'on an n8n of several processes, an execution that waits for callbacks',
	() => {
		test('goes on when all were called back, also when processes die and others take over', async () => {
			const file = inRow('Import', start('import'), split, submit, reportTo(desk.url));
			const workflow = await activate(file);
			await submitGuests(workflow, 'import', guests(2500));

			const [worker] = n8n.workers;
			await worker.kill();
			await jobs.callBack(0);
			await jobs.allWaiting(workflow);
			await worker.replace();

			const [processor] = n8n.webhookProcessors;
			await processor.kill();
			n8n.balancer.turnTo(0);
			await jobs.callBack(1);
			expect(n8n.balancer.calls).toContainEqual({ server: 0, status: 502 });
			await jobs.allWaiting(workflow);
			await processor.replace();

			n8n.balancer.turnTo(0);
			await jobs.callBack(2);
			await expectReports(workflow, [1000, 1000, 500]);
		});
	},
);

describe('on an n8n of several processes, the trigger', () => {
	/** The signed URL of the trigger at each webhook processor. */
	const urls = () =>
		n8n.webhookProcessors.map(({ url }) => url + signedPath(n8n.service.account.accountSecret));

	// Both may start it: n8n gives a node no way to compare and store in one step.
	test('loses no callback that comes to two processes at the same instant, says of each what it did, and knows it from then on', async () => {
		const { client } = n8n;
		const { id } = await activate(inRow('Processed', processed));
		const both = await Promise.all(urls().map((url) => callTrigger(url, 'together')));
		expect(both.map(({ status }) => status)).toEqual([200, 200]);
		const starts = both.filter(({ message }) => message === started).length;
		expect(starts).toBeGreaterThan(0);
		await client.finishedExecutions(id, starts);
		for (const url of urls()) {
			expect((await callTrigger(url, 'together')).message).toBe(repeated);
		}
		expect(await client.executions(id)).toHaveLength(starts);
	});
});
