/** Measures the case named in the last argument, in this process, and prints it as a line of JSON. */
import '../test/engine/harness/settings';
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
import type { Measured, MeasuredCase, MeasuredRow } from './results';
import { settle, timed } from './run';
import type { Run } from './run';
import { type Counted, takeCounts } from './mock-service';

/** The case to measure, and the address of the mock service. */
export interface Order {
	name: string;
	short: boolean;
	service: string;
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
	const anItem = (figure: keyof Run): number =>
		mean(sizes.map((size) => median(runsOf(size).map((run) => run[figure])) / size));
	return {
		items: mean(sizes),
		cpu: anItem('cpu'),
		time: anItem('time'),
		allocated: anItem('allocated'),
		live: anItem('live'),
	};
}

function median(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = sorted.length / 2;
	return mean(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1));
}

const mean = (values: readonly number[]): number =>
	values.reduce((sum, value) => sum + value, 0) / values.length;

async function measureCase(one: Case, { service }: Order): Promise<MeasuredCase> {
	// To make an isolate takes many times as long as a small execution: all share one.
	await startExpressionEngine({ sharedCaller: true, lazyAcquire: true });
	const loaded = await loadPackage(root);
	const { workload, latency = 0 } = one;
	const prepares = new Map<ContenderName, Prepare>();
	for (const contender of new Set(one.rows.flatMap((row) => row.contenders))) {
		prepares.set(contender, contenders[contender].make({ workload, service, loaded }));
	}
	const check = counter();
	const measure: Measure = async (contender, size) => {
		const start = prepares.get(contender)!(itemsFor(one, size));
		await takeCounts(service, latency);
		await settle();
		const run = await timed(start);
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
	const one = casesFor({ ...order, only: '' }).find(({ name }) => name === order.name);
	const measured = await measureCase(one!, order);
	process.stdout.write(`${JSON.stringify(measured)}\n`);
}

void main().then(() => process.exit(0));
