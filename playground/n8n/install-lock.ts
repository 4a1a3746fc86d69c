import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

function ownerOf(lockFile: string): number | undefined {
	try {
		return Number(readFileSync(lockFile, 'utf8')) || undefined;
	} catch {
		return undefined;
	}
}

/** A lock without an owner is one being written, unless it has been so for long. */
function isStale(lockFile: string): boolean {
	const owner = ownerOf(lockFile);
	if (owner !== undefined) return !isAlive(owner);
	const written = statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs;
	return written !== undefined && Date.now() - written > 10_000;
}

function take(lockFile: string): boolean {
	try {
		writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
		return true;
	} catch {
		return false;
	}
}

/**
 * Runs `work` while no other process does so with the same lock file. A lock whose owner has died
 * is taken over.
 */
export async function alone(lockFile: string, work: () => Promise<void>): Promise<void> {
	let said = false;
	while (!take(lockFile)) {
		if (isStale(lockFile)) {
			rmSync(lockFile, { force: true });
		} else if (!said) {
			console.log('Waiting for another install of n8n to end …');
			said = true;
		}
		await pause(500);
	}
	const unlock = () => rmSync(lockFile, { force: true });
	process.once('exit', unlock);
	try {
		await work();
	} finally {
		process.removeListener('exit', unlock);
		unlock();
	}
}
