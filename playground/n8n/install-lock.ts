import { check, lock } from 'proper-lockfile';

/** More than the longest stretch in which an install is too busy to show that it lives. */
const stale = 60_000;

/**
 * Runs `work` while no other process does so for the same folder, which need not exist. The lock of
 * a process that has died is taken over after a minute.
 */
export async function alone(folder: string, work: () => Promise<void>): Promise<void> {
	const options = { realpath: false, stale };
	if (await check(folder, options)) {
		console.log('Waiting for another install of n8n to end …');
	}
	const retries = { forever: true, factor: 1, minTimeout: 500 };
	const unlock = await lock(folder, { ...options, retries });
	try {
		await work();
	} finally {
		await unlock();
	}
}
