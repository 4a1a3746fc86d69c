import { setTimeout as pause } from 'node:timers/promises';
import {
	activated,
	endedByHand,
	ImportJobs,
	postGuests,
	type Running,
} from './harness/import-jobs';
import {
	guests,
	inRow,
	nodeAt,
	reportTo,
	split,
	start,
	submit,
	submitEach,
} from './harness/import-workflow';
import { openReportDesk } from './harness/listening-server';
import { startPlayground } from './harness/playground';
import { startQueueMode } from './harness/queue-mode/queue-mode';
import { describeWhere } from './harness/server-capabilities';
import { setUp, startLimitMs } from './harness/set-up';
import { sized, until } from './harness/until';

/** `npm run test:load` is the long form, which takes half an hour. */
const waits = sized(10, 50);
const contacts = sized(3500, 100_000);
const requests = Math.ceil(contacts / 1000);
const limitMs = sized(180_000, 600_000);

jest.setTimeout(startLimitMs + 2 * limitMs);

const desk = setUp(openReportDesk);

beforeEach(() => {
	desk().reports.length = 0;
});

/** The service calls back a while after its answer, and retries if n8n rejects the callback. */
const delayedCallbacks = {
	processingDelayMs: 5000,
	callbackRetryDelaysMs: Array<number>(100).fill(5000),
};

/** n8n's limit for executions in progress. */
const oneAtATime = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' };

const limits: Array<[name: string, count: number, begin: () => Promise<Running>]> = [
	['n8n sets no limit', waits, () => startPlayground(delayedCallbacks)],
	['n8n runs one execution at a time', 3, () => startPlayground(delayedCallbacks, oneAtATime)],
	[
		'each worker runs one execution at a time',
		3,
		() => startQueueMode(delayedCallbacks, oneAtATime),
	],
];

describeWhere('waitForResult').each(limits)('when %s', (_, count, begin) => {
	const running = setUp(begin);

	test('executions that wait in parallel all receive their callbacks on the first try', async () => {
		await activated(
			running(),
			inRow('Waits', start('waits'), split, submit, reportTo(desk().url)),
		);
		// One after the other, so that they wait in parallel.
		for (let nth = 0; nth < count; nth++) await postGuests(running(), 'waits', guests(1001));
		const reports = desk().reports as Array<{
			job: string;
			callback: { contacts_valid_count: number };
		}>;
		await until('all reports', () => reports.length >= count * 2, limitMs);
		expect(new Set(reports.map(({ job }) => job)).size).toBe(count * 2);
		const reported = reports.map(({ callback }) => callback?.contacts_valid_count);
		const expected = [1, 1000].flatMap((one) => Array<number>(count).fill(one));
		expect(reported.sort((one, other) => one - other)).toEqual(expected);
		// n8n may answer a callback after the report.
		const tries = () =>
			running().service.state.callbacks.map(({ attempts }) => attempts.length);
		await until('answers to all callbacks', () => !tries().includes(0));
		expect(new Set(tries())).toEqual(new Set([1]));
	});
});

/** n8n may reject callbacks while it's busy. The service retries them later. */
const callbacksByHand = { ...endedByHand, callbackRetryDelaysMs: Array<number>(30).fill(20_000) };

const kinds: Array<[name: string, begin: () => Promise<Running>]> = [
	['one process', () => startPlayground(callbacksByHand)],
	['several processes', () => startQueueMode(callbacksByHand)],
];

/** Callbacks per second once the execution waits; 0 if each follows its request. */
const rhythms: Array<[name: string, perSecond: number]> = sized(
	[['early', 0]],
	[
		['slow', 2],
		['quick', 10],
		['burst', Infinity],
	],
);

/** Counts the output items, the valid ones, and those linked to the wrong guest. */
const count = nodeAt(6, 'Count', 'code', 2, {
	mode: 'runOnceForAllItems',
	jsCode: `const sent = $('Guests').all(); const items = $input.all();
const wrong = items.filter(({ json, pairedItem }) => json.user_id !== sent[pairedItem.item].json.user_id);
return [{ json: { items: items.length, valid: items.filter(({ json }) => json.valid === true).length, wrong: wrong.length } }];`,
});

describeWhere('waitForResult').each(sized(kinds.slice(0, 1), kinds))(
	'with n8n in %s',
	(_, begin) => {
		const running = setUp(begin);
		const jobs = new ImportJobs(running);

		test.each(rhythms)('a large import receives its callbacks: %s', async (path, perSecond) => {
			running().service.reset();
			const each = submitEach({ batchSize: 1000 });
			const report = reportTo(desk().url, '={{ $json }}');
			const file = inRow(path, start(path), split, each, count, report);
			const workflow = await activated(running(), file);
			await postGuests(running(), path, guests(contacts));
			if (perSecond) {
				await jobs.submitted(requests, 300_000);
				await jobs.allWaiting(workflow);
			}
			for (let request = 0; request < requests; request++) {
				await jobs.submitted(request + 1);
				jobs.end(request);
				if (perSecond) await pause(1000 / perSecond);
			}
			expect(await jobs.allEnded(workflow, limitMs)).toEqual(['success']);
			expect(desk().reports).toEqual([{ items: contacts, valid: contacts, wrong: 0 }]);
			const answers = jobs.all.map((__, request) => jobs.statuses(request));
			const failed = answers.flat().filter((status) => status !== 200 && status !== 503);
			expect(failed).toEqual([]);
			const firstTries = answers.filter(([first]) => first === 200).length;
			expect(firstTries).toBeGreaterThanOrEqual(requests * 0.9);
		});
	},
);
