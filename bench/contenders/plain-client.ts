import { setTimeout as pause } from 'node:timers/promises';
import { itemsOf } from '../../test/engine/harness/node-under-test';
import { requestsOf } from '../workloads/workload';
import type { Workload } from '../workloads/workload';
import type { MakeContender } from './contender';

/** Sends a body; waits and sends it again as often as the service asks to. */
async function post({ path, secret }: Workload, sinkUrl: string, body: string): Promise<unknown> {
	for (;;) {
		const answer = await fetch(sinkUrl + path, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				authorization: `Token token=${secret}`,
			},
			body,
		});
		if (answer.ok) return await answer.json();
		const seconds = answer.headers.get('retry-after');
		if (!seconds) throw new Error(`The sink answered ${answer.status}`);
		await answer.text();
		await pause(Number(seconds) * 1000);
	}
}

/**
 * A program that knows its items and sends them in the same batches.
 *
 * @param atOnce requests under way at the same time
 */
export function plainClient(atOnce: number): MakeContender {
	return async (workload, sinkUrl) => async (given) => {
		const items = itemsOf(given);
		return {
			input: items,
			async start() {
				const requests = requestsOf(items, workload);
				const output: unknown[] = [];
				let next = 0;
				const work = async (): Promise<void> => {
					while (next < requests.length) {
						const at = next++;
						const part = requests[at]!.map(({ json }) => json);
						const body = JSON.stringify(workload.body(part));
						output[at] = await post(workload, sinkUrl, body);
					}
				};
				await Promise.all(Array.from({ length: atOnce }, work));
				return { output };
			},
		};
	};
}
