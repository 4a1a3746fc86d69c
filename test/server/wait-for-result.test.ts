import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowFile } from '../../playground/n8n/workflow-file';
import {
	activated,
	endedByHand,
	ImportJobs,
	postGuests,
	type Running,
	endStoredWaits,
} from './harness/import-jobs';
import { type Playground, startPlayground, setUp, until } from './harness/playground';
import { startQueueMode } from './harness/queue-mode/queue-mode';
import { testWhere } from './harness/server-capabilities';
import { openReportDesk, postJson } from './harness/servers';
import {
	aggregate,
	guests,
	inRow,
	nodeAt,
	type Node,
	reportTo,
	type Results,
	split,
	start,
	submit,
} from './harness/workflows';

const desk = setUp(openReportDesk);
const reports = () => desk().reports as Results[];

jest.setTimeout(300_000);

const to = (name: string) => ({ node: name, type: 'main' as const, index: 0 });

/** Each guest with the same result. */
const allOf = (count: number, valid: boolean | null): Results['results'] =>
	guests(count).map((guest) => [guest, valid]);

/** A workflow that receives guests at a path, imports them, waits and reports. */
const fileOf = (path: string, ...nodes: Node[]): WorkflowFile =>
	inRow(path, start(path), split, ...nodes, aggregate, reportTo(desk().url));

async function reported(count: number, limitMs?: number): Promise<Results[]> {
	await until(`${count} reports`, () => reports().length >= count, limitMs);
	return reports();
}

/** The answer to a call of a callback URL. */
async function call(url: string | URL, body: object = { note: 1 }): Promise<[number, unknown]> {
	const { status, message } = await postJson(url, body);
	return [status, message];
}

const modes: Array<[name: string, begin: () => Promise<Running>]> = [
	['one process', () => startPlayground(endedByHand)],
	['queue mode', () => startQueueMode(endedByHand)],
];

