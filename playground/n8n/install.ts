import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { check, lock } from 'proper-lockfile';
import { compiling, roomProblems, server } from '../../tools/first-start.cjs';
import { runVisibly } from '../../tools/visible-command.cjs';
import { cacheFolder, definitionFiles, folderOf } from './cache-folder.cjs';
import { findOnPath, node24, pathWithNode24, root } from './machine';

/** npm packages that are installed once for all checkouts. */
export interface Installation {
	/** The folder of the package.json and the lock file that say what. */
	definition: string;
	/** How its folder's name begins. */
	name: string;
	/** As a title says it. */
	title: string;
	/** How long it takes, its gigabytes on the disk, and how many it needs there. */
	expected: { time: string; gigabytes: number; room: number };
	/** Options of the install beyond the usual ones. */
	npmArguments: string[];
	/** Packages whose install scripts are needed; all others' are left out. */
	scripted: string[];
	/** Those of them that are not JavaScript, and load only if they fit. */
	natives: string[];
	/** Is in node_modules when the install is whole. */
	whole: string;
}

/** A server of n8n; the playground's own unless a folder defines another one. */
export function serverDefinedIn(definition = process.env.N8N_SERVER): Installation {
	return {
		definition: definition || __dirname,
		name: 'n8n',
		title: 'the n8n server',
		expected: server,
		npmArguments: definition ? [] : ['--legacy-peer-deps'],
		scripted: ['sqlite3', 'isolated-vm'],
		natives: ['sqlite3', 'isolated-vm'],
		whole: 'n8n/bin/n8n',
	};
}

/** Installs the n8n server unless it is there. */
export function ensureServer(): Promise<string> {
	return ensureInstalled(serverDefinedIn());
}

/** Installs what a lock file says unless it is there; returns its folder. */
export async function ensureInstalled(installation: Installation): Promise<string> {
	const { definition, name, whole } = installation;
	const folder = folderOf(definition, name);
	const isInstalled = () => existsSync(join(folder, 'node_modules', whole));
	if (isInstalled()) return folder;
	// One process at a time. The lock of one that has died is taken over after a minute.
	const options = { realpath: false, stale: 60_000 };
	if (await check(folder, options)) console.log('Waiting for another install of n8n to end …');
	const retries = { forever: true, factor: 1, minTimeout: 500 };
	const unlock = await lock(folder, { ...options, retries });
	try {
		if (!isInstalled()) await installInto(folder, installation);
	} finally {
		await unlock();
	}
	return folder;
}

/** It grows in a folder of its own and is renamed when it is whole, so no one takes half of it for all. */
async function installInto(folder: string, installation: Installation): Promise<void> {
	const { definition, title, expected, npmArguments, scripted } = installation;
	const [problem] = roomProblems([{ folder: cacheFolder(), room: expected.room }]);
	if (problem) throw new Error(problem);
	const growing = `${folder}.partial`;
	for (const path of [folder, growing]) rmSync(path, { recursive: true, force: true });
	mkdirSync(growing);
	for (const file of definitionFiles) copyFileSync(join(definition, file), join(growing, file));
	const npm = { command: 'npm', cwd: growing, env: environment() };
	await runVisibly({
		...npm,
		title: `Downloading ${title}, once for all checkouts`,
		expected: expected.time,
		grows: { folder: growing, gigabytes: expected.gigabytes },
		// Without install scripts: few of them are needed, and they run below.
		args: ['ci', ...npmArguments, '--ignore-scripts', '--no-audit', '--no-fund'],
		logFile: join(cacheFolder(), 'install-download.log'),
	});
	try {
		await runVisibly({
			...npm,
			title: 'Preparing its native modules',
			expected: compiling,
			args: ['rebuild', ...scripted, '--ignore-scripts=false', '--foreground-scripts'],
			logFile: join(cacheFolder(), 'install-natives.log'),
		});
		assertNativesLoad(growing, installation);
	} catch (error) {
		throw new Error(`${(error as Error).message}${missingCompiler(installation)}`);
	}
	renameSync(growing, folder);
}

/** With the folder of Node 24's C headers: without it, a compile fetches them, or takes another Node's. */
function environment(): NodeJS.ProcessEnv {
	const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
	const name = `${prefix}-${process.platform}-${process.arch}`;
	const headers = join(root, 'node_modules', 'node', 'node_modules', name);
	const hasHeaders = existsSync(join(headers, 'include', 'node', 'node_api.h'));
	return {
		...process.env,
		PATH: pathWithNode24,
		...(hasHeaders && { npm_config_nodedir: headers }),
	};
}

function assertNativesLoad(cwd: string, { natives }: Installation): void {
	for (const name of natives) {
		const load = ['-e', `require(${JSON.stringify(name)})`];
		const { status, stderr } = spawnSync(node24, load, { cwd, encoding: 'utf8' });
		if (status !== 0) throw new Error(`${name} does not load:\n${stderr}`);
	}
}

/** Missing programs for a compile, as a sentence; empty when all are there. */
function missingCompiler({ natives }: Installation): string {
	const missing = ['python3', 'make', 'c++'].filter((program) => !findOnPath(program));
	if (natives.length === 0 || missing.length === 0) return '';
	return `\n${natives.join(' and ')} were compiled here, and ${missing.join(', ')} is missing. On Debian or Ubuntu: apt-get install python3 make g++. On macOS: xcode-select --install.`;
}
