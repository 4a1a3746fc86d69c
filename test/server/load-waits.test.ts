import { activated, postGuests } from './harness/import-jobs';
import { guests, inRow, reportTo, split, start, submit } from './harness/import-workflow';
import { sized } from './harness/long';
import { startLimitMs, startPlayground } from './harness/playground';
import { startLimitMs as queueStartLimitMs, startQueueMode } from './harness/queue-mode/queue-mode';
import { openReportDesk, type ReportDesk } from './harness/report-desk';
import { describeWhere } from './harness/server-capabilities';
import { until } from './harness/until';

/** `npm run test:load` is the long form. */
const waits = sized(10, 50);

/** The service calls back a while after it has answered, and again where it is turned away. */
const calledBack = {
	processingDelayMs: 5000,
	callbackRetryDelaysMs: Array<number>(100).fill(5000),
};
const limitMs = sized(180_000, 600_000);

const counts = [1000, 1];

let desk: ReportDesk;
let stop: (() => Promise<void>) | undefined;

beforeAll(async () => {
	desk = await openReportDesk();
});
afterEach(() => stop?.(), 60_000);
afterAll(() => desk?.close());

type Running = Parameters<typeof activated>[0] & { url: string };

/** Starts imports one after the other, so that they wait in parallel, and looks what comes out of them. */
async function runWaits(running: Running, count: number): Promise<void> {
	desk.reports.length = 0;
	const file = inRow('Waits', start('waits'), split, submit, reportTo(desk.url));
	await activated(running, file);
	for (let nth = 0; nth < count; nth++) {
		await postGuests(`${running.url}/webhook/waits`, guests(1001));
	}
	await until('all reports', () => desk.reports.length >= count * counts.length, limitMs);
	const reports = desk.reports as Array<{
		job: string;
		callback: { contacts_valid_count: number };
	}>;
	expect(new Set(reports.map(({ job }) => job)).size).toBe(count * counts.length);
	const reported = reports.map(({ callback }) => callback?.contacts_valid_count);
	expect(reported.sort()).toEqual(counts.flatMap((one) => Array<number>(count).fill(one)).sort());
	// Each callback was received at the first try.
	const { callbacks } = running.service.state;
	expect(callbacks.map(({ attempts }) => attempts.length)).toEqual(callbacks.map(() => 1));
}

describeWhere('waitForResult')('executions that wait in parallel', () => {
	test(
		'all get their callbacks at the first try',
		async () => {
			const playground = await startPlayground(calledBack);
			stop = () => playground.stop();
			await runWaits({ ...playground, url: playground.n8n.url }, waits);
		},
		startLimitMs + limitMs,
	);

	test(
		'also where n8n runs one execution at a time',
		async () => {
			const env = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' };
			const playground = await startPlayground(calledBack, env);
			stop = () => playground.stop();
			await runWaits({ ...playground, url: playground.n8n.url }, 3);
		},
		startLimitMs + limitMs,
	);

	test(
		'also where each worker runs one execution at a time',
		async () => {
			const env = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' };
			const n8n = await startQueueMode(calledBack, env);
			stop = () => n8n.stop();
			await runWaits({ ...n8n, url: n8n.balancer.url }, 3);
		},
		queueStartLimitMs + limitMs,
	);
});
