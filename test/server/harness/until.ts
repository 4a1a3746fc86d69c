import pWaitFor from 'p-wait-for';

/** Waits until `isReached` returns true; the error names what it waited for. */
export async function until(
	what: string,
	isReached: () => boolean | Promise<boolean>,
	limitMs = 60_000,
	interval = 50,
): Promise<void> {
	const message = new Error(`Waited in vain for ${what}.`);
	await pWaitFor(isReached, { interval, timeout: { milliseconds: limitMs, message } });
}

/** A test's size in its short form, which `npm run test:e2e` runs, or with LONG=1 in its long one. */
export const sized = <T>(short: T, long: T): T => (process.env.LONG === '1' ? long : short);
