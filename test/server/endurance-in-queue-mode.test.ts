import { endedByHand } from './harness/import-jobs';
import { killAll, rounds, soakMs } from './harness/kill-plan';
import { openReportDesk } from './harness/listening-server';
import { startQueueMode } from './harness/queue-mode/queue-mode';
import { setUp, startLimitMs } from './harness/set-up';
import { sized } from './harness/until';
import { Workload } from './harness/workload';

jest.setTimeout(startLimitMs + soakMs + rounds * 300_000);

const desk = setUp(openReportDesk);

/** By default, n8n takes a minute and a half to notice that a worker is gone. */
const noticesSoon = {
	QUEUE_WORKER_LOCK_DURATION: '5000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

describe('in queue mode, nothing is sent twice and no answered callback is lost', () => {
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
		const work = await Workload.prepare({ ...n8n(), desk: desk(), noticedMs: 10_000 });
		await killAll(work, sized(victims.slice(0, rounds), victims));
	});
});
