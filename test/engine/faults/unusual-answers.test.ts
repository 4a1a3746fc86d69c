import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { everyEndpoint, guests, messageEndpoints } from '../every-operation/endpoint-cases';
import { linksOf, type RunOptions } from '../node-runner';
import { credentialFor } from '../running-service';
import { RecordingServer } from '../recording-server';
import { FaultBench } from './fault-bench';

const compressions = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

describe('a success in an unusual format', () => {
	const bench = new FaultBench();
	const server = new RecordingServer();
	const oneGuest = { items: guests.slice(0, 1) };

	describe.each(everyEndpoint)('$name', (endpoint) => {
		const answer = Buffer.from(JSON.stringify(endpoint.answer));

		it('is read in chunks, compressed, and with 10 MB of other data', async () => {
			const respond = { status: 200, body: endpoint.answer };
			const usual = await bench.run(endpoint, { respond }, oneGuest);
			expect(linksOf(usual.output)).toEqual([[0]]);
			for (const [name, compress] of Object.entries(compressions)) {
				const body = compress(answer);
				server.answer = (response) => {
					response.writeHead(200, {
						'content-type': 'application/json',
						'content-encoding': name,
					});
					response.write(body.subarray(0, 9), () =>
						setTimeout(() => response.end(body.subarray(9)), 5),
					);
				};
				const credential = credentialFor(server.url);
				const run = await bench.run(endpoint, undefined, { ...oneGuest, credential });
				expect([name, run.status, run.output]).toEqual([name, 'success', usual.output]);
			}
			const large = { ...endpoint.answer, more: 'x'.repeat(10_000_000) };
			const action = { respond: { status: 200, body: large } };
			const run = await bench.run(endpoint, action, oneGuest);
			expect([run.status, linksOf(run.output)]).toEqual(['success', [[0]]]);
		});
	});

	const answering = everyEndpoint.filter(({ answerKeys }) => answerKeys.length > 0);

	it.each(messageEndpoints)(
		'can have 300,000 results for two recipients: $name',
		async (endpoint) => {
			const result = { valid: true, delivery_id: 'd-1' };
			const deliveries = Array.from({ length: 300_000 }, () => result);
			const action = { processThenRespond: { status: 200, body: { deliveries } } };
			const run = await bench.run(endpoint, action);
			expect(run.error).toBeUndefined();
			// A flat list isn't a push's, so it comes out whole.
			expect([1, 300_000]).toContain(run.output.length);
			expect(run.hints).toHaveLength(1);
		},
	);

	/** With the service's own answer as output, if there is a choice. */
	const withAnswer = answering
		.filter(({ changes }) => changes)
		.map((endpoint) => {
			const hasChoice = endpoint.operation.options?.some(({ name }) => name === 'output');
			const options = hasChoice ? { output: 'bulkJob' } : {};
			return { ...endpoint, form: { ...endpoint.form, options } };
		});
	// n8n treats a first output item with the key `error` as a failure and runs the node again.
	it.each(withAnswer)('causes no retry if it has keys named “error”: $name', async (endpoint) => {
		const text = JSON.stringify(endpoint.answer).replaceAll('}', ', "error": "no credit"}');
		const body: unknown = JSON.parse(text);
		const action = { processThenRespond: { status: 200, body } };
		for (const onError of ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput']) {
			const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1, onError };
			const run = await bench.run(endpoint, action, retrying as RunOptions);
			expect(run.tries).toBe(3);
			expect(bench.arrived).toBe(endpoint.shares ? 1 : 2);
			expect(endpoint.accepted(bench.node.service)).toHaveLength(2);
			expect(run.output.length + run.errorOutput.length).toBeGreaterThan(0);
		}
	});
});
