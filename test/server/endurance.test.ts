import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../playground/n8n/machine';
import { activated, endedByHand, postGuests } from './harness/import-jobs';
import { endOf, startPlayground, setUp, startLimitMs, until } from './harness/playground';
import { openReportDesk } from './harness/servers';
import { inRow, split, start, text } from './harness/workflows';
import { killAll, load, prepareWorkload, rounds, soakMs, usual } from './harness/workload';

jest.setTimeout(startLimitMs + soakMs + rounds * 300_000);

const desk = setUp(openReportDesk);

describe('in one process, nothing is sent twice and no answered callback is lost', () => {
	const n8n = setUp(async () => {
		const probePort = String(await freePort());
		const probe = JSON.stringify(join(__dirname, 'harness', 'probe.cjs'));
		const options = `--expose-gc --require ${probe}`;
		const env = { NODE_OPTIONS: options, PROBE_PORT: probePort };
		return { probePort, ...(await startPlayground(endedByHand, env)) };
	});
	let work: Parameters<typeof killAll>[0];
	beforeAll(async () => {
		work = await prepareWorkload({ ...n8n(), desk: desk(), noticedMs: 1000 });
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
	/** With the progress that n8n stores of an execution while it runs, and without. */
	test.each([false, true])(
		'and a retry after a kill sends nothing until a person chooses to resend (%#)',
		async (saveExecutionProgress) => {
			const { client, service, crash } = n8n();
			service.reset();
			const path = `killed-${saveExecutionProgress}`;
			const options = { batchSize: 1, parallelRequests: 1 };
			const file = inRow(path, start(path), split, text('Hello', options));
			file.settings = { ...file.settings, saveExecutionProgress };
			const { id } = await activated(n8n(), file);
			service.faults.add({ path: /sms/, times: 3, action: { delayMs: 3000 } });
			const phones = [0, 1, 2].map((index) => `+3460021000${index}`);
			await postGuests(n8n(), path, phones);
			await until('a message', () => service.state.smsDeliveries.length > 0);
			await crash();
			service.faults.clear();
			const [crashed] = await client.finishedExecutions(id, 1);
			expect(crashed!.status).toBe('crashed');
			const { length: before } = service.state.smsDeliveries;
			expect(before).toBeLessThan(3);
			for (let retry = 0; retry < 2; retry++) {
				const [last] = await client.executions(id);
				const { status, data } = await endOf(client, id, () => client.retry(last!.id));
				expect(status).toBe('error');
				expect(data).toContain('was cut short');
			}
			expect(service.state.smsDeliveries).toHaveLength(before);

			await client.edit(id, 'Text', {
				options: { ...options, unconfirmedRequests: 'resend' },
			});
			const [newest] = await client.executions(id);
			const resent = await endOf(client, id, () => client.retry(newest!.id, true));
			expect(resent.status).toBe('success');
			expect(service.state.smsDeliveries).toHaveLength(before + 3);
		},
	);
});
