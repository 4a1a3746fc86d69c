import { wrongSetting, earlierTry } from '../../nodes/CrmMessaging/catalogue/runs';
import type { StoredWorkflow } from '../../playground/n8n/client';
import type { WorkflowFile } from '../../playground/n8n/workflow-file';
import { activated, endedByHand, ImportJobs, postGuests } from './harness/import-jobs';
import { guests, inRow, reportTo, split, start, submit, text } from './harness/import-workflow';
import { openReportDesk, type ReportDesk } from './harness/listening-server';
import { type QueueMode, startLimitMs, startQueueMode } from './harness/queue-mode/queue-mode';
import { describeWhere } from './harness/server-capabilities';
import { callTrigger, processed, repeated, signedPath, started } from './harness/trigger-calls';
import { until } from './harness/until';

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

/** Lets the workflow submit these guests, and waits until it waits. */
async function submitGuests(workflow: StoredWorkflow, path: string, ids: string[]): Promise<void> {
	await postGuests(`${n8n.balancer.url}/webhook/${path}`, ids);
	await jobs.submitted(Math.ceil(ids.length / 1000));
	await jobs.allWaiting(workflow);
}

const callbacks = () =>
	n8n.balancer.calls
		.filter(({ path }) => path.startsWith('/webhook-waiting/'))
		.map(({ server, status }) => [server, status]);

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
			await jobs.callBack(1);
			await jobs.allWaiting(workflow);
			await processor.replace();

			await jobs.callBack(2);
			await expectReports(workflow, [1000, 1000, 500]);
			// One met the processor that was gone; each processor took at least one.
			expect(callbacks()).toEqual(
				expect.arrayContaining([
					[0, 502],
					[0, 200],
					[1, 200],
				]),
			);
		});
	},
);

describe('on an n8n of several processes, the trigger', () => {
	/** The signed URL of the trigger at each webhook processor. */
	const urls = () =>
		n8n.webhookProcessors.map(({ url }) => url + signedPath(n8n.service.account.accountSecret));

	/** Waits for so many executions, and looks that there are no more. */
	async function expectStarts(workflow: StoredWorkflow, count: number): Promise<void> {
		await n8n.client.finishedExecutions(workflow.id, count);
		expect(await n8n.client.executions(workflow.id)).toHaveLength(count);
	}

	let workflow: StoredWorkflow;
	let before: number;

	beforeAll(async () => {
		workflow = await activate(inRow('Processed', processed));
	});
	beforeEach(async () => {
		before = (await n8n.client.executions(workflow.id)).length;
	});

	test('starts the workflow once for a callback that comes again to another process', async () => {
		const [one, other] = urls();
		const first = await callTrigger(one!, 'once');
		expect(first).toMatchObject({ status: 200, message: started });
		const again = await callTrigger(other!, 'once');
		expect(again).toMatchObject({ status: 200, message: repeated });
		await expectStarts(workflow, before + 1);
	});

	// Both may start it: n8n gives a node no way to compare and store in one step.
	test('loses no callback that comes to two processes at the same instant, and says of each what it did', async () => {
		const both = await Promise.all(urls().map((url) => callTrigger(url, 'at once')));
		expect(both.map(({ status }) => status)).toEqual([200, 200]);
		const starts = both.filter(({ message }) => message === started).length;
		expect(starts).toBeGreaterThan(0);
		await expectStarts(workflow, before + starts);
		for (const url of urls()) {
			expect((await callTrigger(url, 'at once')).message).toBe(repeated);
		}
		await expectStarts(workflow, before + starts);
	});
});

describe('on an n8n of several processes that are all killed while one sends,', () => {
	test('a retry by hand is refused before anything is sent', async () => {
		const { client, service, balancer, main, workers, webhookProcessors } = n8n;
		const oneByOne = { batchSize: 1, parallelRequests: 1 };
		const workflow = await activate(
			inRow('Text', start('text'), split, text('Hello', oneByOne)),
		);
		service.faults.add({ path: /sms/, times: 3, action: { delayMs: 3000 } });
		await postGuests(
			`${balancer.url}/webhook/text`,
			[1, 2, 3].map((nth) => `+3460020000${nth}`),
		);
		await until('a text', () => service.state.smsDeliveries.length > 0);
		const all = [main, ...workers, ...webhookProcessors];
		await Promise.all(all.map((one) => one.kill()));
		const texted = service.state.smsDeliveries.length;
		await main.replace();
		await Promise.all([...workers, ...webhookProcessors].map((one) => one.replace()));

		const [killed] = await client.finishedExecutions(workflow.id, 1);
		expect(killed?.status).toBe('crashed');
		await client.retry(killed!.id);
		const [again] = await client.finishedExecutions(workflow.id, 2);
		expect((await client.execution(again!.id)).data).toContain(
			wrongSetting.unknownEarlier(earlierTry.cutShort).text,
		);
		expect(service.state.smsDeliveries).toHaveLength(texted);
	});
});
