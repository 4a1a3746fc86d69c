import { everyEndpoint } from '../every-operation/cases';
import type { RunOptions } from '../node-runner';
import { FaultBench } from './fault-bench';

describe('a success in an unusual format', () => {
	const bench = new FaultBench();

	it.each(everyEndpoint.filter(({ operation }) => operation.limit.rows === 'messages'))(
		'can have 300,000 results: $name',
		async (endpoint) => {
			const result = { valid: true, delivery_id: 'd-1' };
			const deliveries = Array.from({ length: 300_000 }, () => result);
			const action = { processThenRespond: { status: 200, body: { deliveries } } };
			const run = await bench.run(endpoint, action);
			// A flat list isn't a push's.
			expect(['unclearAnswer', 'unreadableAnswer']).toContain(
				(run.error as { code?: string }).code,
			);
			const { answer = [] } = run.error!.context!.data as { answer?: unknown[] };
			expect(answer.length).toBeLessThanOrEqual(1000);
		},
	);

	/** With the service's own answer as output, if there is a choice. */
	const withAnswer = everyEndpoint
		.filter(({ results, changes }) => changes && results !== undefined)
		.map((endpoint) => {
			const hasChoice = endpoint.operation.options?.some(({ name }) => name === 'output');
			const options = hasChoice ? { output: 'bulkJob' } : {};
			return { ...endpoint, form: { ...endpoint.form, options } };
		});
	// n8n treats a first output item with the key `error` as a failure and runs the node again.
	it.each(withAnswer)('is never resent if it has keys named “error”: $name', async (endpoint) => {
		const changeAnswer = (answer: object): unknown =>
			JSON.parse(JSON.stringify(answer).replaceAll('}', ', "error": "no credit"}'));
		const action = { changeAnswer };
		for (const onError of ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput']) {
			const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1, onError };
			const run = await bench.run(endpoint, action, retrying as RunOptions);
			expect(run.tries).toBe(3);
			expect(bench.arrived).toBe(endpoint.shares ? 1 : 2);
			expect(endpoint.accepted(bench.node.service)).toHaveLength(2);
			const outputs = run.output.length + run.errorOutput.length;
			expect(outputs > 0 || run.error !== undefined).toBe(true);
		}
	});
});
