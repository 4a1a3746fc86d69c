import { randomUUID } from 'node:crypto';
import { activated, endedByHand } from './harness/import-jobs';
import { setUp, startLimitMs } from './harness/playground';
import { startQueueMode } from './harness/queue-mode/queue-mode';
import { openReportDesk } from './harness/servers';
import { inRow, callTrigger, processed, repeated, signedPath, started } from './harness/workflows';
import { killAll, rounds, soakMs, prepareWorkload, sized } from './harness/workload';

jest.setTimeout(startLimitMs + soakMs + rounds * 300_000);

const desk = setUp(openReportDesk);

/** By default, n8n takes a minute and a half to notice that a worker is gone. */
const noticesSoon = {
	QUEUE_WORKER_LOCK_DURATION: '5000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

describe('in queue mode, nothing is sent twice and no answered callback is lost', () => {
	const n8n = setUp(() => startQueueMode(endedByHand, noticesSoon, '/tools/n8n'));

	test('behind the proxy, which forwards the rest of its path to the main process, and nothing else', async () => {
		const { url } = n8n();
		const settings = await fetch(`${url}/rest/settings`);
		expect(await settings.json()).toHaveProperty('data.userManagement');
		const testCall = await fetch(`${url}/webhook-test/a`, { method: 'POST' });
		expect(await testCall.text()).toContain('test');
		const outside = await fetch(new URL('/webhook/a', url), { method: 'POST' });
		expect(await outside.text()).toBe('');
	});

	// Both may start it: n8n offers a node no way to compare and store in one step.
	test('when two processes receive a callback together, and later duplicates are recognized', async () => {
		const { client, service, members } = n8n();
		const id = randomUUID();
		const path = signedPath(service.account.accountSecret, id);
		const urls = ['webhook-1', 'webhook-2'].map((name) => members[name]!.url + path);
		const file = inRow('Received by two', { ...processed, webhookId: id });
		const workflow = await activated(n8n(), file);
		const both = await Promise.all(urls.map((url) => callTrigger(url, 'together')));
		expect(both.map(({ status }) => status)).toEqual([200, 200]);
		const starts = both.filter(({ message }) => message === started).length;
		expect(starts).toBeGreaterThan(0);
		await client.finishedExecutions(workflow.id, starts);
		for (const url of urls) {
			expect((await callTrigger(url, 'together')).message).toBe(repeated);
		}
		expect(await client.executions(workflow.id)).toHaveLength(starts);
	});

	test('when any of its processes is killed', async () => {
		const { members, redis, postgres } = n8n();
		const all = Object.entries({ ...members, Redis: redis, PostgreSQL: postgres });
		const victims = all.map(([name, member]) => ({
			...member,
			name,
			// Workers end when they lose the database.
			losesRuns: /worker|PostgreSQL/.test(name),
			findLost: async () => {
				if (name !== 'PostgreSQL') return;
				// n8n couldn't store that they ended. It checks when it starts, or after three hours.
				await members.main!.kill();
				await members.main!.replace();
			},
		}));
		const work = await prepareWorkload({ ...n8n(), desk: desk(), noticedMs: 10_000 });
		const worker = victims.filter(({ name }) => name === 'worker-1');
		await killAll(work, sized(worker, victims));
	});
});
