import { setTimeout as pause } from 'node:timers/promises';
import { activated, endedByHand, ImportJobs, postGuests } from '../server/harness/import-jobs';
import {
	guests,
	inRow,
	nodeAt,
	reportTo,
	split,
	start,
	submitEach,
} from '../server/harness/import-workflow';
import { OwnN8n } from '../server/harness/own-n8n';

/** Large imports whose callbacks come in every rhythm; `npm run test:waits`, takes about half an hour. */

const own = new OwnN8n();
const contacts = 100_000;
const perRequest = 1000;
const requests = contacts / perRequest;

/** n8n may turn callbacks away while it's busy. The service calls again later. */
const service = { ...endedByHand, callbackRetryDelaysMs: Array<number>(30).fill(20_000) };

/** Counts what came out: the items, the valid ones, and those that are linked to another guest. */
const count = nodeAt(6, 'Count', 'code', 2, {
	mode: 'runOnceForAllItems',
	jsCode: `const sent = $('Guests').all(); const items = $input.all();
const wrong = items.filter(({ json }, at) => json.user_id !== sent[at].json.user_id);
return [{ json: { items: items.length, valid: items.filter(({ json }) => json.valid === true).length, wrong: wrong.length } }];`,
});

const kinds = {
	'one process': () => own.ofOneProcess(service),
	'several processes': () => own.ofSeveralProcesses(service),
};
const rhythms: Array<[name: string, perSecond: number]> = [
	['slow', 2],
	['quick', 10],
	['at-once', Infinity],
];

describe.each(Object.entries(kinds))('on an n8n of %s', (_, started) => {
	test.each(rhythms)(
		'takes the callbacks of a large import: %s',
		async (name, perSecond) => {
			const running = await started();
			const jobs = new ImportJobs(() => running);
			const each = submitEach({ batchSize: perRequest });
			const report = reportTo(own.desk.url, '={{ $json }}');
			const file = inRow(name, start(name), split, each, count, report);
			const workflow = await activated(running, file);
			await postGuests(`${running.url}/webhook/${name}`, guests(contacts));
			await jobs.submitted(requests, 300_000);
			await jobs.allWaiting(workflow, 60_000);
			for (let request = 0; request < requests; request++) {
				jobs.end(request);
				await pause(1000 / perSecond);
			}
			expect(await jobs.allEnded(workflow, 600_000)).toEqual(['success']);
			expect(own.desk.reports).toEqual([{ items: contacts, valid: contacts, wrong: 0 }]);
			const answers = jobs.all.map((__, request) => jobs.statuses(request));
			const failed = answers.flat().filter((status) => status !== 200 && status !== 503);
			expect(failed).toEqual([]);
			const firstTries = answers.filter(([first]) => first === 200).length;
			process.stdout.write(`${firstTries} of ${requests} callbacks at the first try\n`);
			expect(firstTries).toBeGreaterThanOrEqual(requests * 0.9);
		},
		1_500_000,
	);
});
