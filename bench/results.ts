import type { BenchCase, BenchResult } from './bench-case';
import type { ContenderName } from './contenders/contender';
import type { ServiceConditions } from './counted';

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
	/** Of the event loop, in milliseconds. */
	longestBlock: number;
	residentGrowth: number;
	liveGrowth?: number;
	/** Of the last run. */
	input: BenchResult['input'];
	counted: BenchResult['counted'];
}

/** A workload at one size and under one condition, measured. */
export interface MeasuredGroup {
	name: string;
	title: string;
	condition: string;
	items: number;
	measure: BenchCase['measure'];
	service: ServiceConditions;
	contenders: Partial<Record<ContenderName, Measured>>;
}

/** Everything `build/bench.json` holds. */
export interface BenchReport {
	at: string;
	machine: { node: string; cpus: number; cpu: string; loadBefore: number[]; loadAfter: number[] };
	runs: number;
	groups: MeasuredGroup[];
	package?: { tarball: number; dependencies: number; loadMilliseconds: number };
	targets: TargetResult[];
	/** Cases whose process failed. */
	failed: string[];
}

/** A target, and each case it is about. */
export interface TargetResult {
	title: string;
	target: string;
	cases: TargetCase[];
}

/** What was measured for a target in one case. */
export interface TargetCase {
	name: string;
	value: number;
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
	const last = results.at(-1)!;
	return {
		items,
		runs: results.map((result) => result.milliseconds),
		milliseconds,
		perItem: milliseconds / items,
		cpuMilliseconds: of((result) => result.cpuMilliseconds)!,
		nodeMilliseconds: of((result) => result.nodeMilliseconds),
		longestBlock: of((result) => result.longestBlock)!,
		residentGrowth: of((result) => result.residentGrowth)!,
		liveGrowth: of((result) => result.liveGrowth),
		input: last.input,
		counted: last.counted,
	};
}
