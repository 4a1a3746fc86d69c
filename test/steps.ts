import { Session, type Profiler } from 'node:inspector';

// V8 counts only in functions that it compiles from now on.
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

afterAll(() => session.disconnect());

/** The steps since the last time: how often each block of code ran. */
function steps(): number {
	let taken: Profiler.TakePreciseCoverageReturnType = { result: [] };
	session.post('Profiler.takePreciseCoverage', (_, coverage) => (taken = coverage));
	const blocks = taken.result.flatMap(({ functions }) =>
		functions.flatMap(({ ranges }) => ranges),
	);
	return blocks.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Expects that work of ten times the size needs far less than a hundred times the steps, as squares
 * would. Load doesn’t change steps, as it does times.
 * Those inside JavaScript's own functions don't count.
 */
export function expectLinear(work: (size: number) => unknown, size: number): void {
	const [, few, many] = [size, size + 1, 10 * size].map((some) => {
		steps();
		work(some);
		return steps();
	}) as [number, number, number];
	expect(few).toBeGreaterThan(10);
	expect(many / few).toBeLessThan(50);
}
