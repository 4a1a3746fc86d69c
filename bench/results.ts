import type { BenchResult } from './bench-case';
import type { ContenderName } from './contenders/contender';

/** Medians of one contender's runs. */
export interface Measured {
	items: number;
	runs: number[];
	milliseconds: number;
	/** Milliseconds an item. */
	perItem: number;
	/** Processor time of all threads. */
	cpuMilliseconds: number;
	/** Of the node alone, as n8n records it. */
	nodeMilliseconds?: number;
	residentGrowth: number;
	liveGrowth?: number;
	last: BenchResult;
}

/** A workload at one size, measured. */
export interface MeasuredGroup {
	name: string;
	title: string;
	items: number;
	contenders: Partial<Record<ContenderName, Measured>>;
}

/** Everything `build/bench.json` holds. */
export interface BenchReport {
	at: string;
	machine: { node: string; cpus: number; cpu: string; loadBefore: number[]; loadAfter: number[] };
	runs: number;
	groups: MeasuredGroup[];
	/** Live memory above the loaded input, in processes that collect garbage at each request. */
	memory?: MeasuredGroup;
	package?: { tarball: number; dependencies: number; loadMilliseconds: number };
	targets: TargetResult[];
}

/** One line of the list of targets. */
export interface TargetResult {
	title: string;
	target: string;
	measured: string;
	reached: boolean;
}

export function median(values: number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The medians of a contender's runs over so many items. */
export function summarise(items: number, results: BenchResult[]): Measured {
	const of = (value: (result: BenchResult) => number | undefined): number | undefined => {
		const values = results.map(value).filter((one) => one !== undefined);
		return values.length > 0 ? median(values) : undefined;
	};
	const milliseconds = of((result) => result.milliseconds)!;
	return {
		items,
		runs: results.map((result) => result.milliseconds),
		milliseconds,
		perItem: milliseconds / items,
		cpuMilliseconds: of((result) => result.cpuMilliseconds)!,
		nodeMilliseconds: of((result) => result.nodeMilliseconds),
		residentGrowth: of((result) => result.residentGrowth)!,
		liveGrowth: of((result) => result.liveGrowth),
		last: results.at(-1)!,
	};
}
