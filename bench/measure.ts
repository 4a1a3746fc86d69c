/** Measures the case named in the last argument, in this process, and prints it as a line of JSON. */
import '../test/engine/harness/settings';
import { createRequire } from 'node:module';
import { inspect, isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { root } from '../playground/n8n/node24';
import {
	startExpressionEngine,
	stopExpressionEngine,
} from '../test/engine/harness/expression-engine';
import { loadPackage } from '../test/engine/harness/loaded-package';
import { casesFor } from './cases';
import type { Case, Row } from './cases';
import { contenders } from './contenders';
import type { ContenderName } from './contenders';
import type { Prepare } from './workflow';
import { mean, median } from './results';
import type { Measured, MeasuredCase, MeasuredRow } from './results';
import { settle, timed } from './run';
import type { Run } from './run';
import { type Counted, takeCounts } from './mock-service';

/** The case to measure, and its place. */
export interface Order {
	name: string;
	short: boolean;
	service: string;
	before?: string;
}

interface Pool {
	replenish(attempt?: number): void;
}

/**
 * n8n builds the next isolate for expressions while an execution runs. That takes many times as long as
 * a small execution, so it waits here until the execution was timed.
 */
function isolatesWait(): { during: <T>(work: () => Promise<T>) => Promise<T> } {
	const ofWorkflow = createRequire(require.resolve('n8n-workflow'));
	const { IsolatePool } = ofWorkflow('@n8n/expression-runtime/dist/cjs/pool/isolate-pool.js') as {
		IsolatePool: { prototype: Pool };
	};
	const { replenish } = IsolatePool.prototype;
	let isTiming = false;
	const waiting = new Set<Pool>();
	IsolatePool.prototype.replenish = function (attempt) {
		if (isTiming) waiting.add(this);
		else replenish.call(this, attempt);
	};
	return {
		async during(work) {
			isTiming = true;
			try {
				return await work();
			} finally {
				isTiming = false;
				for (const pool of waiting) pool.replenish();
				waiting.clear();
			}
		},
	};
}

function itemsFor({ workload }: Case, count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => workload.item(index));
}

/** Refuses a contender whose figure can't be compared: one that left items out, or didn't send what the others did. */
function counter(): (contender: ContenderName, size: number, counted: Counted) => void {
	const firsts = new Map<number, Counted>();
	return (contender, size, counted) => {
		const first = firsts.get(size) ?? counted;
		if (contender !== 'single') firsts.set(size, first);
		const wanted = contender === 'single' ? { ...counted, requests: size } : first;
		if (counted.entries !== size || !isDeepStrictEqual(counted, wanted)) {
			throw new Error(`${contender}, ${size} items: ${inspect({ counted, wanted })}`);
		}
	};
}

type Measure = (contender: ContenderName, size: number) => Promise<Run>;

/** The runs of a row, its contenders in turns, forwards and backwards, so that no one always follows the same. */
async function measureRow(row: Row, measure: Measure): Promise<MeasuredRow> {
	const runs = new Map<string, Run[]>();
	for (let round = 0; round < row.warmUp + row.runs; round++) {
		const order = round % 2 ? [...row.contenders].reverse() : row.contenders;
		for (const size of row.sizes) {
			for (const contender of order) {
				const key = `${contender} ${size}`;
				runs.set(key, [...(runs.get(key) ?? []), await measure(contender, size)]);
			}
		}
	}
	const found = row.contenders.map((contender) => {
		const counted = (size: number) => runs.get(`${contender} ${size}`)!.slice(row.warmUp);
		return [contender, summary(row.sizes, counted)] as const;
	});
	return { items: row.items, contenders: Object.fromEntries(found) };
}

function summary(sizes: readonly number[], runsOf: (size: number) => Run[]): Measured {
	const anItem = (of: (run: Run) => number): number =>
		mean(sizes.map((size) => median(runsOf(size).map(of)) / size));
	const most = (of: (run: Run) => number): number =>
		Math.max(...sizes.map((size) => median(runsOf(size).map(of))));
	return {
		items: mean(sizes),
		cpu: anItem(({ cpu }) => cpu),
		time: anItem(({ time }) => time),
		allocated: anItem(({ allocated }) => allocated),
		block: most(({ block }) => block),
		live: most(({ live }) => live),
	};
}

async function measureCase(one: Case, { service, before }: Order): Promise<MeasuredCase> {
	const isolates = isolatesWait();
	await startExpressionEngine();
	const loaded = await loadPackage(root);
	const { workload, latency = 0 } = one;
	const settings = { workload, service, loaded };
	const earlier = { ...settings, loaded: before ? await loadPackage(before) : loaded };
	const prepares = new Map<ContenderName, Prepare>();
	for (const contender of new Set(one.rows.flatMap((row) => row.contenders))) {
		const { [contender]: make } = contenders;
		prepares.set(contender, make(contender === 'before' ? earlier : settings));
	}
	const check = counter();
	const measure: Measure = async (contender, size) => {
		const start = prepares.get(contender)!(itemsFor(one, size));
		await takeCounts(service, latency);
		await settle();
		const run = await isolates.during(async () => await timed(start));
		check(contender, size, await takeCounts(service));
		return run;
	};
	const rows: MeasuredRow[] = [];
	// The largest first: n8n's server has done it all before.
	for (const row of [...one.rows].reverse()) rows.unshift(await measureRow(row, measure));
	await stopExpressionEngine();
	return { name: one.name, title: workload.title, latency, rows };
}

async function main(): Promise<void> {
	const order = JSON.parse(process.argv.at(-1)!) as Order;
	const [one] = casesFor({ ...order, only: order.name }).filter(
		({ name }) => name === order.name,
	);
	const measured = await measureCase(one!, order);
	process.stdout.write(`${JSON.stringify(measured)}\n`);
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		process.stderr.write(`${inspect(error)}\n`);
		process.exit(1);
	},
);
