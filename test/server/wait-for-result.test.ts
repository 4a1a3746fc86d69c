import type { IDataObject } from 'n8n-workflow';
import { ImportBench, succeeded } from './harness/import-bench';
import { executionsPerWait } from './harness/import-jobs';
import {
	guests,
	inRow,
	nodeAt,
	type Node,
	reportEach,
	split,
	start,
	submit,
	submitEach,
} from './harness/import-workflow';
import { describeWhere } from './harness/server-capabilities';
import type { StoredWorkflow } from '../../playground/n8n/client';
import type { WorkflowFile } from '../../playground/n8n/workflow-file';

const bench = new ImportBench();

jest.setTimeout(400_000);

const to = (name: string) => ({ node: name, type: 'main' as const, index: 0 });

/** Publishes a workflow of a webhook, which is given guests, and these nodes. */
const publish = (path: string, ...nodes: Node[]) =>
	bench.activate(inRow(path, start(path), split, ...nodes));

/** Publishes a workflow and starts it. */
async function send(file: WorkflowFile, count: number): Promise<StoredWorkflow> {
	const workflow = await bench.activate(file);
	await bench.send(file.name, guests(count));
	return workflow;
}

/** Has each request called back when the workflow waits for it, and looks at what came out. */
async function oneAfterTheOther(workflow: StoredWorkflow, requests: number): Promise<void> {
	for (let request = 0; request < requests; request++) {
		await bench.jobs.submitted(request + 1);
		await bench.jobs.allWaiting(workflow);
		// Earlier callbacks say nothing about this request.
		if (request > 0) await fetch(bench.jobs.all[request - 1]!.webhook_url, { method: 'POST' });
		await bench.jobs.allWaiting(workflow);
		await bench.jobs.callBack(request);
	}
	const count = 1 + requests * (executionsPerWait(1) - 1);
	const ended = await bench.playground.client.finishedExecutions(workflow.id, count);
	expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(succeeded));
	expect(bench.desk.reports).toMatchObject(bench.jobs.all.map(({ _id }) => ({ job: _id })));
	expect(bench.jobs.all).toHaveLength(requests);
}

