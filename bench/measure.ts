/** Measures the case named in the last argument, in this process, and prints it as a line of JSON. */
import '../test/engine/harness/settings';
import { GCProfiler, getHeapStatistics } from 'node:v8';
import { inspect, isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../playground/n8n/machine';
import {
	startExpressionEngine,
	stopExpressionEngine,
} from '../test/engine/harness/expression-engine';
import { loadPackage } from '../test/engine/harness/loaded-package';
import { cases, type Case, type Row } from './cases';
import { contenders, type ContenderName, type Prepare } from './contenders';
import { takeCounts, type Counted } from './mock-service';
import type { Figures, MeasuredRow } from './page';
import { workloads } from './workloads';

/** The case to measure. */
export interface Order {
	name: string;
	short: boolean;
	/** Address of the mock service. */
	service: string;
	/** The folder of the package that *Before* runs. */
	before?: string;
}

const cpuSince = (before?: NodeJS.CpuUsage): number => {
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
};

/** Waits until the process is idle: n8n ends an execution's work after it has returned. */
async function settle(): Promise<void> {
	for (;;) {
		const before = process.cpuUsage();
		await pause(20);
		if (cpuSince(before) < 2) return;
	}
}

/** The cost of one execution, for all its items. */
async function timed(start: () => Promise<void>): Promise<Figures> {
	const profiler = new GCProfiler();
	profiler.start();
	const heapBefore = getHeapStatistics().used_heap_size;
	const [cpuBefore, begun] = [process.cpuUsage(), performance.now()];
	await start();
	const [time, cpu] = [performance.now() - begun, cpuSince(cpuBefore)];
	const { statistics } = profiler.stop();
	const kept = getHeapStatistics().used_heap_size - heapBefore;
	const allocated = statistics.reduce(
		(sum, { beforeGC, afterGC }) =>
			sum + beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize,
		kept,
	);
	return { cpu, time, allocated };
}

/** At one size, a young collection falls inside the run or not. */
const around = [0.8, 1, 1.2, 0.9, 1.1, 1.3];

/** The runs of a row, its contenders in turns, forwards and backwards, so that no one always follows the same. */
async function measureRow(
	{ items, contenders: names, runs, warmUp }: Row,
	measure: (name: ContenderName, size: number) => Promise<Figures>,
): Promise<MeasuredRow['contenders']> {
	const found = new Map<ContenderName, Figures[]>(names.map((name) => [name, []]));
	for (let round = -warmUp; round < runs; round++) {
		const factor = items >= 1000 ? around[Math.abs(round) % around.length]! : 1;
		const size = Math.round(items * factor);
		for (const name of round % 2 ? [...names].reverse() : names) {
			const { cpu, time, allocated } = await measure(name, size);
			const perItem = { cpu: cpu / size, time: time / size, allocated: allocated / size };
			if (round >= 0) found.get(name)!.push(perItem);
		}
	}
	return Object.fromEntries([...found].map(([name, all]) => [name, summary(all)]));
}

/** Lower quartiles: other programs only make a run slower. */
function summary(runs: readonly Figures[]): Figures {
	const quartile = (figure: keyof Figures): number => {
		const sorted = runs.map((run) => run[figure]).sort((one, other) => one - other);
		return sorted[Math.floor((sorted.length - 1) / 4)]!;
	};
	return { cpu: quartile('cpu'), time: quartile('time'), allocated: quartile('allocated') };
}

async function measureCase(one: Case, { service, before, short }: Order): Promise<MeasuredRow[]> {
	// To make an isolate takes many times as long as a small execution: all share one.
	await startExpressionEngine({ sharedCaller: true, lazyAcquire: true });
	const workload = workloads[one.workload];
	const loaded = { node: await loadPackage(root), before: await loadPackage(before ?? root) };
	const prepares = new Map<ContenderName, Prepare>();
	const counts = new Map<number, Counted>();
	const measure = async (name: ContenderName, size: number): Promise<Figures> => {
		const setting = { workload, service, loaded: loaded[name === 'before' ? name : 'node'] };
		const prepare = prepares.get(name) ?? contenders[name].make(setting);
		prepares.set(name, prepare);
		const start = prepare(Array.from({ length: size }, (_, index) => workload.item(index)));
		await takeCounts(service, one.latency);
		await settle();
		const figures = await timed(start);
		// One that left items out, or sent something else than the others, can't be compared.
		const counted = await takeCounts(service);
		const wanted = counts.get(size) ?? counted;
		if (name !== 'single') counts.set(size, wanted);
		if (counted.entries !== size || (name !== 'single' && !isDeepStrictEqual(counted, wanted)))
			throw new Error(`${name}, ${size} items: ${inspect({ counted, wanted })}`);
		return figures;
	};
	const rows: MeasuredRow[] = [];
	// The largest first: n8n's server has done it all before.
	for (const row of [...one.rows].reverse()) {
		const names: ContenderName[] = ['node', ...(before ? ['before' as const] : [])];
		names.push(...row.contenders);
		const runs = short ? Math.min(row.runs, 6) : row.runs;
		const figures = await measureRow({ ...row, contenders: names, runs }, measure);
		const { latency } = one;
		rows.unshift({ title: workload.title, latency, items: row.items, contenders: figures });
	}
	await stopExpressionEngine();
	return rows;
}

async function main(): Promise<void> {
	const order = JSON.parse(process.argv.at(-1)!) as Order;
	const one = cases.find(({ name }) => name === order.name);
	process.stdout.write(`${JSON.stringify(await measureCase(one!, order))}\n`);
}

void main().then(() => process.exit(0));
