import type { IDataObject } from 'n8n-workflow';
import { hasEnded, type ExecutionSummary, type StoredWorkflow } from '../../playground/n8n/client';
import type { WorkflowFile } from '../../playground/n8n/workflow-file';
import { activated, endedByHand, ImportJobs, postGuests } from './harness/import-jobs';
import {
	guests,
	inRow,
	nodeAt,
	type Node,
	reportTo,
	split,
	start,
	submit,
} from './harness/import-workflow';
import { openReportDesk } from './harness/listening-server';
import { startPlayground } from './harness/playground';
import { describeWhere } from './harness/server-capabilities';
import { setUp } from './harness/set-up';
import { until } from './harness/until';

const desk = setUp(openReportDesk);
const playground = setUp(() => startPlayground(endedByHand));
const jobs = new ImportJobs(playground);

jest.setTimeout(400_000);

beforeEach(() => {
	playground().service.reset();
	desk().reports.length = 0;
});

const to = (name: string) => ({ node: name, type: 'main' as const, index: 0 });
const report = () => reportTo(desk().url);

/** A workflow that receives guests by a webhook, followed by these nodes. */
const ofGuests = (path: string, ...nodes: Node[]) => inRow(path, start(path), split, ...nodes);

/** Publishes a workflow and starts it with guests. */
async function send(file: WorkflowFile, count: number): Promise<StoredWorkflow> {
	const workflow = await activated(playground(), file);
	await postGuests(playground(), file.name, guests(count));
	return workflow;
}

/** Starts an import, and waits until it waits for its callbacks; `submitted` counts all jobs of the test by then. */
async function waiting(path: string, count: number, submitted: number) {
	const workflow = await send(ofGuests(path, submit, report()), count);
	await jobs.submitted(submitted);
	return { workflow, ...(await jobs.allWaiting(workflow)) };
}

/** Calls back for each request once the workflow waits for it, and checks the output. */
async function oneAfterTheOther(workflow: StoredWorkflow, requests: number): Promise<void> {
	for (let request = 0; request < requests; request++) {
		await jobs.submitted(request + 1);
		await jobs.allWaiting(workflow);
		// A repeated earlier callback must not count for this request.
		if (request > 0) await fetch(jobs.all[request - 1]!.webhook_url, { method: 'POST' });
		await jobs.allWaiting(workflow);
		await jobs.callBack(request);
	}
	expect(await jobs.allEnded(workflow)).toEqual(['success']);
	expect(desk().reports).toMatchObject(jobs.all.map(({ _id }) => ({ job: _id })));
	expect(jobs.all).toHaveLength(requests);
}

describeWhere('waitForResult')('an execution that waits for callbacks', () => {
	/** The reports on a request of a thousand guests and one of a single guest. */
	const bothReported = [
		{ callback: { contacts_valid_count: 1000 } },
		{ callback: { contacts_valid_count: 1 } },
	];

	test('rejects forged and repeated calls and keeps waiting', async () => {
		const { workflow, sender } = await waiting('forged', 1001, 2);
		const real = jobs.all[0]!.webhook_url;
		const another = new URL(jobs.all[1]!.webhook_url).searchParams.get('signature')!;
		for (const signature of ['a'.repeat(another.length), '', another]) {
			const forged = new URL(real);
			forged.searchParams.set('signature', signature);
			expect((await fetch(forged, { method: 'POST', body: '{}' })).status).toBe(401);
		}
		await jobs.callBack(0);
		await jobs.allWaiting(workflow);
		const repeated = await fetch(real, { method: 'POST' });
		expect(repeated.status).toBe(409);
		expect((await jobs.allWaiting(workflow)).sender.id).toBe(sender.id);
		await jobs.callBack(1);
		expect(await jobs.allEnded(workflow)).toEqual(['success']);
		expect(jobs.inOrder(desk().reports)).toMatchObject(bothReported);
	});

	test('waits in every iteration of a loop', async () => {
		const loop = nodeAt(5, 'Loop', 'splitInBatches', 3, { batchSize: 1, options: {} });
		const file = ofGuests('loop', loop, submit, report());
		file.connections.Loop = { main: [[], [to('Import')]] };
		file.connections.Report = { main: [[to('Loop')]] };
		await oneAfterTheOther(await send(file, 3), 3);
	});

	test('waits in parallel branches, one after the other', async () => {
		const file = ofGuests('parallel', submit, report());
		file.nodes.push(
			nodeAt(7, 'Import again', submit.type, 1, submit.parameters as IDataObject),
		);
		file.connections.Guests = { main: [[to('Import'), to('Import again')]] };
		file.connections['Import again'] = { main: [[to('Report')]] };
		await oneAfterTheOther(await send(file, 2), 2);
	});

	test('waits in a sub-workflow, and the calling workflow waits with it', async () => {
		const { client } = playground();
		const input = { inputSource: 'passthrough' };
		const called = nodeAt(1, 'Called', 'executeWorkflowTrigger', 1.1, input);
		const below = await activated(playground(), inRow('Below', called, submit));
		const call = nodeAt(6, 'Call', 'executeWorkflow', 1.2, {
			workflowId: { __rl: true, mode: 'id', value: below.id },
			options: { waitForSubWorkflow: true },
		});
		const above = await send(ofGuests('above', call, report()), 1001);
		await jobs.submitted(2);
		await client.waitingExecution(above.id);
		for (const request of [1, 0]) await jobs.callBack(request);
		const [execution] = await client.finishedExecutions(above.id, 1);
		expect(execution?.status).toBe('success');
		expect(jobs.inOrder(desk().reports)).toMatchObject(bothReported);
	});

	test('stays canceled after a manual stop, and the executions that receive its callbacks still end', async () => {
		const { workflow, sender } = await waiting('stopped', 1001, 2);
		await playground().client.stop(sender.id);
		for (const job of [0, 1]) await jobs.callBack(job);
		expect(await jobs.allEnded(workflow)).toEqual(['canceled', 'success']);
		expect(await jobs.statusesOf([sender])).toEqual(['canceled']);
		expect(desk().reports).toEqual([]);
	});

	// Once a minute, n8n resumes executions that wait for ended ones: one minute covers all three.
	test('ends when a person stops an execution that it waits for', async () => {
		const { client } = playground();
		const unwatched = await waiting('left', 1, 1);
		await client.stop(unwatched.watch.id);
		const senders: ExecutionSummary[] = [unwatched.sender];
		for (const [path, nth, job] of [
			['look', 0, 2],
			['box', 1, 4],
		] as const) {
			const { sender, others } = await waiting(path, 1001, job + 1);
			await jobs.callBack(job);
			await until('the first callback to be read', async () => {
				const { status, data } = await client.execution(others[0]!.id);
				return status === 'waiting' && data.includes('contacts_valid_count');
			});
			await client.stop(others[nth]!.id);
			senders.push(sender);
		}
		const statuses = () => jobs.statusesOf(senders);
		const haveEnded = async () => (await statuses()).every((status) => hasEnded({ status }));
		await until('the senders to end', haveEnded, 300_000);
		expect(await statuses()).toEqual(['error', 'success', 'success']);
		const all = jobs.all.map(({ _id }) => _id);
		expect(jobs.inOrder(desk().reports)).toMatchObject([
			{ job: all[1], callback: null },
			{ job: all[2], callback: { contacts_valid_count: 1 } },
			{ job: all[3], callback: null },
			{ job: all[4], callback: { contacts_valid_count: 1 } },
		]);
	});
});
