import { activated, postGuests, type Running } from './harness/import-jobs';
import { guests, inRow, reportTo, split, start, submit } from './harness/import-workflow';
import { OwnN8n } from './harness/own-n8n';
import { startLimitMs } from './harness/playground';
import { describeWhere } from './harness/server-capabilities';
import { sized, until } from './harness/until';

/** `npm run test:load` is the long form. */
const waits = sized(10, 50);

/** The service calls back a while after it has answered, and again where it is turned away. */
const calledBack = {
	processingDelayMs: 5000,
	callbackRetryDelaysMs: Array<number>(100).fill(5000),
};
const limitMs = sized(180_000, 600_000);

const counts = [1000, 1];

const own = new OwnN8n();

jest.setTimeout(startLimitMs + limitMs);

/** Starts imports one after the other, so that they wait in parallel, and looks what comes out of them. */
async function runWaits(running: Running & { url: string }, count: number): Promise<void> {
	const { desk } = own;
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
	// Each callback was received at the first try; n8n may answer it after the report.
	const tries = () => running.service.state.callbacks.map(({ attempts }) => attempts.length);
	await until('answers to all callbacks', () => !tries().includes(0));
	expect(new Set(tries())).toEqual(new Set([1]));
}

/** n8n's limit of executions in progress. */
const oneAtATime = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' };

describeWhere('waitForResult')('executions that wait in parallel', () => {
	test('all get their callbacks at the first try', async () => {
		await runWaits(await own.ofOneProcess(calledBack), waits);
	});

	test('also where n8n runs one execution at a time', async () => {
		await runWaits(await own.ofOneProcess(calledBack, oneAtATime), 3);
	});

	test('also where each worker runs one execution at a time', async () => {
		await runWaits(await own.ofSeveralProcesses(calledBack, oneAtATime), 3);
	});
});
