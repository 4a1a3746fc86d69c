import { itemsOf } from '../../test/engine/harness/node-under-test';
import { requestsOf } from '../workloads/workload';
import type { MakeContender } from './contender';

/** A program that knows its items and sends them in the same batches, one request after the other. */
export const plainClient: MakeContender = async (workload, sinkUrl) => async (given) => {
	const items = itemsOf(given);
	return {
		async start() {
			const output: unknown[] = [];
			for (const part of requestsOf(items)) {
				const answer = await fetch(sinkUrl + workload.path, {
					method: 'POST',
					headers: {
						'content-type': 'application/json',
						authorization: `Token token=${workload.secret}`,
					},
					body: JSON.stringify(workload.body(part.map(({ json }) => json))),
				});
				if (!answer.ok) throw new Error(`The sink answered ${answer.status}`);
				output.push(await answer.json());
			}
			return { output };
		},
	};
};
