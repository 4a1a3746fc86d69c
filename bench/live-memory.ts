import { GCProfiler } from 'node:v8';

const collect = (globalThis as unknown as { gc: () => void }).gc;

/** V8's flags for `peakIn`: whenever the young objects are collected, so are all others. */
export const collectAll = ['--gc-global', '--max-semi-space-size=64'];

/** Heap and buffers that something still uses. */
export function liveMemory(): number {
	collect();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

/** What is alive at most while something runs, also where it never lets go of the event loop. */
export async function peakIn<T>(run: () => Promise<T>): Promise<{ result: T; peak: number }> {
	const profiler = new GCProfiler();
	profiler.start();
	const result = await run();
	const after = liveMemory();
	const peaks = profiler
		.stop()
		.statistics.filter(({ gcType }) => gcType === 'MarkSweepCompact')
		.map(({ afterGC: { heapStatistics } }) => {
			return heapStatistics.usedHeapSize + heapStatistics.externalMemory;
		});
	return { result, peak: peaks.reduce((most, one) => Math.max(most, one), after) };
}
