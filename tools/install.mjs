/**
 * Makes sure that what the other commands need is installed: the packages of package-lock.json, and
 * Node 24 from one of them. It is silent when all is there. Runs before anything is installed, so it
 * is plain Node and imports only its neighbours.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeProblems, project } from './first-start.cjs';
import { node24, npmCommand } from './programs.cjs';
import { runVisibly } from './visible-command.cjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');

const packagesOf = (lockFile) =>
	existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {};

const wanted = packagesOf(join(root, 'package-lock.json'));
const nodeVersion = wanted['node_modules/node'].version;

/** The `node` package gets its program by an install script, which npm may have been told to skip. */
function hasNode() {
	const { stdout } = spawnSync(node24(), ['--version'], { encoding: 'utf8' });
	return stdout?.trim() === `v${nodeVersion}`;
}

/**
 * npm leaves a list of what it installed in node_modules when an install ends well. It is compared
 * package by package with the lock file, so an install of the reader's own counts as well.
 */
export function isInstalled() {
	const installed = packagesOf(join(modules, '.package-lock.json'));
	const isThere = Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
		const found = installed[path];
		if (path === '' || (!found && optional)) return true;
		return found?.version === version && found.integrity === integrity;
	});
	return isThere && hasNode();
}

/** Installs what is missing. */
export async function install() {
	if (isInstalled()) return;
	const [problem] = nodeProblems();
	if (problem) throw new Error(problem);
	const options = ['--no-audit', '--no-fund', '--yes', '--ignore-scripts=false'];
	await runVisibly({
		title: 'Installing what this project is built and tested with',
		expected: project.time,
		grows: { folder: modules, gigabytes: project.gigabytes },
		...npmCommand(['ci', ...options]),
		cwd: root,
		logFile: join(root, 'build', 'install.log'),
	});
	if (hasNode()) return;
	throw new Error(`npm couldn't fetch Node ${nodeVersion}: see build/install.log.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	await install().catch((error) => {
		process.stderr.write(`\n${error.message}\n`);
		process.exitCode = 1;
	});
}
