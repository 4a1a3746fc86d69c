import type { StoredWorkflow } from '../../playground/n8n/client';
import type { WorkflowFile } from '../../playground/n8n/workflow-file';
import { activated, endedByHand, ImportJobs, postGuests } from './harness/import-jobs';
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
import { type Playground, startLimitMs, startPlayground } from './harness/playground';
import { openReportDesk, type ReportDesk } from './harness/report-desk';
import { until } from './harness/until';

let playground: Playground;
let desk: ReportDesk;

beforeAll(async () => {
	desk = await openReportDesk();
	playground = await startPlayground(endedByHand);
}, startLimitMs);

afterAll(async () => {
	await playground?.stop();
	await desk?.close();
});

beforeEach(() => {
	playground.service.reset();
	desk.reports.length = 0;
});

jest.setTimeout(120_000);

const report = () => reportTo(desk.url);

const jobs = new ImportJobs(() => playground);
const activate = (file: WorkflowFile): Promise<StoredWorkflow> => activated(playground, file);
const send = (path: string, ids: string[]): Promise<void> =>
	postGuests(`${playground.n8n.url}/webhook/${path}`, ids);

describe('on a real n8n, an execution that waits for callbacks', () => {
	test('goes on when all were called back, also when n8n was killed in between', async () => {
		const workflow = await activate(inRow('Import', start('import'), split, submit, report()));
		await send('import', guests(2500));
		await jobs.submitted(1);
		// Perhaps before the execution is stored: then n8n is not ready, and is called again.
		jobs.end(0);
		await jobs.heard(0);
		await jobs.submitted(3);
		await playground.client.waitingExecution(workflow.id);
		await playground.crash();
		jobs.end(2);
		await jobs.heard(2);
		// While it runs, for a moment, it would end as crashed, like any execution.
		await playground.client.waitingExecution(workflow.id);
		await playground.crash();
		jobs.end(1);
		await jobs.heard(1);
		const [execution] = await playground.client.finishedExecutions(workflow.id, 1);
		expect(execution?.status).toBe('success');
		const counts = [1000, 1000, 500];
		expect(desk.reports).toMatchObject(
			jobs.all.map(({ _id }, index) => ({
				job: _id,
				callback: { contacts_valid_count: counts[index] },
			})),
		);
		expect(playground.service.requests).toHaveLength(3);
		const again = await fetch(jobs.all[1]!.webhook_url, { method: 'POST' });
		expect(again.status).toBe(409);
	});

	test('is moved by no forged or repeated call, and reads a form of any size', async () => {
		const workflow = await activate(inRow('Forged', start('forged'), split, submit, report()));
		await send('forged', guests(1001));
		await jobs.submitted(2);
		const { id } = await playground.client.waitingExecution(workflow.id);
		const real = jobs.all[0]!.webhook_url;
		for (const parameter of ['key', 'signature', 'request']) {
			const forged = new URL(real);
			forged.searchParams.set(parameter, 'a'.repeat(64));
			expect((await fetch(forged, { method: 'POST', body: '{}' })).status).toBe(401);
		}
		jobs.end(0);
		await jobs.heard(0);
		await playground.client.waitingExecution(workflow.id);
		const repeated = await fetch(real, { method: 'POST' });
		expect(repeated.status).toBe(200);
		expect((await playground.client.waitingExecution(workflow.id)).id).toBe(id);
		const contacts = guests(500).flatMap((guest, index) =>
			['_id', 'user_id', 'email'].map((key) => [`valid_contacts[${index}][${key}]`, guest]),
		);
		const form = new URLSearchParams([['contacts_valid_count', '500'], ...contacts]);
		const formed = await fetch(jobs.all[1]!.webhook_url, { method: 'POST', body: form });
		expect(formed.status).toBe(200);
		const [execution] = await playground.client.finishedExecutions(workflow.id, 1);
		expect(execution).toMatchObject({ id, status: 'success' });
		expect(desk.reports).toMatchObject([
			{ callback: { contacts_valid_count: 1000 } },
			{ callback: { contacts_valid_count: 500 } },
		]);
		const [, second] = desk.reports as Array<{ callback: { valid_contacts: unknown[] } }>;
		expect(second!.callback.valid_contacts).toHaveLength(500);
		expect(second!.callback.valid_contacts[499]).toMatchObject({ user_id: 'g-500' });
	});

	test('stays stopped when a person stops it', async () => {
		const workflow = await activate(
			inRow('Stopped', start('stopped'), split, submit, report()),
		);
		await send('stopped', guests(1));
		await jobs.submitted(1);
		const { id } = await playground.client.waitingExecution(workflow.id);
		await playground.client.stop(id);
		jobs.end(0);
		await until('the callback to be answered', () => jobs.statuses(0).length > 0);
		expect(jobs.statuses(0)).not.toContain(200);
		const [execution] = await playground.client.executions(workflow.id);
		expect(execution).toMatchObject({ id, status: 'canceled' });
		expect(desk.reports).toEqual([]);
	});

	test('waits in every round of a loop', async () => {
		const loop: Node = {
			...at(5),
			name: 'Loop',
			type: 'n8n-nodes-base.splitInBatches',
			typeVersion: 3,
			parameters: { batchSize: 1, options: {} },
		};
		const file = inRow('Loop', start('loop'), split, loop, submit, report());
		const to = (name: string) => ({ node: name, type: 'main' as const, index: 0 });
		file.connections.Loop = { main: [[], [to('Import')]] };
		file.connections.Report = { main: [[to('Loop')]] };
		const workflow = await activate(file);
		await send('loop', guests(3));
		for (const round of [0, 1, 2]) {
			await jobs.submitted(round + 1);
			await playground.client.waitingExecution(workflow.id);
			// What was called back in an earlier round says nothing about this one.
			if (round > 0) await fetch(jobs.all[round - 1]!.webhook_url, { method: 'POST' });
			await playground.client.waitingExecution(workflow.id);
			jobs.end(round);
			await jobs.heard(round);
		}
		const [execution] = await playground.client.finishedExecutions(workflow.id, 1);
		expect(execution?.status).toBe('success');
		expect(desk.reports).toMatchObject(jobs.all.map(({ _id }) => ({ job: _id })));
		expect(jobs.all).toHaveLength(3);
	});

	test('waits inside of a sub-workflow, and the workflow above waits with it', async () => {
		const called: Node = {
			...at(1),
			name: 'Called',
			type: 'n8n-nodes-base.executeWorkflowTrigger',
			typeVersion: 1.1,
			parameters: { inputSource: 'passthrough' },
		};
		const below = await activate(inRow('Below', called, submit));
		const call: Node = {
			...at(6),
			name: 'Call',
			type: 'n8n-nodes-base.executeWorkflow',
			typeVersion: 1.2,
			parameters: {
				workflowId: { __rl: true, mode: 'id', value: below.id },
				options: { waitForSubWorkflow: true },
			},
		};
		const above = await activate(inRow('Above', start('above'), split, call, report()));
		await send('above', guests(1001));
		await jobs.submitted(2);
		await playground.client.waitingExecution(above.id);
		for (const request of [1, 0]) {
			jobs.end(request);
			await jobs.heard(request);
		}
		const [execution] = await playground.client.finishedExecutions(above.id, 1);
		expect(execution?.status).toBe('success');
		expect(desk.reports).toMatchObject([
			{ callback: { contacts_valid_count: 1000 } },
			{ callback: { contacts_valid_count: 1 } },
		]);
	});
});
