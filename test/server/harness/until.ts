import pWaitFor from 'p-wait-for';

/** Waits until what `look` gives is true; fails saying what was waited for. */
export async function until(
	what: string,
	look: () => boolean | Promise<boolean>,
	limitMs = 20_000,
	interval = 50,
): Promise<void> {
	const message = new Error(`Waited in vain for ${what}.`);
	await pWaitFor(look, { interval, timeout: { milliseconds: limitMs, message } });
}
