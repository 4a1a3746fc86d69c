/**
 * Makes sure that what the other commands need is installed: the packages of package-lock.json, and
 * Node 24 from one of them. It is silent when all is there. Runs before anything is installed, so it
 * is plain Node and imports only its neighbours.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import firstStart from '../commands/first-start.cjs';
import { node24, npmCommand } from '../commands/programs.cjs';
import { runVisibly } from '../commands/visible-command.cjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');

const packagesOf = (lockFile) =>
	existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {};

const wanted = packagesOf(join(root, 'package-lock.json'));
const nodeVersion = wanted['node_modules/node'].version;

/** The `node` package gets its program by an install script, which npm may have been told to skip. */
function hasNode() {
	const answer = spawnSync(node24(), ['--version'], { encoding: 'utf8' });
	return answer.status === 0 && answer.stdout.trim() === `v${nodeVersion}`;
}

/**
 * npm leaves a list of what it installed in node_modules when an install ends well. It is compared
 * package by package with the lock file, so an install of the reader's own counts as well.
 */
function isInstalled() {
	const installed = packagesOf(join(modules, '.package-lock.json'));
	return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
		const found = installed[path];
		if (path === '' || (!found && optional)) return true;
		return found?.version === version && found.integrity === integrity;
	});
}

function fail(message) {
	process.stderr.write(`\n${message}\n`);
	process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) < 20) {
	fail(
		`This needs Node 20 or newer. You have ${process.version}. Get one from https://nodejs.org.`,
	);
}

if (!isInstalled() || !hasNode()) {
	await runVisibly({
		title: 'Installing what this project is built and tested with',
		expected: firstStart.project.time,
		grows: { folder: modules, gigabytes: firstStart.project.gigabytes },
		fetches: true,
		...npmCommand([
			'ci',
			'--no-audit',
			'--no-fund',
			'--yes',
			'--ignore-scripts=false',
			'--loglevel=http',
		]),
		cwd: root,
		logFile: join(root, 'build', 'install.log'),
	}).catch((error) => fail(`The install failed. ${error.message}`));
	if (!hasNode()) fail(`npm couldn't fetch Node ${nodeVersion}: see build/install.log.`);
}
