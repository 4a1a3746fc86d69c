import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { check, lock } from 'proper-lockfile';
import { runVisibly } from '../../commands/visible-command.cjs';
import {
	assertDiskSpace,
	cacheFolder,
	definitionFiles,
	folderOf,
	type Installation,
	isInstalled,
	playgroundServer,
} from './cache-folder';
import { node24, node24Headers, pathWithNode24 } from './node24';

/** Between the folder's name and the id of the process that fills it. */
const unfinished = '.partial-';

function onPath(program: string): boolean {
	return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Missing programs for a compile, as a sentence; empty when all are there. */
function missingCompiler(): string {
	const missing = ['python3', 'make', 'c++'].filter((program) => !onPath(program));
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
	const env = {
		...process.env,
		PATH: pathWithNode24,
		...(headers && { npm_config_nodedir: headers }),
	};
	await runVisibly({
		title: `Downloading ${title}, once for all checkouts`,
		expected: expected.time,
		grows: { folder, gigabytes: expected.gigabytes },
		fetches: true,
		command: 'npm',
		// Without install scripts: few of them are needed, and they run below.
		args: [
			'ci',
			...npmArguments,
			'--ignore-scripts',
			'--no-audit',
			'--no-fund',
			'--loglevel=http',
		],
		cwd: folder,
		env,
		logFile: logOf('download'),
	});
	try {
		await runVisibly({
			title: 'Preparing its native modules',
			expected: 'some seconds, or 1 to 3 minutes if they are compiled',
			command: 'npm',
			// With the output of the compiler, which shows how far it is.
			args: ['rebuild', ...scripted, '--ignore-scripts=false', '--foreground-scripts'],
			cwd: folder,
			env,
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
	const folder = folderOf(installation);
	if (isInstalled(installation)) return folder;
	await alone(folder, async () => {
		if (isInstalled(installation)) return;
		assertDiskSpace(cacheFolder(), installation);
		removeUnfinished(folder);
		const growing = `${folder}${unfinished}${process.pid}`;
		mkdirSync(growing);
		for (const file of definitionFiles)
			copyFileSync(join(installation.definition, file), join(growing, file));
		await installInto(growing, installation);
		rmSync(folder, { recursive: true, force: true });
		renameSync(growing, folder);
	});
	return folder;
}

/** Installs the n8n server unless it is there. */
export async function ensureServer(): Promise<string> {
	return await ensureInstalled(playgroundServer);
}
