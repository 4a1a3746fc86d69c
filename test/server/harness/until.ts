import { setTimeout as pause } from 'node:timers/promises';

/** Waits until what `look` gives is true; fails saying what was waited for. */
export async function until(
	what: string,
	look: () => boolean | Promise<boolean>,
	limitMs = 20_000,
): Promise<void> {
	const deadline = Date.now() + limitMs;
	while (!(await look())) {
		if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}.`);
		await pause(50);
	}
}
