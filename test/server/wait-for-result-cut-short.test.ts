import { setTimeout as pause } from 'node:timers/promises';
import { hasEnded, type ExecutionSummary } from '../../playground/n8n/client';
import { ImportBench, succeeded } from './harness/import-bench';
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

/** A sender's report of a bulk job, or of its wait. */
interface Report {
	workflow: string;
	job?: string;
	callback?: object | null;
	error?: unknown;
}

/** How an execution stands. */
const statusOf = async ({ id }: ExecutionSummary) =>
	(await bench.playground.client.execution(id)).status;

/** Waits until senders have ended, and `isTold` holds; returns how they ended. */
async function endOf(senders: ExecutionSummary[], isTold = () => true) {
	let statuses: Array<ExecutionSummary['status']> = [];
	const isOver = async () => {
		bench.jobs.callAgain();
		statuses = await Promise.all(senders.map(statusOf));
		return statuses.every((status) => hasEnded({ status })) && isTold();
	};
	await until('the senders to end', isOver, 300_000).catch((error: Error) => {
		throw new Error(`${error.message} ${JSON.stringify([statuses, bench.desk.reports])}`);
	});
	return statuses;
}

describeWhere('waitForResult')(
	'on a real n8n, an execution that waits for callbacks and is cut short',
	() => {
		test('goes on when all were called back, also when n8n was killed in between', async () => {
			const workflow = await bench.importing('import', 2500, 1);
			// Before all is sent, and the sender is parked.
			await bench.jobs.callBack(0);
			await bench.jobs.submitted(3);
			await bench.jobs.allWaiting(workflow);
			await crash();
			await bench.jobs.callBack(2);
			await bench.jobs.allWaiting(workflow);
			await crash();
			await bench.jobs.callBack(1);
			expect(await bench.jobs.allEnded(workflow, 90_000)).toEqual(succeeded);
			const counts = [1000, 1000, 500];
			expect(bench.jobs.inOrder(bench.desk.reports)).toMatchObject(
				bench.jobs.all.map(({ _id }, index) => ({
					job: _id,
					callback: { contacts_valid_count: counts[index] },
				})),
			);
			expect(bench.playground.service.requests).toHaveLength(3);
			const again = await fetch(bench.jobs.all[1]!.webhook_url, { method: 'POST' });
			expect(again.ok).toBe(false);
		});

		test('stays stopped when a person stops it, and what waits for it ends with the callbacks', async () => {
			const workflow = await bench.importing('stopped', 1001, 2);
			const { sender } = await bench.jobs.allWaiting(workflow);
			await bench.playground.client.stop(sender.id);
			for (const job of [0, 1]) {
				await bench.jobs.callBack(job);
			}
			expect(await bench.jobs.allEnded(workflow)).toEqual(['canceled', 'success']);
			expect(await statusOf(sender)).toBe('canceled');
			expect(bench.desk.reports).toEqual([]);
		});

		// n8n looks once a minute for what waits for executions that have ended: one minute for the three.
		test('ends when a person stops an execution that it waits for', async () => {
			const { client } = bench.playground;
			const unwatched = await bench.jobs.allWaiting(await bench.importing('left', 1, 1));
			await client.stop(unwatched.watch.id);
			const continued: ExecutionSummary[] = [];
			for (const [path, nth, job] of [
				['look', 0, 2],
				['box', 1, 4],
			] as const) {
				const workflow = await bench.importing(path, 1001, job + 1);
				const { sender, others } = await bench.jobs.allWaiting(workflow);
				await bench.jobs.callBack(job);
				await bench.jobs.allWaiting(workflow);
				await client.stop(others[nth]!.id);
				continued.push(sender);
			}
			const senders = [unwatched.sender, ...continued];
			expect(await endOf(senders)).toEqual(['error', 'success', 'success']);
			const all = bench.jobs.all.map(({ _id }) => _id);
			expect(bench.jobs.inOrder(bench.desk.reports)).toMatchObject([
				{ job: all[1], callback: null },
				{ job: all[2], callback: { contacts_valid_count: 1 } },
				{ job: all[3], callback: null },
				{ job: all[4], callback: { contacts_valid_count: 1 } },
			]);

			await client.retry(unwatched.sender.id);
			await until('the retry to end', async () => {
				const [newest] = await client.executions(unwatched.sender.workflowId);
				return newest!.id !== unwatched.sender.id && hasEnded(newest!);
			});
			expect(bench.jobs.all).toHaveLength(5);
		});

		test('ends with all that it answered 200, also when n8n is killed while it receives callbacks', async () => {
			const perImport = 3;
			// Each is at another point of receiving its callback when n8n is killed.
			const spread = Array.from({ length: 8 }, (_, index) => index);
			const senders: ExecutionSummary[] = [];
			for (const nth of spread) {
				const path = `burst-${nth}`;
				const workflow = await bench.importing(path, 2001, perImport * (nth + 1));
				senders.push((await bench.jobs.allWaiting(workflow)).sender);
			}
			for (const nth of spread) {
				bench.jobs.end(perImport * nth);
				await pause(120);
			}
			await bench.playground.crash();
			for (const nth of spread) {
				for (const job of [1, 2]) bench.jobs.end(perImport * nth + job);
			}
			// While it starts, n8n may call an execution crashed that waits or runs to its end. A sender that waits
			// for it continues with one item, whose error names the loss.
			const reports = bench.desk.reports as Report[];
			const jobsOf = (nth: number) =>
				bench.jobs.all.slice(perImport * nth, perImport * (nth + 1));
			const reportOf = ({ _id }: { _id: string }) => reports.find(({ job }) => job === _id);
			const isLost = (nth: number) =>
				reports.some(({ workflow, error }) => workflow === `burst-${nth}` && error);
			const isTold = (nth: number) => isLost(nth) || jobsOf(nth).every(reportOf);
			const statuses = await endOf(senders, () => spread.every(isTold));
			expect(statuses.filter((status) => !['success', 'crashed'].includes(status))).toEqual(
				[],
			);
			expect(spread.filter(isLost).length).toBeLessThan(3);
			const lost = spread
				.filter((nth) => !isLost(nth))
				.flatMap(jobsOf)
				.filter((job) => {
					const isAnswered = bench.jobs
						.statuses(bench.jobs.all.indexOf(job))
						.includes(200);
					return isAnswered && !reportOf(job)?.callback;
				});
			expect(lost).toEqual([]);
			expect(bench.playground.service.requests).toHaveLength(bench.jobs.all.length);
		});
	},
);
