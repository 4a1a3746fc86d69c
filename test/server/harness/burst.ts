import { setTimeout as pause } from 'node:timers/promises';
import { hasEnded, type N8nClient } from '../../../playground/n8n/client';
import type { CredentialReference } from '../../../playground/n8n/workflow-file';
import type { MockService } from '../../../playground/service/mock-service';
import { activated, allWaiting, executionsPerWait, postGuests } from './import-jobs';
import { guests, inRow, type Node, split, start, submitEach, at } from './import-workflow';
import { until } from './until';

/** An n8n, the address of its webhooks, and the service next to it. */
interface Running {
	client: N8nClient;
	credential: CredentialReference;
	service: MockService;
	url: string;
}

/** A large import, and how its callbacks come. */
export interface Burst {
	name: string;
	contacts: number;
	perRequest: number;
	/** Callbacks a second. */
	rate: number;
	reportUrl: string;
}

/** What came of a burst. */
export interface BurstOutcome {
	/** Callbacks that were answered 200 at the first try. */
	firstTries: number;
	/** Every status that was answered. */
	statuses: Set<number>;
	/** The longest answer, in milliseconds. */
	longestAnswer: number;
	/** Milliseconds from the last callback that was taken to the end of the import. */
	goesOnAfter: number;
}

/** Milliseconds after which a callback comes again that was not answered 200. */
const retryMs = 20_000;

/** Counts what came out, and posts it: how many items, how many valid, and how many with a wrong link. */
function countTo(url: string): Node[] {
	const count = {
		...at(6),
		name: 'Count',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: {
			mode: 'runOnceForAllItems',
			jsCode: `const sent = $('Guests').all(); const items = $input.all();
const wrong = items.filter(({ json }, at) => json.user_id !== sent[at].json.user_id);
return [{ json: { items: items.length, valid: items.filter(({ json }) => json.valid === true).length, wrong: wrong.length } }];`,
		},
	};
	const post = {
		...at(7),
		name: 'Tell',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ $json }}',
			options: {},
		},
	};
	return [count, post];
}

/**
 * Runs a large import and calls back for it at a rate.
 *
 * @param halfway done when half of the callbacks are in progress
 */
export async function runBurst(
	running: Running,
	{ name, contacts, perRequest, rate, reportUrl }: Burst,
	halfway: () => Promise<void> = async () => {},
): Promise<BurstOutcome> {
	const { client, service, url } = running;
	const each = submitEach({ batchSize: perRequest });
	const workflow = await activated(
		running,
		inRow(name, start(name), split, each, ...countTo(reportUrl)),
	);
	await postGuests(`${url}/webhook/${name}`, guests(contacts));
	const requests = Math.ceil(contacts / perRequest);
	await until('all requests', () => service.state.bulkJobs.length === requests, 300_000);
	await allWaiting(client, workflow.id, 60_000);
	const outcome: BurstOutcome = {
		firstTries: 0,
		statuses: new Set(),
		longestAnswer: 0,
		goesOnAfter: 0,
	};
	let lastTaken = 0;
	const call = async (request: number): Promise<void> => {
		const job = service.state.bulkJobs[request]!;
		const own = guests(contacts).slice(request * perRequest, (request + 1) * perRequest);
		const body = JSON.stringify({
			contacts_valid_count: own.length,
			contacts_failed_count: 0,
			valid_contacts: own.map((user_id) => ({ _id: `${job._id}-${user_id}`, user_id })),
			failed_contacts: [],
		});
		for (let tries = 1; ; tries++) {
			const begun = Date.now();
			const status = await fetch(job.webhook_url, {
				method: 'POST',
				body,
				headers: { 'content-type': 'application/json' },
			}).then(
				(answer) => answer.status,
				() => 0,
			);
			outcome.statuses.add(status);
			outcome.longestAnswer = Math.max(outcome.longestAnswer, Date.now() - begun);
			if (status === 200) {
				if (tries === 1) outcome.firstTries++;
				lastTaken = Math.max(lastTaken, Date.now());
				return;
			}
			await pause(retryMs);
		}
	};
	const calls: Array<Promise<void>> = [];
	for (let request = 0; request < requests; request++) {
		calls.push(call(request));
		if (Number.isFinite(rate)) await pause(1000 / rate);
		if (request === Math.floor(requests / 2)) await halfway();
	}
	await Promise.all(calls);
	await until(
		'the import to end',
		async () => {
			const all = await client.executions(workflow.id).catch(() => []);
			// One that begins to run while n8n lists them page by page is on none of the pages.
			return all.length >= executionsPerWait(requests) && all.every(hasEnded);
		},
		180_000,
	);
	outcome.goesOnAfter = Date.now() - lastTaken;
	return outcome;
}
