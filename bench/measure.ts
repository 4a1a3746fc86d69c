/** Measures one case, given as JSON in the last argument, and prints a line of JSON. */
import '../test/engine/harness/settings';
import { channel } from 'node:diagnostics_channel';
import type { IDataObject } from 'n8n-workflow';
import {
	startExpressionEngine,
	stopExpressionEngine,
} from '../test/engine/harness/expression-engine';
import type { BenchCase, BenchResult } from './bench-case';
import { contenders } from './contenders';
import type { Prepare } from './contenders/contender';
import { takeCounts } from './counted';
import { profiled } from './cpu-profile';
import { workloadOf } from './workloads';
import type { Workload } from './workloads/workload';

const collect = (globalThis as unknown as { gc: () => void }).gc;

/** Heap and buffers that something still uses. */
function liveMemory(): number {
	collect();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

const kilobyte = 1024;
const largestResident = (): number => process.resourceUsage().maxRSS * kilobyte;

function itemsFor({ item }: Workload, count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => item(index));
}

/** n8n makes a new isolate for the next execution in the background; what is measured finds it ready. */
async function settle(): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, 500));
}

/** Looks at live memory whenever a request leaves, by `fetch` or by n8n's HTTP client. */
function watchPeak(): () => number {
	let peak = 0;
	const look = (): void => void (peak = Math.max(peak, liveMemory()));
	for (const name of ['http.client.request.start', 'undici:request:create'])
		channel(name).subscribe(look);
	return () => Math.max(peak, liveMemory());
}

async function measure(
	prepare: Prepare,
	workload: Workload,
	bench: BenchCase,
): Promise<BenchResult> {
	const bare = liveMemory();
	const prepared = await prepare(itemsFor(workload, bench.items));
	const loaded = liveMemory();
	await takeCounts(bench.sinkUrl);
	const peakOf = bench.measure === 'memory' ? watchPeak() : undefined;
	// The peak of generating the items counts as well, so this is what is resident now.
	const resident = process.memoryUsage.rss();
	const { result, milliseconds, cpu } = await profiled(bench.profile, async () => {
		const cpuBefore = process.cpuUsage();
		const start = performance.now();
		const started = await prepared.start();
		const milliseconds = performance.now() - start;
		return { result: started, milliseconds, cpu: process.cpuUsage(cpuBefore) };
	});
	const liveGrowth = peakOf && peakOf() - loaded;
	return {
		milliseconds,
		cpuMilliseconds: (cpu.user + cpu.system) / 1000,
		nodeMilliseconds: result.nodeMilliseconds,
		residentGrowth: Math.max(0, largestResident() - resident),
		liveGrowth,
		input: { json: jsonSize(workload, bench.items), heap: loaded - bare },
		counted: await takeCounts(bench.sinkUrl),
	};
}

function jsonSize({ item }: Workload, count: number): number {
	let bytes = 0;
	for (let index = 0; index < count; index++)
		bytes += Buffer.byteLength(JSON.stringify(item(index)));
	return bytes;
}

async function main(): Promise<void> {
	const bench = JSON.parse(process.argv.at(-1)!) as BenchCase;
	await startExpressionEngine();
	const workload = workloadOf(bench.workload);
	const prepare = await contenders[bench.contender](workload, bench.sinkUrl);
	const warm = await prepare(itemsFor(workload, bench.warmUp));
	await warm.start();
	await settle();
	const result = await measure(prepare, workload, bench);
	await stopExpressionEngine();
	process.stdout.write(`${JSON.stringify(result)}\n`);
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
		process.exit(1);
	},
);
