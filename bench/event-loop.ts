import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two looks, at which the loop is free. */
const resolution = 1;

/**
 * Watches the event loop while something runs.
 *
 * @returns the longest time that it was not free, in milliseconds, and what came out
 */
export async function longestBlockIn<T>(
	run: () => Promise<T>,
): Promise<{ result: T; longestBlock: number }> {
	const delays = monitorEventLoopDelay({ resolution });
	delays.enable();
	// It counts from its first look on, and a block is seen at the look after it.
	await pause(10);
	delays.reset();
	const result = await run();
	await pause(10);
	delays.disable();
	return { result, longestBlock: Math.max(0, delays.max / 1e6 - resolution) };
}
