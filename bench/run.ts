import { GCProfiler, getHeapStatistics } from 'node:v8';
import { setTimeout as pause } from 'node:timers/promises';
import type { Measured } from './results';

/** The cost of one run, for all its items. */
export type Run = Omit<Measured, 'items'>;

const cpuSince = (before?: NodeJS.CpuUsage): number => {
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
};

/** Waits until the process is idle: n8n ends an execution's work after it has returned. */
export async function settle(): Promise<void> {
	for (;;) {
		const before = process.cpuUsage();
		await pause(20);
		if (cpuSince(before) < 2) return;
	}
}

/** Heap and buffers in use after a full collection, which only a process that measures memory can ask for. */
function liveMemory(): number {
	if (!globalThis.gc) return 0;
	globalThis.gc();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

/** Times an execution. Nothing is collected that V8 does not collect by itself. */
export async function timed(start: () => Promise<void>): Promise<Run> {
	const profiler = new GCProfiler();
	const loaded = liveMemory();
	profiler.start();
	const heapBefore = getHeapStatistics().used_heap_size;
	const [cpuBefore, begun] = [process.cpuUsage(), performance.now()];
	await start();
	const time = performance.now() - begun;
	const cpu = cpuSince(cpuBefore);
	liveMemory();
	const collections = profiler.stop().statistics;
	const heapAfter = getHeapStatistics().used_heap_size;
	const collected = collections.reduce(
		(sum, { beforeGC, afterGC }) =>
			sum + beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize,
		0,
	);
	const full = collections
		.filter(({ gcType }) => gcType === 'MarkSweepCompact')
		.map(({ afterGC: { heapStatistics: heap } }) => heap.usedHeapSize + heap.externalMemory);
	return {
		cpu,
		time,
		allocated: heapAfter - heapBefore + collected,
		live: Math.max(loaded, ...full) - loaded,
	};
}
