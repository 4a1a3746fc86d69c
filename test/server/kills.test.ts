import fc from 'fast-check';
import { seed } from '../property-runs';
import { endedByHand } from './harness/import-jobs';
import { KillRounds, type Setting, type Victim } from './harness/kill-round';
import { OwnN8n } from './harness/own-n8n';
import { startLimitMs } from './harness/playground';
import { sized } from './harness/until';

/** `npm run test:kills` is the long form. */
const rounds = sized(2, 20);

/** Which process is killed, and when: each of them as often as the others. */
function plan(victims: Victim[]): Array<{ victim: Victim; afterMs: number }> {
	const count = victims.length;
	const order = fc.shuffledSubarray(victims, { minLength: count, maxLength: count });
	const orders = fc.sample(order, { seed, numRuns: Math.ceil(rounds / count) }).flat();
	const moments = fc.sample(fc.noBias(fc.nat(4000)), { seed, numRuns: rounds });
	return moments.map((afterMs, nth) => ({ victim: orders[nth]!, afterMs }));
}

const own = new OwnN8n();

jest.setTimeout(startLimitMs + rounds * 300_000);

async function killAll(setting: Setting, victims: Victim[]): Promise<void> {
	const killRounds = await KillRounds.prepare(setting);
	for (const [nth, { victim, afterMs }] of plan(victims).entries()) {
		process.stdout.write(`Seed ${seed}, round ${nth}: ${victim.name} after ${afterMs} ms\n`);
		await killRounds.run(nth, victim, afterMs);
	}
}

/** Without them, n8n takes a minute and a half until it knows of a worker that is gone. */
const noticesSoon = {
	QUEUE_WORKER_LOCK_DURATION: '5000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

describe('when n8n is killed, nothing is sent twice and nothing that was answered is lost', () => {
	test('in one process', async () => {
		const n8n = await own.ofOneProcess(endedByHand);
		const kill = () => Promise.resolve();
		const victim = { name: 'n8n', losesRuns: true, kill, replace: () => n8n.crash() };
		await killAll({ ...n8n, desk: own.desk, noticedMs: 1000 }, [victim]);
	});

	test('in queue mode, whichever process it is', async () => {
		const n8n = await own.ofSeveralProcesses(endedByHand, noticesSoon);
		const { main, redis, postgres, workers, webhookProcessors } = n8n;
		const members = Object.entries({
			'worker 0': workers[0],
			'worker 1': workers[1],
			'webhook processor 0': webhookProcessors[0],
			'webhook processor 1': webhookProcessors[1],
			main,
			Redis: redis,
			PostgreSQL: postgres,
		});
		const victims = members.map(([name, member]) => ({
			name,
			// Workers end when they lose the database.
			losesRuns: /worker|PostgreSQL/.test(name),
			kill: () => member.kill(),
			replace: () => member.replace(),
			findLost: async () => {
				if (name !== 'PostgreSQL') return;
				// n8n couldn't store their end, and looks when it starts, or after three hours.
				await main.kill();
				await main.replace();
			},
		}));
		await killAll({ ...n8n, desk: own.desk, noticedMs: 10_000 }, victims);
	});
});
