import { endedByHand } from '../server/harness/import-jobs';
import { type BurstOutcome, runBurst } from '../server/harness/burst';
import { type Playground, startLimitMs, startPlayground } from '../server/harness/playground';
import {
	type QueueMode,
	startLimitMs as queueStartLimitMs,
	startQueueMode,
} from '../server/harness/queue-mode/queue-mode';
import { openReportDesk, type ReportDesk } from '../server/harness/report-desk';

/** Large imports whose callbacks come in every rhythm; `npm run test:waits`, takes about half an hour. */

const rates: Array<[name: string, rate: number]> = [
	['slow', 2],
	['quick', 10],
	['at-once', Infinity],
];
const large = { contacts: 100_000, perRequest: 1000 };

jest.setTimeout(900_000);

let desk: ReportDesk;
beforeAll(async () => {
	desk = await openReportDesk();
});
afterAll(async () => await desk?.close());
beforeEach(() => {
	desk.reports.length = 0;
});

function expectOutcome(outcome: BurstOutcome, firstTries: number, goesOnAfter: number): void {
	const { statuses, ...measured } = outcome;
	process.stdout.write(`${JSON.stringify({ ...measured, statuses: [...statuses] })}\n`);
	expect(desk.reports).toEqual([{ items: 100_000, valid: 100_000, wrong: 0 }]);
	expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([]);
	expect(outcome.firstTries).toBeGreaterThanOrEqual(firstTries);
	expect(outcome.longestAnswer).toBeLessThan(10_000);
	expect(outcome.goesOnAfter).toBeLessThan(goesOnAfter);
}

describe('on an n8n of one process', () => {
	let playground: Playground;
	beforeAll(async () => {
		playground = await startPlayground(endedByHand);
	}, startLimitMs);
	afterAll(async () => await playground?.stop());
	beforeEach(() => playground.service.reset());

	test.each(rates)('takes the callbacks of a large import: %s', async (name, rate) => {
		const running = { ...playground, url: playground.n8n.url };
		const outcome = await runBurst(running, { name, rate, ...large, reportUrl: desk.url });
		expectOutcome(outcome, 95, 30_000);
	});
});

describe('on an n8n of several processes', () => {
	let n8n: QueueMode;
	beforeAll(async () => {
		n8n = await startQueueMode(endedByHand);
	}, queueStartLimitMs);
	afterAll(async () => await n8n?.stop(), 60_000);
	beforeEach(() => n8n.service.reset());

	test.each(rates)('takes the callbacks of a large import: %s', async (name, rate) => {
		const running = { ...n8n, url: n8n.balancer.url };
		const outcome = await runBurst(running, { name, rate, ...large, reportUrl: desk.url });
		expectOutcome(outcome, 90, 60_000);
	});
});