describeWhere('waitForResult')('on a real n8n, an execution that waits for callbacks', () => {
	test('takes all callbacks before the sender is parked, at the first try', async () => {
		const workflow = await publish('early', submit, bench.report());
		await bench.send('early', guests(3500));
		for (const request of [0, 1, 2, 3]) {
			await bench.jobs.submitted(request + 1);
			bench.jobs.end(request);
		}
		expect(await bench.jobs.allEnded(workflow)).toEqual(succeeded);
		expect(bench.desk.reports).toHaveLength(4);
		expect(bench.jobs.all.map((_, index) => bench.jobs.statuses(index)[0])).toEqual(
			Array(4).fill(200),
		);
	});

	test('gives each guest what became of them, linked to them, and errors on their own output', async () => {
		const failed: Node = {
			...reportEach(bench.desk.url),
			id: `${bench.report().id.slice(0, -1)}9`,
			name: 'Failed',
			position: [800, 200],
		};
		const each = submitEach({ batchSize: 1, maxTries: 1 });
		const file = inRow('each', start('each'), split, each, reportEach(bench.desk.url));
		file.nodes.push(failed);
		file.connections.Import = { main: [[to('Report')], [to('Failed')]] };
		const workflow = await bench.activate(file);
		bench.playground.service.faults.add({
			after: 1,
			action: { respond: { status: 400, body: { error: 'no' } } },
		});
		// The second that passes the first rule: refused and in doubt stand among the accepted.
		bench.playground.service.faults.add({ after: 2, action: 'processThenReset' });
		await bench.send('each', guests(5));
		await bench.jobs.allWaiting(workflow);
		for (const index of bench.jobs.all.keys()) bench.jobs.end(index);
		// n8n ends the mailbox of the refused request up to a minute later.
		expect(await bench.jobs.allEnded(workflow, 120_000)).toEqual(succeeded);
		const told = bench.desk.reports as Array<{
			guest: string;
			valid?: boolean;
			error?: unknown;
		}>;
		const of = (isError: boolean) =>
			told.filter(({ error }) => Boolean(error) === isError).map(({ guest }) => guest);
		expect(of(true)).toHaveLength(2);
		expect(of(true)).toContain('g-2');
		expect([...of(false), ...of(true)].sort()).toEqual(guests(5));
		for (const report of told.filter(({ error }) => !error)) {
			expect(report).toMatchObject({ user_id: report.guest, valid: true });
		}
	});

	test('is moved by no forged or repeated call', async () => {
		const workflow = await publish('forged', submit, bench.report());
		await bench.send('forged', guests(1001));
		await bench.jobs.submitted(2);
		const { sender } = await bench.jobs.allWaiting(workflow);
		const real = bench.jobs.all[0]!.webhook_url;
		const another = new URL(bench.jobs.all[1]!.webhook_url).searchParams.get('signature')!;
		for (const signature of ['a'.repeat(another.length), '', another]) {
			const forged = new URL(real);
			forged.searchParams.set('signature', signature);
			expect((await fetch(forged, { method: 'POST', body: '{}' })).status).toBe(401);
		}
		await bench.jobs.callBack(0);
		await bench.jobs.allWaiting(workflow);
		const repeated = await fetch(real, { method: 'POST' });
		expect(repeated.status).toBe(409);
		expect((await bench.jobs.allWaiting(workflow)).sender.id).toBe(sender.id);
		await bench.jobs.callBack(1);
		expect(await bench.jobs.allEnded(workflow)).toEqual(succeeded);
		expect(bench.jobs.inOrder(bench.desk.reports)).toMatchObject([
			{ callback: { contacts_valid_count: 1000 } },
			{ callback: { contacts_valid_count: 1 } },
		]);
	});

	test('waits in every round of a loop', async () => {
		const loop = nodeAt(5, 'Loop', 'splitInBatches', 3, { batchSize: 1, options: {} });
		const file = inRow('loop', start('loop'), split, loop, submit, bench.report());
		file.connections.Loop = { main: [[], [to('Import')]] };
		file.connections.Report = { main: [[to('Loop')]] };
		await oneAfterTheOther(await send(file, 3), 3);
	});

	test('waits in parallel branches, one after the other', async () => {
		const file = inRow('parallel', start('parallel'), split, submit, bench.report());
		file.nodes.push(
			nodeAt(7, 'Import again', submit.type, 1, submit.parameters as IDataObject),
		);
		file.connections.Guests = { main: [[to('Import'), to('Import again')]] };
		file.connections['Import again'] = { main: [[to('Report')]] };
		await oneAfterTheOther(await send(file, 2), 2);
	});

	test('waits when a person runs the workflow in the editor', async () => {
		const manual = nodeAt(1, 'By hand', 'manualTrigger', 1);
		const jsonOutput = '{ "user_id": "g-1" }';
		const made = nodeAt(2, 'Guests', 'set', 3.4, { mode: 'raw', jsonOutput, options: {} });
		const { client, credential } = bench.playground;
		const file = inRow('By hand', manual, made, submit, bench.report());
		const workflow = await client.importWorkflow(file, credential);
		await client.execute(workflow.id, 'By hand');
		await oneAfterTheOther(workflow, 1);
	});

	test('waits inside of a sub-workflow, and the workflow above waits with it', async () => {
		const input = { inputSource: 'passthrough' };
		const called = nodeAt(1, 'Called', 'executeWorkflowTrigger', 1.1, input);
		const below = await bench.activate(inRow('Below', called, submit));
		const call = nodeAt(6, 'Call', 'executeWorkflow', 1.2, {
			workflowId: { __rl: true, mode: 'id', value: below.id },
			options: { waitForSubWorkflow: true },
		});
		const above = await publish('above', call, bench.report());
		await bench.send('above', guests(1001));
		await bench.jobs.submitted(2);
		await bench.playground.client.waitingExecution(above.id);
		for (const request of [1, 0]) {
			await bench.jobs.callBack(request);
		}
		const [execution] = await bench.playground.client.finishedExecutions(above.id, 1);
		expect(execution?.status).toBe('success');
		expect(bench.jobs.inOrder(bench.desk.reports)).toMatchObject([
			{ callback: { contacts_valid_count: 1000 } },
			{ callback: { contacts_valid_count: 1 } },
		]);
	});
});
