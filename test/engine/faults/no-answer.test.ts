import { ClientRequest } from 'node:http';
import { WorkflowExecute } from 'n8n-core';
import { closing } from '../../../nodes/CrmMessaging/catalogue/runs';
import { everyEndpoint, guests } from '../every-operation/endpoint-cases';
import { skipPauses } from '../harness';
import { FaultBench } from './fault-bench';

/** How long the node waits for an answer. */
const timeLimit = 120_000;
const shorter = 150;
const items = guests.slice(0, 1);

skipPauses();

describe('a change that may be repeated', () => {
	const bench = new FaultBench();
	const changing = everyEndpoint.filter(({ changes, repeatable }) => changes && repeatable);
	const nothingTaken = [400, 401, 413, 429];

	it.each(changing)('isn’t “not sent” if only its last try was refused: $name', async (one) => {
		for (const status of nothingTaken) {
			const { service } = bench.node;
			service.reset();
			service.faults.add({ action: 'processThenReset' });
			const refusal = { respond: { status, body: { error: 'no' } } };
			service.faults.add({ times: Infinity, action: refusal });
			const { error } = await bench.node.runCase(one, {}, { items });
			expect([error?.httpCode, error?.context?.outcome]).toEqual([`${status}`, 'unknown']);
			expect(error!.description).toContain(one.doubt);
			expect(error!.description).not.toContain(closing.nothingSent);
		}
	});

	it.each(changing)('is sent again by Retry On Fail: $name', async (one) => {
		bench.node.service.faults.add({ action: 'processThenReset' });
		const retries = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const run = await bench.node.runCase(one, {}, { items, ...retries });
		expect([run.status, run.error, bench.arrived]).toEqual(['success', undefined, 2]);
	});
});

describe('a request without an answer', () => {
	const bench = new FaultBench();

	describe.each(everyEndpoint)('$name', (endpoint) => {
		it('times out after two minutes, with an error that shows whether it may have been accepted', async () => {
			const asked: number[] = [];
			const setTimeout = ClientRequest.prototype.setTimeout;
			const spy = jest
				.spyOn(ClientRequest.prototype, 'setTimeout')
				.mockImplementation(function (this: ClientRequest, time, callback) {
					asked.push(time);
					return setTimeout.call(this, time === timeLimit ? shorter : time, callback);
				});
			const run = await bench.run(endpoint, 'noAnswer', { items });
			spy.mockRestore();
			const tried = endpoint.repeatable ? 4 : 1;
			expect(asked.filter((time) => time === timeLimit)).toHaveLength(tried);
			expect(run.error?.message).toMatch(
				/^The server 127\.0\.0\.1:\d+ didn’t answer within 2 minutes \(ECONNABORTED\) \[item 0\]$/,
			);
			const { description = '' } = run.error!;
			expect(description!.includes(closing.tries({ tries: 4 }))).toBe(endpoint.repeatable);
			expect(description!.includes(endpoint.doubt)).toBe(endpoint.changes);
			expect(bench.arrived).toBe(tried);
		});

		it('ends immediately when the execution is canceled, and nothing is resent', async () => {
			const process = WorkflowExecute.prototype.processRunExecutionData;
			const spy = jest
				.spyOn(WorkflowExecute.prototype, 'processRunExecutionData')
				.mockImplementation(function (this: WorkflowExecute, workflow) {
					const running = process.call(this, workflow);
					const cancel = () => {
						if (bench.arrived > 0) running.cancel();
						else setTimeout(cancel, 5);
					};
					cancel();
					return running;
				});
			const run = await bench.run(endpoint, 'noAnswer', { items });
			spy.mockRestore();
			expect(run.status).toBe('canceled');
			expect(bench.arrived).toBe(1);
			expect(run.error).toMatchObject({ code: 'canceled' });
			expect(run.error!.description!.includes(endpoint.doubt)).toBe(endpoint.changes);
		});
	});
});
