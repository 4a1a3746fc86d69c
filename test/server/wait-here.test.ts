import type { StoredWorkflow } from '../../playground/n8n/client';
import type { WorkflowFile } from '../../playground/n8n/workflow-file';
import { runBurst } from './harness/burst';
import { activated, bothWaiting, endedByHand, ImportJobs, postGuests } from './harness/import-jobs';
import {
	at,
	guests,
	inRow,
	type Node,
	reportEach,
	reportTo,
	split,
	start,
	submit,
	submitEach,
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

jest.setTimeout(180_000);

const report = () => reportTo(desk.url);

const jobs = new ImportJobs(() => playground);
const activate = (file: WorkflowFile): Promise<StoredWorkflow> => activated(playground, file);
const send = (path: string, ids: string[]): Promise<void> =>
	postGuests(`${playground.n8n.url}/webhook/${path}`, ids);

/** Waits until the workflow's newest two executions have ended: the one that sends, and the one that waits. */
const bothEnded = async (workflow: StoredWorkflow, limitMs = 30_000) => {
	let statuses: string[] = [];
	await until(
		'both executions to end',
		async () => {
			const all = await playground.client.executions(workflow.id);
			statuses = all.slice(0, 2).map(({ status }) => status);
			return statuses.every((status) => !['new', 'running', 'waiting'].includes(status));
		},
		limitMs,
	);
	return statuses;
};

describe('on a real n8n, an execution that waits for callbacks', () => {
	test('goes on when all were called back, also when n8n was killed in between', async () => {
		const workflow = await activate(inRow('Import', start('import'), split, submit, report()));
		await send('import', guests(2500));
		await jobs.submitted(1);
		// Before all is sent, and the sender is parked.
		jobs.end(0);
		await jobs.heard(0);
		await jobs.submitted(3);
		await bothWaiting(playground.client, workflow.id);
		await playground.crash();
		jobs.end(2);
		await jobs.heard(2);
		// While it runs, for a moment, it would end as crashed, like any execution.
		await bothWaiting(playground.client, workflow.id);
		await playground.crash();
		jobs.end(1);
		await jobs.heard(1);
		expect(await bothEnded(workflow)).toEqual(['success', 'success']);
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

	test('takes all callbacks before the sender is parked, at the first try', async () => {
		const workflow = await activate(inRow('Early', start('early'), split, submit, report()));
		await send('early', guests(3500));
		for (const request of [0, 1, 2, 3]) {
			await jobs.submitted(request + 1);
			jobs.end(request);
		}
		expect(await bothEnded(workflow)).toEqual(['success', 'success']);
		expect(desk.reports).toHaveLength(4);
		expect(jobs.all.map((_, index) => jobs.statuses(index)[0])).toEqual(Array(4).fill(200));
	});

	test('goes on within seconds of its one callback', async () => {
		const workflow = await activate(inRow('Quick', start('quick'), split, submit, report()));
		await send('quick', guests(1000));
		await bothWaiting(playground.client, workflow.id);
		const called = Date.now();
		jobs.end(0);
		await until('the report', () => desk.reports.length === 1);
		expect(Date.now() - called).toBeLessThan(3000);
	});

	test('gives each guest what became of them, linked to them, and errors on their own output', async () => {
		const failed: Node = {
			...reportEach(desk.url),
			...{ id: `${report().id.slice(0, -1)}9`, name: 'Failed', position: [800, 200] },
		};
		const each = submitEach({ batchSize: 1, tries: 1 });
		const file = inRow('Each', start('each'), split, each, reportEach(desk.url));
		file.nodes.push(failed);
		const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
		file.connections.Import = { main: [to('Report'), to('Failed')] };
		const workflow = await activate(file);
		playground.service.faults.add({
			...{ after: 1, action: { respond: { status: 400, body: { error: 'no' } } } },
		});
		// The second that passes the first rule: refused and in doubt stand among the accepted.
		playground.service.faults.add({ after: 2, action: 'processThenReset' });
		await send('each', guests(5));
		await bothWaiting(playground.client, workflow.id);
		for (const index of jobs.all.keys()) jobs.end(index);
		expect(await bothEnded(workflow)).toEqual(['success', 'success']);
		const told = desk.reports as Array<{ guest: string; valid?: boolean; error?: unknown }>;
		const of = (isError: boolean) =>
			told.filter(({ error }) => Boolean(error) === isError).map(({ guest }) => guest);
		expect(of(true)).toHaveLength(2);
		expect(of(true)).toContain('g-2');
		expect([...of(false), ...of(true)].sort()).toEqual(guests(5));
		for (const report of told.filter(({ error }) => !error)) {
			expect(report).toMatchObject({ user_id: report.guest, valid: true });
		}
	});

	test('is moved by no forged or repeated call, and reads a form of any size', async () => {
		const workflow = await activate(inRow('Forged', start('forged'), split, submit, report()));
		await send('forged', guests(1001));
		await jobs.submitted(2);
		const [{ id }] = await bothWaiting(playground.client, workflow.id);
		const real = jobs.all[0]!.webhook_url;
		for (const parameter of ['key', 'signature', 'request']) {
			const forged = new URL(real);
			forged.searchParams.set(parameter, 'a'.repeat(64));
			expect((await fetch(forged, { method: 'POST', body: '{}' })).status).toBe(401);
		}
		jobs.end(0);
		await jobs.heard(0);
		await bothWaiting(playground.client, workflow.id);
		const repeated = await fetch(real, { method: 'POST' });
		expect(repeated.status).toBe(200);
		expect((await bothWaiting(playground.client, workflow.id))[0].id).toBe(id);
		const contacts = guests(500).flatMap((guest, index) =>
			['_id', 'user_id', 'email'].map((key) => [`valid_contacts[${index}][${key}]`, guest]),
		);
		const form = new URLSearchParams([['contacts_valid_count', '500'], ...contacts]);
		const formed = await fetch(jobs.all[1]!.webhook_url, { method: 'PUT', body: form });
		expect(formed.status).toBe(200);
		expect(await bothEnded(workflow)).toEqual(['success', 'success']);
		expect(desk.reports).toMatchObject([
			{ callback: { contacts_valid_count: 1000 } },
			{ callback: { contacts_valid_count: 500 } },
		]);
		const [, second] = desk.reports as Array<{ callback: { valid_contacts: unknown[] } }>;
		expect(second!.callback.valid_contacts).toHaveLength(500);
		expect(second!.callback.valid_contacts[499]).toMatchObject({ user_id: 'g-500' });
	});

	test('stays stopped when a person stops it, and what waits for it ends with the next call', async () => {
		const workflow = await activate(
			inRow('Stopped', start('stopped'), split, submit, report()),
		);
		await send('stopped', guests(1001));
		await jobs.submitted(2);
		const [{ id }] = await bothWaiting(playground.client, workflow.id);
		await playground.client.stop(id);
		jobs.end(0);
		await until('the callback to be answered', () => jobs.statuses(0).length > 0);
		expect(await bothEnded(workflow)).toEqual(['success', 'canceled']);
		expect(desk.reports).toEqual([]);
	});

	test('fails when a person stops the execution that waits for it', async () => {
		const workflow = await activate(inRow('Left', start('left'), split, submit, report()));
		await send('left', guests(1));
		await jobs.submitted(1);
		const [, { id }] = await bothWaiting(playground.client, workflow.id);
		await playground.client.stop(id);
		// n8n looks once a minute for what was left to nobody.
		expect(await bothEnded(workflow, 90_000)).toEqual(['canceled', 'error']);
		const [, failed] = await playground.client.executions(workflow.id);
		await playground.client.retry(failed!.id);
		await playground.client.finishedExecutions(workflow.id, 3);
		expect(jobs.all).toHaveLength(1);
	});

	test('gives what was not called back when its limit passes', async () => {
		const limited = { ...submit, parameters: { ...submit.parameters, waitLimit: 0.05 } };
		const workflow = await activate(
			inRow('Limited', start('limited'), split, limited, report()),
		);
		await send('limited', guests(1001));
		await bothWaiting(playground.client, workflow.id);
		jobs.end(1);
		await jobs.heard(1);
		// Up to a minute late.
		expect(await bothEnded(workflow, 90_000)).toEqual(['success', 'success']);
		expect(desk.reports).toMatchObject([
			{ callback: null },
			{ callback: { contacts_valid_count: 1 } },
		]);
	});

	test('takes a burst of callbacks for a large import', async () => {
		const running = { ...playground, url: playground.n8n.url };
		const outcome = await runBurst(running, {
			...{ name: 'burst', contacts: 20_000, perRequest: 1000, rate: 10, reportUrl: desk.url },
		});
		expect(desk.reports).toEqual([{ items: 20_000, valid: 20_000, wrong: 0 }]);
		expect(outcome.firstTries).toBeGreaterThanOrEqual(18);
		expect([...outcome.statuses].filter((status) => status >= 500 && status !== 503)).toEqual(
			[],
		);
		expect(outcome.longestAnswer).toBeLessThan(10_000);
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
			await bothWaiting(playground.client, workflow.id);
			// What was called back in an earlier round says nothing about this one.
			if (round > 0) await fetch(jobs.all[round - 1]!.webhook_url, { method: 'POST' });
			await bothWaiting(playground.client, workflow.id);
			jobs.end(round);
			await jobs.heard(round);
		}
		const ended = await playground.client.finishedExecutions(workflow.id, 4);
		expect(ended.map(({ status }) => status)).toEqual(Array(4).fill('success'));
		expect(desk.reports).toMatchObject(jobs.all.map(({ _id }) => ({ job: _id })));
		expect(jobs.all).toHaveLength(3);
	});

	test('waits in parallel branches, one after the other', async () => {
		const file = inRow('Parallel', start('parallel'), split, submit, report());
		const again: Node = { ...submit, ...at(7), name: 'Import again' };
		file.nodes.push(again);
		const to = (name: string) => ({ node: name, type: 'main' as const, index: 0 });
		file.connections.Guests = { main: [[to('Import'), to('Import again')]] };
		file.connections['Import again'] = { main: [[to('Report')]] };
		const workflow = await activate(file);
		await send('parallel', guests(2));
		for (const branch of [0, 1]) {
			await jobs.submitted(branch + 1);
			await bothWaiting(playground.client, workflow.id);
			jobs.end(branch);
			await jobs.heard(branch);
		}
		const ended = await playground.client.finishedExecutions(workflow.id, 3);
		expect(ended.map(({ status }) => status)).toEqual(Array(3).fill('success'));
		expect(desk.reports).toMatchObject(jobs.all.map(({ _id }) => ({ job: _id })));
	});

	test('waits when a person runs the workflow in the editor', async () => {
		const manual: Node = {
			...at(1),
			name: 'By hand',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			parameters: {},
		};
		const made: Node = {
			...at(2),
			name: 'Guests',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: '{ "user_id": "g-1" }', options: {} },
		};
		const file = inRow('By hand', manual, made, submit, report());
		const workflow = await playground.client.importWorkflow(file, playground.credential);
		await playground.client.execute(workflow.id, 'By hand');
		await jobs.submitted(1);
		await bothWaiting(playground.client, workflow.id);
		jobs.end(0);
		await jobs.heard(0);
		expect(await bothEnded(workflow)).toEqual(['success', 'success']);
		expect(desk.reports).toMatchObject([{ callback: { contacts_valid_count: 1 } }]);
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
