import fc from 'fast-check';
import { seed } from '../property-runs';
import { endedByHand } from './harness/import-jobs';
import { KillRounds, type Setting, type Victim } from './harness/kill-round';
import { sized } from './harness/long';
import { startLimitMs as oneProcessLimitMs, startPlayground } from './harness/playground';
import { startLimitMs, startQueueMode } from './harness/queue-mode/queue-mode';
import { openReportDesk, type ReportDesk } from './harness/report-desk';

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

let desk: ReportDesk;
let stop: (() => Promise<void>) | undefined;

beforeAll(async () => {
	desk = await openReportDesk();
});

afterEach(() => stop?.(), 60_000);
afterAll(() => desk?.close());

async function killAll(setting: Setting, victims: Victim[]): Promise<void> {
	const killRounds = await KillRounds.prepare(setting);
	for (const [nth, { victim, afterMs }] of plan(victims).entries()) {
		process.stdout.write(`Seed ${seed}, round ${nth}: ${victim.name} after ${afterMs} ms\n`);
		const outcome = await killRounds.run(nth, victim, afterMs);
		process.stdout.write(`${JSON.stringify(outcome)}\n`);
	}
}

const perRoundMs = 300_000;

describe('when n8n is killed, nothing is sent twice and nothing that was answered is lost', () => {
	test(
		'in one process',
		async () => {
			const playground = await startPlayground(endedByHand);
			stop = () => playground.stop();
			const { client, credential, service, n8n } = playground;
			const setting = { client, credential, service, desk, url: n8n.url, noticedMs: 1000 };
			const victim = {
				name: 'n8n',
				losesRuns: true,
				kill: () => Promise.resolve(),
				replace: () => playground.crash(),
			};
			await killAll(setting, [victim]);
		},
		oneProcessLimitMs + rounds * perRoundMs,
	);

	test(
		'in queue mode, whichever process it is',
		async () => {
			const n8n = await startQueueMode(endedByHand, {
				// n8n takes a minute and a half else until it knows of a worker that is gone.
				QUEUE_WORKER_LOCK_DURATION: '5000',
				QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
				QUEUE_WORKER_STALLED_INTERVAL: '3000',
			});
			stop = () => n8n.stop();
			const { client, credential, service, balancer } = n8n;
			const url = balancer.url;
			const setting = { client, credential, service, desk, url, noticedMs: 10_000 };
			const members = [
				...n8n.workers.map((member, nth) => ({ name: `worker ${nth}`, member })),
				...n8n.webhookProcessors.map((member, nth) => ({
					name: `webhook processor ${nth}`,
					member,
				})),
				{ name: 'main', member: n8n.main },
				{ name: 'Redis', member: n8n.redis },
				{ name: 'PostgreSQL', member: n8n.postgres },
			];
			const victims = members.map(({ name, member }) => ({
				name,
				// Workers end when they lose the database.
				losesRuns: /worker|PostgreSQL/.test(name),
				kill: () => member.kill(),
				replace: () => member.replace(),
				findLost: async () => {
					if (name !== 'PostgreSQL') return;
					// n8n couldn't store what became of them, and looks when it starts, or after three hours.
					await n8n.main.kill();
					await n8n.main.replace();
				},
			}));
			await killAll(setting, victims);
		},
		startLimitMs + rounds * perRoundMs,
	);
});
