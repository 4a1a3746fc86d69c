import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
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

/** Between the folder's name and the id of the process that fills it. */
const unfinished = '.partial-';

/**
 * The folder of the C headers of Node 24. Without it a compile would fetch them from the internet, or
 * take those of another Node.
 */
function node24Headers(): string | undefined {
	const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
	const name = `${prefix}-${process.platform}-${process.arch}`;
	const folder = join(root, 'node_modules', 'node', 'node_modules', name);
	return existsSync(join(folder, 'include', 'node', 'node_api.h')) ? folder : undefined;
}

/** Missing programs for a compile, as a sentence; empty when all are there. */
function missingCompiler(): string {
	const missing = ['python3', 'make', 'c++'].filter((program) => !findOnPath(program));
	if (missing.length === 0) return '';
	return (
		`\nn8n's database driver (sqlite3) was compiled here, and ${missing.join(', ')} ` +
		'is missing. On Debian or Ubuntu: apt-get install python3 make g++. On macOS: ' +
		'xcode-select --install.'
	);
}

function assertNativesLoad(folder: string, { natives }: Installation): void {
	for (const name of natives) {
		const load = ['-e', `require(${JSON.stringify(name)})`];
		const answer = spawnSync(node24, load, { cwd: folder, encoding: 'utf8' });
		if (answer.status !== 0) throw new Error(`${name} does not load:\n${answer.stderr}`);
	}
}

async function installInto(folder: string, installation: Installation): Promise<void> {
	const { title, expected, npmArguments, scripted, natives } = installation;
	const logOf = (step: string) => join(cacheFolder(), `install-${step}.log`);
	const headers = node24Headers();
	const npm = {
		command: 'npm',
		cwd: folder,
		env: {
			...process.env,
			PATH: pathWithNode24,
			...(headers && { npm_config_nodedir: headers }),
		},
	};
	// Without install scripts: few of them are needed, and they run below.
	const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=http'];
	await runVisibly({
		...npm,
		title: `Downloading ${title}, once for all checkouts`,
		expected: expected.time,
		grows: { folder, gigabytes: expected.gigabytes },
		args: ['ci', ...npmArguments, ...options],
		logFile: logOf('download'),
	});
	try {
		await runVisibly({
			...npm,
			title: 'Preparing its native modules',
			expected: compiling,
			args: ['rebuild', ...scripted, '--ignore-scripts=false', '--foreground-scripts'],
			logFile: logOf('natives'),
		});
		assertNativesLoad(folder, installation);
	} catch (error) {
		const advice = natives.length > 0 ? missingCompiler() : '';
		throw new Error(`${(error as Error).message}${advice}`);
	}
}

/** Remains of interrupted installs. */
function removeUnfinished(folder: string): void {
	for (const name of readdirSync(cacheFolder())) {
		if (!name.startsWith(`${basename(folder)}${unfinished}`)) continue;
		rmSync(join(cacheFolder(), name), { recursive: true, force: true });
	}
}

/** More than the longest stretch in which an install is too busy to show that it lives. */
const stale = 60_000;

/**
 * Runs `work` while no other process does so for the same folder, which need not exist. The lock of
 * a process that has died is taken over after a minute.
 */
async function alone(folder: string, work: () => Promise<void>): Promise<void> {
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

/**
 * Installs what a lock file says unless it is there. It grows in a folder of its own and is renamed
 * when it is whole, so that an interrupted install is never taken for a finished one.
 */
export async function ensureInstalled(installation: Installation): Promise<string> {
	const { definition, name, expected, whole } = installation;
	const folder = folderOf(definition, name);
	const isInstalled = () => existsSync(join(folder, 'node_modules', whole));
	if (isInstalled()) return folder;
	await alone(folder, async () => {
		if (isInstalled()) return;
		const [problem] = roomProblems([{ folder: cacheFolder(), room: expected.room }]);
		if (problem) throw new Error(problem);
		removeUnfinished(folder);
		const growing = `${folder}${unfinished}${process.pid}`;
		mkdirSync(growing);
		for (const file of definitionFiles)
			copyFileSync(join(definition, file), join(growing, file));
		await installInto(growing, installation);
		rmSync(folder, { recursive: true, force: true });
		renameSync(growing, folder);
	});
	return folder;
}

/** Installs the n8n server unless it is there. */
export function ensureServer(): Promise<string> {
	return ensureInstalled(serverDefinedIn());
}
