import type { ContenderName } from './contenders/contender';
import type { Counted, ServiceConditions } from './counted';

/** What one fresh process measures. */
export interface BenchCase {
	workload: string;
	contender: ContenderName;
	items: number;
	/** Items of the run before the measured one, the same for all contenders. */
	warmUp: number;
	/** How the service behaves in the measured run; before it, it answers at once. */
	service: ServiceConditions;
	/** `memory`: all garbage is collected again and again, so the time says nothing. */
	measure: 'time' | 'memory';
	/** What V8 may use for old objects, in MB; what it takes by itself unless told. */
	heapLimit?: number;
	sinkUrl: string;
	/** Where to write a CPU profile of the measured run. */
	profile?: string;
}

/** What it measured. */
export interface BenchResult {
	/** From just before the execution to just after it. */
	milliseconds: number;
	/** Processor time of the process, all its threads: other load on the machine moves it less. */
	cpuMilliseconds: number;
	/** Of the last node alone, by n8n's own record. */
	nodeMilliseconds?: number;
	/** The longest time in which the process did nothing else, in milliseconds. */
	longestBlock: number;
	/** Growth of the process's largest resident size above what it was with the input loaded. */
	residentGrowth: number;
	/** Growth of live memory (heap and buffers, after a collection) at its peak; with `memory` only. */
	liveGrowth?: number;
	/** The input's own size: as JSON text, and as growth of the heap. */
	input: { json: number; heap: number };
	counted: Counted;
}
