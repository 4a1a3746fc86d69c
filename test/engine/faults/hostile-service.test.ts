import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { transport } from '../../../nodes/CrmMessaging/service/limiter';
import { everyEndpoint, guests, type EndpointCase } from '../every-operation/cases';
import { OperationRunner } from '../every-operation/operation-runner';
import type { RunOptions } from '../node-runner';
import { RecordingServer } from '../recording-server';
import { FaultBench } from './fault-bench';
import { credentialFor } from '../node-runner';

const json = { 'content-type': 'application/json' };
const megabyte = Buffer.alloc(1024 * 1024, ' ');
const packed = gzipSync(Buffer.alloc(2 * transport.mostBytes, ' '));
const levels = 200_000;
const deep = `{"_id": "b-1", "deliveries": ${'['.repeat(levels)}${']'.repeat(levels)}}`;

function* endlessly() {
	for (;;) yield megabyte;
}

/** Writes until the client stops reading. */
function writeEndlessly(response: ServerResponse, status: number): void {
	response.writeHead(status, json);
	pipeline(endlessly, response, () => {});
}

const withAnswer = everyEndpoint.filter(({ results }) => results !== undefined);

/** A malicious service, or another server in its place. */
describe('the answer of a hostile service', () => {
	const node = new OperationRunner();
	const server = new RecordingServer();

	const run = async (one: EndpointCase) => {
		const credential = credentialFor(server.url);
		return await node.runCase(one, {}, { items: guests.slice(0, 1), credential });
	};
	const failed = 'The service answered with an error (HTTP 400) [item 0]';
	const expectReadInPart = () => {
		expect(server.written).toBeGreaterThan(transport.mostBytes);
		expect(server.written).toBeLessThan(2 * transport.mostBytes);
	};

	it.each(everyEndpoint)('is read up to a limit if it’s endless: $name', async (one) => {
		server.answer = (response) => writeEndlessly(response, 200);
		expect((await run(one)).error?.message).toContain('it holds more than 8 MB');
		expectReadInPart();
	});

	it('is read up to a limit if it’s an endless error', async () => {
		server.answer = (response) => writeEndlessly(response, 400);
		expect((await run(everyEndpoint[0]!)).error?.message).toBe(failed);
		expectReadInPart();
	});

	it.each(withAnswer)('is decompressed up to a limit: $name', async (one) => {
		server.answer = (response) =>
			response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(packed);
		expect(packed.length).toBeLessThan(100_000);
		expect((await run(one)).error?.message).toContain('it holds more than 8 MB');
	});

	it.each(withAnswer)('isn’t read if it’s too deeply nested: $name', async (one) => {
		server.answer = (response) => response.writeHead(200, json).end(deep);
		expect((await run(one)).error?.message).toContain('it holds more than 100 levels');
		server.answer = (response) => response.writeHead(400, json).end(deep);
		expect((await run(one)).error?.message).toBe(failed);
	});

	it.each<[what: string, headers: Record<string, string>]>([
		['huge headers', { 'x-large': 'x'.repeat(100_000) }],
		['a wrong content encoding', { 'content-encoding': 'gzip' }],
		['fewer bytes than its content length', { 'content-length': '5000' }],
		['a location that is a file', { location: 'file:///etc/passwd' }],
		['a wrong content type', { 'content-type': 'image/png; charset=utf-7' }],
	])('ends in a success or a known error with %s', async (_, headers) => {
		for (const one of everyEndpoint) {
			server.answer = (response) => {
				response.writeHead(200, { ...json, ...headers });
				response.write('{');
				setTimeout(() => response.destroy(), 20);
			};
			const { error, status } = await run(one);
			expect(status).toBe('error');
			expect(error!.message).toMatch(/^The (server|service accepted)/);
		}
	});
});

describe('a success in an unusual format', () => {
	const bench = new FaultBench();

	it.each(everyEndpoint.filter(({ operation }) => operation.limit.rows === 'messages'))(
		'can have 200,000 results: $name',
		async (endpoint) => {
			const result = { valid: true, delivery_id: 'd-1' };
			const deliveries = Array.from({ length: 200_000 }, () => result);
			const action = { processThenRespond: { status: 200, body: { deliveries } } };
			const { error } = await bench.runWith(action, endpoint);
			// A flat list isn't a push's.
			expect(error?.code).toMatch(/^(unclear|unreadable)Answer$/);
		},
	);

	/** With the service's own answer as output, if there is a choice. */
	const ownAnswer = withAnswer.flatMap(({ changes, form, controls, ...endpoint }) => {
		const hasChoice = controls.some(({ name }) => name === 'output');
		const options = hasChoice ? { output: 'bulkJob' } : {};
		return changes ? [{ ...endpoint, changes, controls, form: { ...form, options } }] : [];
	});
	// n8n treats a first output item with the key `error` as a failure and runs the node again.
	it.each(ownAnswer)('is never resent if it has keys named “error”: $name', async (endpoint) => {
		const changeAnswer = (answer: object): unknown =>
			JSON.parse(JSON.stringify(answer).replaceAll('}', ', "error": "no credit"}'));
		for (const onError of ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput']) {
			const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1, onError };
			const run = await bench.runWith({ changeAnswer }, endpoint, retrying as RunOptions);
			expect([run.tries, bench.sent.length]).toEqual([3, endpoint.shares ? 1 : 2]);
			expect(endpoint.accepted(bench.service)).toHaveLength(2);
			const outputs = run.output.length + run.errorOutput.length;
			expect(outputs > 0 || run.error !== undefined).toBe(true);
		}
	});
});
