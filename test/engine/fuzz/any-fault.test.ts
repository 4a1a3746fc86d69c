import fc from 'fast-check';
import type { FaultAction } from '../../../playground/service/stand-in';
import { everyEndpoint, guestsUpTo } from '../every-operation/endpoint-cases';
import { madeUpEndpoints } from '../every-operation/made-up';
import type { EngineRun } from '../harness';
import { errorsIn, linksOf, NodeRunner } from '../node-runner';
import { settings } from './fuzz-bench';

const sendings = everyEndpoint.filter(({ changes }) => changes);

const never = { error: 'no' };
const action = fc.constantFrom<FaultAction>(
	'reset',
	'processThenReset',
	'truncate',
	...[400, 401, 413, 429, 500, 502, 503, 504].map((status) => ({
		respond: { status, body: never },
	})),
	...[500, 502, 504, 200].map((status) => ({
		processThenRespond: { status, body: '<html></html>' },
	})),
	{ processThenRespond: { status: 200, body: {} } },
);

const faults = fc.array(
	fc.record({ action, after: fc.nat(12), times: fc.integer({ min: 1, max: 3 }) }),
	{ maxLength: 4 },
);

const round = fc.record({
	faults,
	count: fc.integer({ min: 1, max: 20 }),
	batchSize: fc.integer({ min: 1, max: 5 }),
	maxTries: fc.integer({ min: 2, max: 5 }),
	onError: fc.constantFrom('stopWorkflow', 'continueErrorOutput'),
});

/** Rounds of each operation; a thousand in all. */
const rounds = Math.ceil(1000 / sendings.length);

jest.setTimeout(600_000);

describe('with Retry On Fail, whatever breaks and wherever', () => {
	const node = new NodeRunner({}, { moreEndpoints: madeUpEndpoints });

	it.each(sendings)('sends nothing twice and reports all: $name', async (endpoint) => {
		await fc.assert(
			fc.asyncProperty(round, async ({ faults, count, batchSize, ...settings }) => {
				node.service.reset();
				for (const fault of faults) node.service.faults.add(fault);
				const items = guestsUpTo(count);
				const run = await node.run(
					{ ...endpoint.form, options: { batchSize, maxTries: 1 } },
					{
						items,
						...endpoint.node,
						retryOnFail: true,
						waitBetweenTries: 1,
						...settings,
					},
				);
				const took = endpoint
					.taken(node.service)
					.map((id) => items.findIndex((guest) => Object.values(guest).includes(id)));
				expect(took).toEqual([...new Set(took)]);
				if (settings.onError === 'continueErrorOutput') {
					expectAllReported(run, count, took, endpoint.repeatable);
				} else if (run.status === 'success') {
					expect(sorted(reported(run.output))).toEqual(sorted(took));
				}
			}),
			settings(rounds),
		);
	});
});

const sorted = (numbers: number[]): number[] => [...numbers].sort((one, other) => one - other);

/** The items that came out. */
function reported(output: EngineRun['output']): number[] {
	return linksOf(output).flat();
}

/** What was taken came out, what was not is an error; only what may have been taken can be both. */
function expectAllReported(
	{ output, errorOutput }: EngineRun,
	count: number,
	took: number[],
	repeatable: boolean,
): void {
	const done = reported(output);
	const failed = reported(errorOutput);
	expect(sorted([...done, ...failed])).toEqual(Array.from({ length: count }, (_, at) => at));
	expect(took).toEqual(expect.arrayContaining(done));
	for (const [index, { outcome }] of errorsIn(errorOutput).entries()) {
		if (outcome !== 'unknown' && !repeatable) expect(took).not.toContain(failed[index]);
	}
}
