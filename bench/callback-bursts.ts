import { setTimeout as pause } from 'node:timers/promises';
import type { N8nClient } from '../playground/n8n/client';
import { callbackBody } from '../test/server/harness/callback-body';

/** Callbacks that come at the same moment, again and again. */
export interface Burst {
	callbacks: number;
	/** Contacts in each of them. */
	contacts: number;
	/** How often it comes to each of those who take calls. */
	rounds: number;
}

/** What takes calls. */
export interface Called {
	name: string;
	workflowId: string;
	url: string;
	/** What calls carry besides. */
	headers: Record<string, string>;
}

/** Sends a burst; gives the milliseconds until the last of it was answered. */
async function send({ url, ...called }: Called, name: string, burst: Burst): Promise<number> {
	const headers = { 'content-type': 'application/json', ...called.headers };
	const bodies = Array.from({ length: burst.callbacks }, (_, at) =>
		callbackBody(`${name}-${at}`, burst.contacts),
	);
	const begun = performance.now();
	const statuses = await Promise.all(
		bodies.map(async (body) => {
			const answer = await fetch(url, { method: 'POST', headers, body });
			await answer.text();
			return answer.status;
		}),
	);
	const wrong = statuses.filter((status) => status !== 200).length;
	if (wrong > 0) throw new Error(`${wrong} of ${burst.callbacks} calls were not answered 200.`);
	return performance.now() - begun;
}

/** Waits until no execution of a workflow is under way. */
async function settle(client: N8nClient, workflowId: string): Promise<void> {
	const isOver = ({ status }: { status: string }) => !['new', 'running'].includes(status);
	while (!(await client.executions(workflowId)).every(isOver)) await pause(250);
}

const median = (numbers: number[]): number =>
	[...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)]!;

/** Sends bursts to all of them in turn, and says how long each took, and the rate of the first beside the others'. */
export async function measureBursts(
	client: N8nClient,
	called: Called[],
	burst: Burst,
	say: (line: string) => void,
): Promise<void> {
	const took = new Map(called.map(({ name }) => [name, [] as number[]]));
	// The first round is for warming up.
	for (let round = 0; round <= burst.rounds; round++) {
		for (const one of called) {
			const { name, workflowId } = one;
			const milliseconds = await send(one, `${workflowId}-${round}`, burst);
			await settle(client, workflowId);
			if (round > 0) took.get(name)!.push(milliseconds);
			say(`Round ${round}, ${name}: ${(milliseconds / 1000).toFixed(2)} s`);
		}
	}
	const [ours, ...others] = [...took].map(([name, all]) => ({ name, median: median(all) }));
	for (const { name, median: theirs } of others) {
		say(`${ours!.name}: ${(theirs / ours!.median).toFixed(2)} of the rate of ${name}`);
	}
}
