import { ClientRequest } from 'node:http';
import { WorkflowExecute } from 'n8n-core';
import { everyEndpoint, guests } from '../every-operation/cases';
import { skipPauses } from '../harness';
import { FaultBench } from './fault-bench';

/** How long the node waits for an answer. */
const timeLimit = 120_000;
const shorter = 150;
const items = guests.slice(0, 1);

skipPauses();

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
			const tried = endpoint.changes ? 1 : 4;
			expect(asked.filter((time) => time === timeLimit)).toHaveLength(tried);
			expect(run.error?.message).toMatch(
				/^The server 127\.0\.0\.1:\d+ sent no complete answer within 2 minutes \(ECONNABORTED\) \[item 0\]$/,
			);
			const { description = '' } = run.error!;
			expect(description!.includes('It was tried 4 times.')).toBe(!endpoint.changes);
			expect(description!.includes('It may have been sent.')).toBe(endpoint.changes);
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
			expect(run.error!.description!.includes('It may have been sent.')).toBe(
				endpoint.changes,
			);
		});
	});
});
