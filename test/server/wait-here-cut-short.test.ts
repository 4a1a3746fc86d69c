import { setTimeout as pause } from 'node:timers/promises';
import type { StoredWorkflow } from '../../playground/n8n/client';
import { ImportBench } from './harness/import-bench';
import { executionsPerWait } from './harness/import-jobs';
import { describeWhere } from './harness/server-capabilities';
import { until } from './harness/until';

const bench = new ImportBench();

jest.setTimeout(400_000);

/**
 * n8n's log of what runs lags behind: an execution that was just parked would count as crashed. And n8n
 * answers before it has started whole; an execution that is to go on then fails.
 */
const crash = async () => {
	await pause(1500);
	await bench.playground.crash();
	await pause(3000);
};

describeWhere('waitForResult')(
	'on a real n8n, an execution that waits for callbacks and is cut short',
	() => {
		test('goes on when all were called back, also when n8n was killed in between', async () => {
			const workflow = await bench.importing('import', 2500, 1);
			// Before all is sent, and the sender is parked.
			bench.jobs.end(0);
			await bench.jobs.heard(0);
			await bench.jobs.submitted(3);
			await bench.allWaiting(workflow);
			await crash();
			bench.jobs.end(2);
			await bench.jobs.heard(2);
			await bench.allWaiting(workflow);
			await crash();
			bench.jobs.end(1);
			await bench.jobs.heard(1);
			const [, ...others] = await bench.allEnded(workflow);
			expect(others).toEqual(['success', 'success']);
			const counts = [1000, 1000, 500];
			expect(bench.desk.reports).toMatchObject(
				bench.jobs.all.map(({ _id }, index) => ({
					job: _id,
					callback: { contacts_valid_count: counts[index] },
				})),
			);
			expect(bench.playground.service.requests).toHaveLength(3);
			const again = await fetch(bench.jobs.all[1]!.webhook_url, { method: 'POST' });
			expect(again.ok).toBe(false);
		});

		test('stays stopped when a person stops it, and what waits for it ends with the next call', async () => {
			const workflow = await bench.importing('stopped', 1001, 2);
			const { sender } = await bench.allWaiting(workflow);
			await bench.playground.client.stop(sender.id);
			bench.jobs.end(0);
			await until('the callback to be answered', () => bench.jobs.statuses(0).length > 0);
			expect(await bench.allEnded(workflow)).toEqual(['success', 'success', 'canceled']);
			expect(bench.desk.reports).toEqual([]);
		});

		test('fails when a person stops the execution that is to wake it', async () => {
			const workflow = await bench.importing('left', 1, 1);
			const { watcher } = await bench.allWaiting(workflow);
			await bench.playground.client.stop(watcher.id);
			// n8n looks once a minute for what was left to nobody.
			await until(
				'the sender to fail',
				async () =>
					(await bench.playground.client.executions(workflow.id)).at(-1)!.status ===
					'error',
				90_000,
			);
			const failed = (await bench.playground.client.executions(workflow.id)).at(-1);
			await bench.playground.client.retry(failed!.id);
			await bench.playground.client.finishedExecutions(workflow.id, executionsPerWait);
			expect(bench.jobs.all).toHaveLength(1);
		});

		test('goes on with what was called back when a person stops the execution that takes callbacks', async () => {
			const workflow = await bench.importing('cut', 1001, 2);
			await bench.allWaiting(workflow);
			bench.jobs.end(1);
			await bench.jobs.heard(1);
			const { taker } = await bench.allWaiting(workflow);
			await bench.playground.client.stop(taker.id);
			expect(await bench.allEnded(workflow, 90_000)).toEqual([
				'canceled',
				'success',
				'success',
			]);
			expect(bench.desk.reports).toMatchObject([
				{ callback: null },
				{ callback: { contacts_valid_count: 1 } },
			]);
		});

		test('ends with all that it answered 200, also when n8n is killed while it takes callbacks', async () => {
			const perImport = 3;
			// n8n lets executions go on before it has started whole, and they fail then.
			const isHit = async ({ id }: StoredWorkflow) =>
				(await bench.playground.client.executions(id)).some(({ status }) =>
					['crashed', 'error'].includes(status),
				);
			// Each is at another point of taking its callback when n8n is killed.
			const spread = Array.from({ length: 8 }, (_, index) => index);
			const hit: StoredWorkflow[] = [];
			for (let round = 0; hit.length === 0 && round < 4; round++) {
				bench.reset();
				const imports: StoredWorkflow[] = [];
				for (const nth of spread) {
					const path = `burst-${round}-${nth}`;
					const workflow = await bench.importing(path, 2001, perImport * (nth + 1));
					imports.push(workflow);
					await bench.allWaiting(workflow);
				}
				for (const nth of spread) {
					bench.jobs.end(perImport * nth);
					await pause(120);
				}
				await bench.playground.crash();
				for (const nth of spread) {
					for (const job of [1, 2]) bench.jobs.end(perImport * nth + job);
				}
				for (const workflow of imports) {
					await bench.allEnded(workflow, 180_000);
					if (await isHit(workflow)) hit.push(workflow);
				}
				const reports = bench.desk.reports as Array<{
					job: string;
					callback: object | null;
				}>;
				for (const [nth, workflow] of imports.entries()) {
					const isCut = hit.includes(workflow);
					for (let job = perImport * nth; job < perImport * (nth + 1); job++) {
						const report = reports.find(
							({ job: id }) => id === bench.jobs.all[job]!._id,
						);
						const isAnswered = bench.jobs.statuses(job).includes(200);
						expect(report).toBeDefined();
						if (isAnswered || !isCut) expect(report!.callback).not.toBeNull();
					}
				}
			}
			expect(hit.length).toBeGreaterThan(0);
		});
	},
);
