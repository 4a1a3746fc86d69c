import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statfsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { server } from '../../commands/first-start.cjs';

/** npm packages that are installed once for all checkouts. */
export interface Installation {
	/** The folder of the package.json and the lock file that say what. */
	definition: string;
	/** How its folder's name begins. */
	name: string;
	/** As a title says it. */
	title: string;
	/** How long it takes, and how much it is on the disk. */
	expected: { time: string; gigabytes: number };
	neededGigabytes: number;
	/** Options of the install beyond the usual ones. */
	npmArguments: string[];
	/** Packages whose install scripts are needed; all others' are left out. */
	scripted: string[];
	/** Those of them that are not JavaScript, and load only if they fit. */
	natives: string[];
	/** Is in node_modules when the install is whole. */
	whole: string;
}

/** The file that lists the installed packages. */
export const definitionFiles = ['package.json', 'package-lock.json'] as const;

/** A server of n8n; the playground's own unless a folder defines another one. */
export function serverDefinedIn(definition: string | undefined): Installation {
	return {
		definition: definition || __dirname,
		name: 'n8n',
		title: 'the n8n server',
		expected: server,
		neededGigabytes: 3,
		npmArguments: definition ? [] : ['--legacy-peer-deps'],
		scripted: ['sqlite3', 'isolated-vm'],
		natives: ['sqlite3', 'isolated-vm'],
		whole: 'n8n/bin/n8n',
	};
}

/** The n8n server that the playground runs; N8N_SERVER names the folder that defines another one. */
export const playgroundServer = serverDefinedIn(process.env.N8N_SERVER);

/** The folder that outlives the checkout; made when it is missing. */
export function cacheFolder(): string {
	const folder =
		process.env.CRM_MESSAGING_CACHE ||
		join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-crm-messaging');
	mkdirSync(folder, { recursive: true });
	return folder;
}

/** The folder for the packages of a lock file; another lock file gets another folder. */
export function folderOf({ definition, name }: Installation): string {
	const hash = createHash('sha256');
	for (const file of definitionFiles) hash.update(readFileSync(join(definition, file)));
	const key = hash.digest('hex').slice(0, 12);
	return join(cacheFolder(), `${name}-${key}-node24-${process.platform}-${process.arch}`);
}

/** Whether it is there as a whole: it is renamed into place only then. */
export function isInstalled(installation: Installation): boolean {
	return existsSync(join(folderOf(installation), 'node_modules', installation.whole));
}

/** The server's folder. */
export function serverFolder(): string {
	return folderOf(playgroundServer);
}

/** Whether the server is there. */
export function isServerInstalled(): boolean {
	return isInstalled(playgroundServer);
}

const gigabyte = 1024 ** 3;

/** Refuses early instead of failing in the middle with a full disk. */
export function assertDiskSpace(folder: string, { title, neededGigabytes }: Installation): void {
	const { bavail, bsize } = statfsSync(folder);
	const free = (bavail * bsize) / gigabyte;
	if (free >= neededGigabytes) return;
	throw new Error(
		`Not enough room for ${title}, which needs about ${neededGigabytes} GB in ${folder}. ` +
			`${free.toFixed(1)} GB are free there. Make room, or point CRM_MESSAGING_CACHE at a folder with more.`,
	);
}
