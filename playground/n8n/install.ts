import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runVisibly } from '../../tools/visible-command.cjs';
import {
	assertDiskSpace,
	cacheFolder,
	definitionFiles,
	isServerInstalled,
	serverFolder,
} from './cache-folder';
import { alone } from './install-lock';
import { node24, node24Headers, pathWithNode24 } from './node24';

/** The two parts of n8n that are not JavaScript. */
const nativeModules = ['sqlite3', 'isolated-vm'];

/** Between the folder's name and the id of the process that fills it. */
const unfinished = '.partial-';

function onPath(program: string): boolean {
	return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** What a compile would need and this machine lacks, as a sentence; empty when all is there. */
function missingCompiler(): string {
	const missing = ['python3', 'make', 'c++'].filter((program) => !onPath(program));
	if (missing.length === 0) return '';
	return (
		`\nn8n's database driver (sqlite3) had to be compiled here, and ${missing.join(', ')} ` +
		'is missing. On Debian or Ubuntu: apt-get install python3 make g++. On macOS: ' +
		'xcode-select --install.'
	);
}

function assertNativesLoad(folder: string): void {
	for (const name of nativeModules) {
		const load = ['-e', `require(${JSON.stringify(name)})`];
		const answer = spawnSync(node24, load, { cwd: folder, encoding: 'utf8' });
		if (answer.status !== 0) throw new Error(`${name} does not load:\n${answer.stderr}`);
	}
}

async function installInto(folder: string): Promise<void> {
	const logOf = (step: string) => join(cacheFolder(), `install-${step}.log`);
	const headers = node24Headers();
	const env = {
		...process.env,
		PATH: pathWithNode24,
		...(headers && { npm_config_nodedir: headers }),
	};
	await runVisibly({
		title: 'Downloading the n8n server, once for all checkouts',
		expected: 'about 3 minutes, 2.2 GB',
		command: 'npm',
		// Without its install scripts: only two of them are needed, and they run below.
		args: ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'],
		cwd: folder,
		env,
		logFile: logOf('download'),
	});
	try {
		await runVisibly({
			title: 'Preparing its native modules',
			expected: 'some seconds, or 1 to 3 minutes where they are compiled',
			command: 'npm',
			args: ['rebuild', ...nativeModules, '--ignore-scripts=false'],
			cwd: folder,
			env,
			logFile: logOf('natives'),
		});
		assertNativesLoad(folder);
	} catch (error) {
		throw new Error(`${(error as Error).message}${missingCompiler()}`);
	}
}

/** What interrupted installs left behind. */
function removeUnfinished(folder: string): void {
	for (const name of readdirSync(cacheFolder())) {
		if (!name.startsWith(`${basename(folder)}${unfinished}`)) continue;
		rmSync(join(cacheFolder(), name), { recursive: true, force: true });
	}
}

/**
 * Installs the n8n server unless it is there. It grows in a folder of its own and is renamed when
 * it is whole, so that an interrupted install is never taken for a finished one.
 */
export async function ensureServer(): Promise<string> {
	const folder = serverFolder();
	if (isServerInstalled()) return folder;
	await alone(folder, async () => {
		if (isServerInstalled()) return;
		assertDiskSpace(cacheFolder());
		removeUnfinished(folder);
		const growing = `${folder}${unfinished}${process.pid}`;
		mkdirSync(growing);
		for (const file of definitionFiles)
			copyFileSync(join(__dirname, file), join(growing, file));
		await installInto(growing);
		rmSync(folder, { recursive: true, force: true });
		renameSync(growing, folder);
	});
	return folder;
}
