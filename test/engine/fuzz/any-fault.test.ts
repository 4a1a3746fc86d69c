import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { FaultAction, ServiceStandIn } from '../../../playground/service/stand-in';
import type { EngineRun } from '../harness';
import { linksOf, NodeRunner } from '../node-runner';
import { settings } from './fuzz-bench';

/** An operation that sends: its form for `$json.id`, and the ids that the service took. */
interface Sending {
	name: string;
	form: IDataObject;
	taken: (service: ServiceStandIn) => string[] | Promise<string[]>;
}

const plus = (digits: string): string => `+3460${digits}`;
const sendings: Sending[] = [
	{
		name: 'SMS',
		form: {
			...{ resource: 'sms', operation: 'send', sender: 'Aurora', messageHolder: 'Hello' },
			deliveries: { delivery: [{ phoneNumber: '={{ "+3460" + $json.id }}' }] },
		},
		taken: ({ state }) =>
			state.smsDeliveries.map(({ phone_number }) => phone_number.slice(plus('').length)),
	},
	{
		name: 'push',
		form: {
			...{ resource: 'push', operation: 'send', appId: 'app', subject: 'Aurora' },
			messageHolder: 'Hello',
			deliveries: { delivery: [{ targetType: 'device_id', targetId: '={{ $json.id }}' }] },
		},
		taken: ({ state }) => state.pushDeliveries.map(({ target }) => target.device_id!),
	},
	{
		name: 'hotels, several at a time',
		form: {
			...{ resource: 'hotel', operation: 'create', name: '={{ $json.id }}' },
			// Another one at every try, since a hotel that is sent again replaces the first.
			uuid: '={{ Math.random() }}',
			items: { item: [{ language: 'en' }] },
		},
		taken: ({ state }) => state.hotels.map(({ name }) => name),
	},
	{
		name: 'contacts',
		form: {
			...{ resource: 'contact', operation: 'upsert', origin: 'fuzz' },
			...{ contactsFrom: 'mapAutomatically', otherKeys: 'custom' },
		},
		async taken({ state }) {
			while (state.bulkJobs.some(({ status }) => status === 'queue')) await setTimeout(1);
			const submitted = state.bulkJobs.reduce((sum, job) => sum + job.number_of_contacts, 0);
			// A contact that is submitted twice is one contact, but is counted twice.
			const doubles = Array<string>(submitted - state.contacts.length).fill('double');
			return [...state.contacts.map(({ id }) => id as string), ...doubles];
		},
	},
];

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
const rounds = 250;

jest.setTimeout(600_000);

describe('with Retry On Fail, whatever breaks and wherever', () => {
	const node = new NodeRunner({}, { processingDelayMs: 0 });

	it.each(sendings)('sends nothing twice and reports all: $name', async ({ form, taken }) => {
		await fc.assert(
			fc.asyncProperty(round, async ({ faults, count, batchSize, ...settings }) => {
				node.service.reset();
				for (const fault of faults) node.service.faults.add(fault);
				const ids = Array.from({ length: count }, (_, at) => String(1_000_000 + at));
				const run = await node.run(
					{ ...form, options: { batchSize, tries: 1 } },
					{
						items: ids.map((id) => ({ id })),
						retryOnFail: true,
						waitBetweenTries: 1,
						...settings,
					},
				);
				const took = await taken(node.service);
				expect(took).toEqual([...new Set(took)]);
				if (settings.onError === 'continueErrorOutput') expectAllReported(run, ids, took);
				else if (run.status === 'success')
					expect(sorted(reported(run, ids))).toEqual(sorted(took));
			}),
			settings(rounds),
		);
	});
});

const sorted = (texts: string[]): string[] => [...texts].sort();

/** The ids of the items that came out as done. */
function reported({ output }: Pick<EngineRun, 'output'>, ids: string[]): string[] {
	return linksOf(output)
		.flat()
		.map((item) => ids[item]!);
}

/** What was taken came out, what was not is an error; only what may have been taken can be both. */
function expectAllReported(run: EngineRun, ids: string[], took: string[]): void {
	const done = reported(run, ids);
	const failed = reported({ output: run.errorOutput }, ids);
	expect(sorted([...done, ...failed])).toEqual(sorted(ids));
	expect(took).toEqual(expect.arrayContaining(done));
	for (const [index, { error }] of run.errorOutput.entries()) {
		const isInDoubt = (error as EngineRun['error'])?.context?.outcome === 'unknown';
		if (!isInDoubt) expect(took).not.toContain(failed[index]);
	}
}
