import fc from 'fast-check';
import { seed } from '../property-runs';
import { endedByHand, type Running } from './harness/import-jobs';
import { KillRounds, type Victim } from './harness/kill-round';
import { openReportDesk } from './harness/listening-server';
import { startPlayground } from './harness/playground';
import { startQueueMode } from './harness/queue-mode/queue-mode';
import { setUp, startLimitMs } from './harness/set-up';
import { sized } from './harness/until';

/** `npm run test:kills` is the long form. */
const rounds = sized(1, 20);

/** Which process is killed, and when: each equally often. */
function plan(victims: Victim[]): Array<{ victim: Victim; afterMs: number }> {
	const count = victims.length;
	const order = fc.shuffledSubarray(victims, { minLength: count, maxLength: count });
	const orders = fc.sample(order, { seed, numRuns: Math.ceil(rounds / count) }).flat();
	const moments = fc.sample(fc.noBias(fc.nat(4000)), { seed, numRuns: rounds });
	return moments.map((afterMs, nth) => ({ victim: orders[nth]!, afterMs }));
}

const desk = setUp(openReportDesk);

jest.setTimeout(startLimitMs + rounds * 300_000);

async function killAll(n8n: Running, noticedMs: number, victims: Victim[]): Promise<void> {
	const killRounds = await KillRounds.prepare({ ...n8n, desk: desk(), noticedMs });
	for (const [nth, { victim, afterMs }] of plan(victims).entries()) {
		process.stdout.write(`Seed ${seed}, round ${nth}: ${victim.name} after ${afterMs} ms\n`);
		await killRounds.run(nth, victim, afterMs);
	}
}

/** By default, n8n takes a minute and a half to notice that a worker is gone. */
const noticesSoon = {
	QUEUE_WORKER_LOCK_DURATION: '5000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

describe('nothing is sent twice and no answered callback is lost', () => {
	describe('in one process', () => {
		const n8n = setUp(() => startPlayground(endedByHand));

		test('when n8n is killed', async () => {
			const kill = () => Promise.resolve();
			const victim = { name: 'n8n', losesRuns: true, kill, replace: () => n8n().crash() };
			await killAll(n8n(), 1000, [victim]);
		});
	});

	describe('in queue mode', () => {
		const n8n = setUp(() => startQueueMode(endedByHand, noticesSoon));

		test('when any of its processes is killed', async () => {
			const { main, redis, postgres, workers, webhookProcessors } = n8n();
			const members = Object.entries({
				'worker 0': workers[0],
				'webhook processor 0': webhookProcessors[0],
				'worker 1': workers[1],
				'webhook processor 1': webhookProcessors[1],
				main,
				Redis: redis,
				PostgreSQL: postgres,
			});
			const victims = members.map(([name, member]) => ({
				...member,
				name,
				// Workers end when they lose the database.
				losesRuns: /worker|PostgreSQL/.test(name),
				findLost: async () => {
					if (name !== 'PostgreSQL') return;
					// n8n couldn't store that they ended. It checks when it starts, or after three hours.
					await main.kill();
					await main.replace();
				},
			}));
			await killAll(n8n(), 10_000, sized(victims.slice(0, rounds), victims));
		});
	});
});
