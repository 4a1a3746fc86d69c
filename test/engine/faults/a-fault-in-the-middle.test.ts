import type { FaultAction } from '../../../playground/service/stand-in';
import type { EngineRun } from '../harness';
import { errorsIn, linksOf } from '../node-runner';
import type { RunOptions } from '../node-runner';
import { everyEndpoint, guestsUpTo } from '../every-operation/endpoint-cases';
import type { EndpointCase } from '../every-operation/endpoint-cases';
import { echo } from './fault';
import { FaultBench } from './fault-bench';

const items = guestsUpTo(6);

/** One request a guest, so that the fault hits one of them. */
const oneEach = { maxTries: 1, batchSize: 1 };

const faults: Array<[name: string, action: FaultAction]> = [
	['reset', 'reset'],
	['processed, then reset', 'processThenReset'],
	['cut off', 'truncate'],
	['processed, then 500', { processThenRespond: { status: 500, body: { error: echo } } }],
	['processed, but unreadable', { processThenRespond: { status: 200, body: echo } }],
	['400', { respond: { status: 400, body: { error: echo } } }],
	['429', { respond: { status: 429, body: { error: echo } } }],
	['503', { respond: { status: 503, body: { error: echo } } }],
];

/** Names by which the service knows what it took, each guest once. */
function namesOf(endpoint: EndpointCase, bench: FaultBench): string[] {
	const { service } = bench.node;
	const taken = endpoint.taken(service);
	expect(new Set(taken).size).toBe(taken.length);
	return endpoint.names(service);
}

/** What the service took must be named in the error's data, or told as unknown. */
function expectReported(run: EngineRun, taken: string[]): void {
	const { accepted, unknown } = run.error?.context?.data as Record<
		string,
		Array<{ id?: string }>
	>;
	const named = accepted!.map(({ id }) => id);
	const unnamed = taken.filter((name) => !named.includes(name));
	expect(unnamed.length).toBeLessThanOrEqual(unknown!.length);
	expect(accepted).toHaveLength(taken.length - unnamed.length);
	expect(run.error?.description).toMatch(/^.+\. (Of 6 [a-z ]+, \d|No \w+ were sent\.)/);
}

describe('a fault in the middle of several requests', () => {
	const bench = new FaultBench();
	// What may be repeated needs no account of what was taken.
	const once = everyEndpoint.filter(({ changes, repeatable }) => changes && !repeatable);

	describe.each(once)('$name', (endpoint) => {
		const run = async (
			after: number,
			action: FaultAction,
			more: RunOptions = {},
			times = 1,
		) => {
			bench.node.service.reset();
			bench.node.service.faults.add({ after, action, times });
			const parameters = { ...endpoint.form, options: oneEach };
			const done = await bench.node.run(parameters, { items, ...endpoint.node, ...more });
			bench.expectNoSecret(done);
			return done;
		};

		it.each(faults)('%s: everything taken is reported', async (_, action) => {
			for (const after of [0, 3, 5]) {
				const done = await run(after, action);
				const taken = namesOf(endpoint, bench);
				expect(done.status).toBe('error');
				expect(new Set(taken).size).toBe(taken.length);
				expectReported(done, taken);
			}
		});

		it.each(faults)('%s, three times and with Retry On Fail: the same', async (_, action) => {
			const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
			const done = await run(1, action, retrying, 3);
			const taken = namesOf(endpoint, bench);
			expect(new Set(taken).size).toBe(taken.length);
			if (done.status === 'error') expectReported(done, taken);
			else expect(done.output).toHaveLength(taken.length);
		});

		it.each(faults)('%s: with Continue on, the others are sent once', async (_, action) => {
			const done = await run(3, action, { onError: 'continueErrorOutput' });
			const links = [...linksOf(done.output), ...linksOf(done.errorOutput)].flat();
			expect(links.sort()).toEqual([0, 1, 2, 3, 4, 5]);
			expect(done.errorOutput).toHaveLength(1);
			const [failed] = linksOf(done.errorOutput).flat();
			const [error] = errorsIn(done.errorOutput);
			expect(error?.message).toMatch(new RegExp(` \\[item ${failed}\\]$`));
			expect(bench.node.service.requests).toHaveLength(6);
			const taken = namesOf(endpoint, bench);
			expect(new Set(taken).size).toBe(taken.length);
			const shown = JSON.stringify(done.output);
			const hidden = taken.filter((name) => !shown.includes(name));
			expect(hidden.length).toBeLessThanOrEqual(error?.outcome === 'unknown' ? 1 : 0);
		});
	});

	it('names none of two secrets of which one is a part of the other', async () => {
		const credential = {
			...bench.node.credential,
			accountSecret: 'part-of-it',
			masterSecret: 'part-of-it-and-the-rest',
		};
		bench.node.service.faults.add({
			action: { respond: { status: 400, body: { error: credential.masterSecret } } },
		});
		const { form, node } = once[0]!;
		const done = await bench.node.run(form, { items, credential, ...node });
		expect(done.error?.message).toMatch(
			/^The service refused the request \(HTTP 400\): \*\*\* \[items? 0[^\]]*\]$/,
		);
	});
});