describe.each(modes)('with n8n in %s, an execution that waits', (mode, begin) => {
	const n8n = setUp(begin);
	const jobs = new ImportJobs(() => n8n());
	const publish = async (path: string, ...nodes: Node[]) =>
		await activated(n8n(), fileOf(path, ...nodes));
	const post = async (path: string, count: number) =>
		await postGuests(n8n(), path, guests(count));
	/** Lets a job's wait end as at Max Wait. */
	const endWait = async (job: number) =>
		await endStoredWaits(n8n().waitStore, (await jobs.waiting(job)).id);
	beforeAll(() => publish('import', submit));
	beforeEach(() => {
		n8n().service.reset();
		reports().length = 0;
	});

	test('is resumed by its callback alone, and once', async () => {
		await post('import', 1000);
		const { id } = await jobs.waiting(0);
		const { webhook_url: url } = jobs.all[0]!;
		expect(await call(url, {})).toEqual([200, 'No content']);
		await jobs.waiting(0);
		await jobs.callBack(0);
		expect(await reported(1)).toEqual([{ execution: id, results: allOf(1000, true) }]);
		expect(jobs.statuses(0)).toEqual([200]);
		expect((await call(url))[0]).toBe(409);
	});

	test('is resumed by a callback that first came before the service’s answer', async () => {
		let answer = (): void => undefined;
		const answerAfter = new Promise<void>((resolve) => (answer = resolve));
		n8n().service.faults.add({ action: { answerAfter } });
		await post('import', 3);
		await jobs.submitted(1);
		jobs.end(0);
		await until('a refused call', () => jobs.statuses(0).length > 0);
		answer();
		expect(await reported(1)).toMatchObject([{ results: allOf(3, true) }]);
		const statuses = jobs.statuses(0);
		expect([409, 500]).toContain(statuses[0]);
		expect(statuses.filter((status) => status === 200)).toHaveLength(1);
	});

	// docs/callbacks.md, Limits of a wait: in queue mode, n8n 1 resumes it in each processor.
	const testOnce = mode === 'one process' ? test : testWhere('claimedWaits');
	testOnce('is resumed once by calls at nearly the same moment, by any name', async () => {
		await publish('named', { ...submit, name: 'constructor' });
		const each = [...Array(8).keys()];
		for (const nth of each) {
			await post('named', 1);
			await jobs.waiting(nth);
		}
		const body = { valid_contacts: [{ user_id: 'g-1' }] };
		const callTwice = async (nth: number) => {
			const { webhook_url: url } = jobs.all[nth]!;
			const first = call(url, body);
			await pause(40 * nth);
			return await Promise.all([first, call(url, body)]);
		};
		await Promise.all(each.map(callTwice));
		await reported(each.length);
		await pause(3000);
		expect(reports().map(({ results }) => results)).toEqual(each.map(() => allOf(1, true)));
	});

	test('is resumed in each round of a loop, however early and often its callback comes', async () => {
		const loop = nodeAt(6, 'Loop', 'splitInBatches', 3, { batchSize: 1, options: {} });
		const file = fileOf('rounds', loop, submit);
		file.connections.Loop = { main: [[to('All')], [to('Import')]] };
		file.connections.Import = { main: [[to('Loop')]] };
		await activated(n8n(), file);
		await post('rounds', 20);
		for (let round = 0; round < 20; round++) {
			await jobs.submitted(round + 1);
			const { webhook_url: url } = jobs.all[round]!;
			const body = { valid_contacts: [{ user_id: `g-${round + 1}` }] };
			const isReceived = async () => (await call(url, body))[0] === 200;
			await until('an answer', isReceived, 30_000, 1);
		}
		expect(await reported(1)).toMatchObject([{ results: allOf(20, true) }]);
		expect(jobs.all).toHaveLength(20);
	});

	test('waits in one branch after the other', async () => {
		const file = fileOf('branches', submit);
		file.nodes.push({ ...submit, id: 'other', name: 'Other', position: [600, 300] });
		file.connections.Guests = { main: [[to('Import'), to('Other')]] };
		file.connections.Other = { main: [[to('All')]] };
		await activated(n8n(), file);
		await post('branches', 2);
		for (const branch of [0, 1]) {
			await jobs.waiting(branch);
			expect(jobs.all).toHaveLength(branch + 1);
			await jobs.callBack(branch);
		}
		const both = await reported(2);
		expect(both.map(({ results }) => results)).toEqual([allOf(2, true), allOf(2, true)]);
	});

	testWhere('subWorkflowResults')(
		'waits in a sub-workflow, and the calling execution with it',
		async () => {
			const called = nodeAt(1, 'Called', 'executeWorkflowTrigger', 1.1, {
				inputSource: 'passthrough',
			});
			const below = await activated(n8n(), inRow('Below', called, submit));
			const callBelow = nodeAt(6, 'Call', 'executeWorkflow', 1.2, {
				workflowId: { __rl: true, mode: 'id', value: below.id },
				options: { waitForSubWorkflow: true },
			});
			const above = await publish('above', callBelow);
			await post('above', 3);
			await jobs.waiting(0);
			await n8n().client.waitingExecution(above.id);
			await jobs.callBack(0);
			expect(await reported(1)).toMatchObject([{ results: allOf(3, true) }]);
		},
	);

	test('waits when a person executes the workflow in the editor', async () => {
		const trigger = nodeAt(1, 'Now', 'manualTrigger', 1);
		const some = nodeAt(7, 'Some', 'set', 3.4, {
			mode: 'raw',
			jsonOutput: JSON.stringify({ body: { guests: guests(2) } }),
			options: {},
		});
		const nodes = [trigger, some, split, submit, aggregate, reportTo(desk().url)];
		const { client, credential } = n8n();
		const { id } = await client.importWorkflow(inRow('Manual', ...nodes), credential);
		await client.execute(id, 'Now');
		await jobs.waiting(0);
		await jobs.callBack(0);
		expect(await reported(1)).toMatchObject([{ results: allOf(2, true) }]);
	});

	test('stays stopped if a person stops it, and its retry sends nothing', async () => {
		const { client } = n8n();
		await post('import', 2);
		const { id, workflowId } = await jobs.waiting(0);
		await client.stop(id);
		expect((await call(jobs.all[0]!.webhook_url))[0]).toBe(409);
		expect((await client.execution(id)).status).toBe('canceled');
		await client.retry(id);
		expect(await reported(1)).toMatchObject([{ results: allOf(2, null) }]);
		expect(jobs.all).toHaveLength(1);
		expect((await client.executions(workflowId))[0]!.status).toBe('success');
	});

	// n8n looks once a minute for executions whose time is over.
	test('resumes without results at Max Wait', async () => {
		await post('import', 3);
		await endWait(0);
		expect(await reported(1, 150_000)).toMatchObject([{ results: allOf(3, null) }]);
		expect((await call(jobs.all[0]!.webhook_url))[0]).toBe(409);
	});

	test('survives the kill of a process', async () => {
		await post('import', 2);
		await jobs.waiting(0);
		if (mode === 'one process') {
			await post('import', 3);
			await endWait(1);
			await (n8n() as Playground).crash();
			expect(await reported(1, 150_000)).toMatchObject([{ results: allOf(3, null) }]);
		} else {
			const { members } = n8n() as Awaited<ReturnType<typeof startQueueMode>>;
			await members['worker-1']!.kill();
		}
		await jobs.callBack(0);
		await until('the results', () =>
			reports().some(({ results: [first] }) => first?.[1] === true),
		);
	});
});
