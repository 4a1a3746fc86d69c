import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { freePort } from '../../playground/n8n/machine';
import { seed } from '../property-runs';
import { endedByHand, postGuests, type Running } from './harness/import-jobs';
import { openReportDesk } from './harness/listening-server';
import { startPlayground } from './harness/playground';
import { startQueueMode } from './harness/queue-mode/queue-mode';
import { setUp, startLimitMs } from './harness/set-up';
import { sized, until } from './harness/until';
import { type Size, type Victim, Workload } from './harness/workload';

/** `npm run test:endurance` is the long form. */
const { rounds, texts, soakMs } = sized(
	{ rounds: 1, texts: 1000, soakMs: 10_000 },
	{ rounds: 20, texts: 10_000, soakMs: 600_000 },
);
const usual: Size = { texts: 100, callbacks: 20, perSecond: 5, imports: 3 };
const load: Size = { texts, callbacks: 300, perSecond: 50, imports: 3 };

/** Which process is killed, and when: each equally often. */
function plan(victims: Victim[]): Array<{ victim: Victim; afterMs: number }> {
	const count = victims.length;
	const order = fc.shuffledSubarray(victims, { minLength: count, maxLength: count });
	const orders = fc.sample(order, { seed, numRuns: Math.ceil(rounds / count) }).flat();
	const moments = fc.sample(fc.noBias(fc.nat(4000)), { seed, numRuns: rounds });
	return moments.map((afterMs, nth) => ({ victim: orders[nth]!, afterMs }));
}

const desk = setUp(openReportDesk);

jest.setTimeout(startLimitMs + soakMs + rounds * 300_000);

async function prepared(n8n: Running, noticedMs: number): Promise<Workload> {
	return await Workload.prepare({ ...n8n, desk: desk(), noticedMs });
}

async function killAll(work: Workload, victims: Victim[]): Promise<void> {
	for (const [nth, { victim, afterMs }] of plan(victims).entries()) {
		process.stdout.write(`Seed ${seed}, round ${nth}: ${victim.name} after ${afterMs} ms\n`);
		await work.round(usual, victim, afterMs);
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
		const n8n = setUp(async () => {
			const probePort = String(await freePort());
			const probe = JSON.stringify(join(__dirname, 'harness', 'probe.cjs'));
			const options = `--expose-gc --require ${probe}`;
			const env = { NODE_OPTIONS: options, PROBE_PORT: probePort };
			return { probePort, ...(await startPlayground(endedByHand, env)) };
		});
		let work: Workload;
		beforeAll(async () => {
			work = await prepared(n8n(), 1000);
		}, startLimitMs);

		/** Asks n8n's process for its handles and objects. */
		const readProbe = async () => {
			const answer = await fetch(`http://127.0.0.1:${n8n().probePort}`);
			return (await answer.json()) as { handles: number; objects: object };
		};

		test('under load, which leaves nothing behind in the process', async () => {
			await work.round(load);
			// Connections that are kept open for another request end after five seconds.
			await pause(6000);
			const before = await readProbe();
			const end = Date.now() + soakMs;
			while (Date.now() < end) await work.round(usual);
			await pause(6000);
			const after = await readProbe();
			// An execution in progress shows that the probe finds these objects.
			const { service } = n8n();
			service.reset();
			service.faults.add({ action: { delayMs: 5000 } });
			await postGuests(n8n(), 'text', ['+34600100001']);
			await until('a request', () => service.requests.length > 0);
			const { objects } = await readProbe();
			process.stdout.write(`${JSON.stringify({ before, after })}\n`);
			expect(objects).toEqual({ contexts: 1, runs: 1, webhookContexts: 0 });
			expect(after.objects).toEqual({ contexts: 0, runs: 0, webhookContexts: 0 });
			expect(after.handles).toBeLessThanOrEqual(before.handles + 5);
			await until('the message', () => service.state.smsDeliveries.length > 0);
		});

		test('when n8n is killed', async () => {
			const kill = () => Promise.resolve();
			const victim = { name: 'n8n', losesRuns: true, kill, replace: () => n8n().crash() };
			await killAll(work, [victim]);
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
			const work = await prepared(n8n(), 10_000);
			await killAll(work, sized(victims.slice(0, rounds), victims));
		});
	});
});
