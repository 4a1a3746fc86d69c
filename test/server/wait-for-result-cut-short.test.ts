import { hasEnded, type ExecutionSummary } from '../../playground/n8n/client';
import { ImportBench } from './harness/import-bench';
import { describeWhere } from './harness/server-capabilities';
import { until } from './harness/until';

const bench = new ImportBench();

jest.setTimeout(400_000);

/** Waits until n8n has stored the execution that looks at mailboxes again, with the first callback. */
async function hasLooked({ id }: ExecutionSummary): Promise<void> {
	await until('the callback to be looked at', async () => {
		const { status, data } = await bench.playground.client.execution(id);
		return status === 'waiting' && data.includes('contacts_valid_count');
	});
}

/** Waits until senders have ended; returns how. */
async function endOf(senders: ExecutionSummary[]) {
	let statuses: Array<ExecutionSummary['status']> = [];
	await until(
		'the senders to end',
		async () => {
			bench.jobs.callAgain();
			statuses = await bench.jobs.statusesOf(senders);
			return statuses.every((status) => hasEnded({ status }));
		},
		300_000,
	);
	return statuses;
}

describeWhere('waitForResult')(
	'on a real n8n, an execution that waits for callbacks and is cut short',
	() => {
		test('stays stopped when a person stops it, and what waits for it ends with the callbacks', async () => {
			const workflow = await bench.importing('stopped', 1001, 2);
			const { sender } = await bench.jobs.allWaiting(workflow);
			await bench.playground.client.stop(sender.id);
			for (const job of [0, 1]) {
				await bench.jobs.callBack(job);
			}
			expect(await bench.jobs.allEnded(workflow)).toEqual(['canceled', 'success']);
			expect(await bench.jobs.statusesOf([sender])).toEqual(['canceled']);
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
				await hasLooked(others[0]!);
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
	},
);
