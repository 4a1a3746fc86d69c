import { createRequire } from 'node:module';

interface Sleeper {
	sleep(milliseconds: number): Promise<void>;
}

/** The module of n8n with `sleep`, by which the package waits. */
function sleeper(): Sleeper {
	const inside = createRequire(require.resolve('n8n-workflow'));
	try {
		return inside('@n8n/utils/sleep') as Sleeper;
	} catch {
		// Older versions have it in a module of their own.
		return inside('./utils') as Sleeper;
	}
}

const waiting = sleeper();
const { sleep } = waiting;

/** Lets the package's pauses pass immediately, such as those between the tries of a request. */
export const pauses = {
	skip(): void {
		waiting.sleep = async () => await sleep(0);
	},
	keep(): void {
		waiting.sleep = sleep;
	},
};
