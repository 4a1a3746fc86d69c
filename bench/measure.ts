/** Measures one case, given as JSON in the last argument, and prints a line of JSON. */
import '../test/engine/harness/settings';
import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import {
	startExpressionEngine,
	stopExpressionEngine,
} from '../test/engine/harness/expression-engine';
import type { BenchCase, BenchResult } from './bench-case';
import { contenders } from './contenders';
import type { Prepare, PreparedRun } from './contenders/contender';
import { beginCounting, takeCounts } from './counted';
import { profiled } from './cpu-profile';
import { longestBlockIn } from './event-loop';
import { liveMemory, peakIn } from './live-memory';
import { workloadOf } from './workloads';
import type { Workload } from './workloads/workload';

const kilobyte = 1024;
const largestResident = (): number => process.resourceUsage().maxRSS * kilobyte;

function itemsFor({ item }: Workload, count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => item(index));
}

/** n8n makes a new isolate for the next execution in the background; what is measured finds it ready. */
const settling = 500;

type Timed = Awaited<ReturnType<PreparedRun['start']>> & { milliseconds: number; cpu: number };

async function timed(prepared: PreparedRun): Promise<Timed> {
	const cpuBefore = process.cpuUsage();
	const start = performance.now();
	const result = await prepared.start();
	const milliseconds = performance.now() - start;
	const { user, system } = process.cpuUsage(cpuBefore);
	return { ...result, milliseconds, cpu: (user + system) / 1000 };
}

async function measure(
	prepare: Prepare,
	workload: Workload,
	bench: BenchCase,
): Promise<BenchResult> {
	const bare = liveMemory();
	const prepared = await prepare(itemsFor(workload, bench.items));
	const loaded = liveMemory();
	await beginCounting(bench.sinkUrl, bench.service);
	// The peak of generating the items counts as well, so this is what is resident now.
	const resident = process.memoryUsage.rss();
	const run = async () =>
		await longestBlockIn(
			async () => await profiled(bench.profile, async () => await timed(prepared)),
		);
	const { result: ran, peak } =
		bench.measure === 'memory' ? await peakIn(run) : { result: await run(), peak: undefined };
	const { result, longestBlock } = ran;
	return {
		milliseconds: result.milliseconds,
		cpuMilliseconds: result.cpu,
		nodeMilliseconds: result.nodeMilliseconds,
		longestBlock,
		residentGrowth: Math.max(0, largestResident() - resident),
		liveGrowth: peak && peak - loaded,
		input: { json: jsonSize(prepared), heap: loaded - bare },
		counted: await takeCounts(bench.sinkUrl),
	};
}

/** Looked at after the run, until when the items are kept. */
function jsonSize({ input }: PreparedRun): number {
	return input.reduce((bytes, { json }) => bytes + Buffer.byteLength(JSON.stringify(json)), 0);
}

async function main(): Promise<void> {
	const bench = JSON.parse(process.argv.at(-1)!) as BenchCase;
	await startExpressionEngine();
	const workload = workloadOf(bench.workload);
	const prepare = await contenders[bench.contender](workload, bench.sinkUrl);
	await beginCounting(bench.sinkUrl, { latency: 0 });
	const warm = await prepare(itemsFor(workload, bench.warmUp));
	await warm.start();
	await pause(settling);
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
