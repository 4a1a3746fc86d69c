import type { ContenderName } from './contenders';

/** A contender in a row: of each size the median of its runs, of the sizes the mean. Times are in milliseconds. */
export interface Measured {
	/** Items of an execution. */
	items: number;
	/** Processor time an item, of all threads of the process. */
	cpu: number;
	/** Time by the clock an item. */
	time: number;
	/** Bytes allocated on V8's heap an item. */
	allocated: number;
	/** The longest time in which the event loop was not free. */
	block: number;
	/** Bytes of live memory at its peak, above the loaded items; of a memory case only. */
	live?: number;
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

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const mean = (values: readonly number[]): number =>
	values.reduce((sum, value) => sum + value, 0) / values.length;
