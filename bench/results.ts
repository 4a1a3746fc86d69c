import type { ContenderName } from './contenders';

/** A contender in a row: of each size the median of its runs, of the sizes the mean. All but `items` are an item. */
export interface Measured {
	/** Items of an execution. */
	items: number;
	/** Milliseconds of processor time, of all threads of the process. */
	cpu: number;
	/** Milliseconds by the clock. */
	time: number;
	/** Bytes allocated on V8's heap. */
	allocated: number;
	/** Bytes of live memory at its peak, above the loaded items; of a memory case only. */
	live: number;
}

export interface MeasuredRow {
	items: number;
	contenders: Partial<Record<ContenderName, Measured>>;
}

export interface MeasuredCase {
	name: string;
	title: string;
	latency: number;
	rows: MeasuredRow[];
}

/** docs/contributing/performance.json. */
export interface BenchReport {
	at: string;
	machine: { node: string; cpus: number; cpu: string };
	short: boolean;
	cases: MeasuredCase[];
}
