import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statfsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What says which n8n is installed. */
export const definitionFiles = ['package.json', 'package-lock.json'] as const;

/** The folder that outlives the checkout; made when it is missing. */
export function cacheFolder(): string {
	const folder =
		process.env.CRM_MESSAGING_CACHE ||
		join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-crm-messaging');
	mkdirSync(folder, { recursive: true });
	return folder;
}

/** Where the n8n of this checkout's lock file lives; another lock file gets another folder. */
export function serverFolder(): string {
	const hash = createHash('sha256');
	for (const file of definitionFiles) hash.update(readFileSync(join(__dirname, file)));
	const key = hash.digest('hex').slice(0, 12);
	return join(cacheFolder(), `n8n-${key}-node24-${process.platform}-${process.arch}`);
}

/** A finished install: it is renamed into place only when it is whole. */
export function isServerInstalled(): boolean {
	return existsSync(join(serverFolder(), 'node_modules', 'n8n', 'bin', 'n8n'));
}

const gigabyte = 1024 ** 3;
const neededGigabytes = 3;

/** Refuses early instead of failing in the middle with a full disk. */
export function assertDiskSpace(folder: string): void {
	const { bavail, bsize } = statfsSync(folder);
	const free = (bavail * bsize) / gigabyte;
	if (free >= neededGigabytes) return;
	throw new Error(
		`The n8n server needs about ${neededGigabytes} GB in ${folder}, where ${free.toFixed(1)} GB ` +
			'are free. Make room, or point CRM_MESSAGING_CACHE at a folder with more.',
	);
}
