/**
 * Makes sure that what the other commands need is installed: the packages of package-lock.json, and
 * Node 24 from one of them. Says nothing when all is there. Runs before anything is installed, so
 * it is plain Node and imports only its neighbours.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { node24, npmCommand } from '../commands/programs.cjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');

function fail(message) {
	process.stderr.write(`\n${message}\n`);
	process.exit(1);
}

function packagesOf(lockFile) {
	return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : undefined;
}

/**
 * npm leaves a list of what it installed in node_modules when an install ends well. It is compared
 * package by package with the lock file, so an install of the reader's own counts as well.
 */
function isInstalled(wanted) {
	const installed = packagesOf(join(modules, '.package-lock.json'));
	if (!installed) return false;
	const missesNone = Object.entries(wanted).every(([path, entry]) => {
		if (path === '') return true;
		const found = installed[path];
		if (!found) return entry.optional === true;
		return found.version === entry.version && found.integrity === entry.integrity;
	});
	return missesNone && Object.keys(installed).every((path) => path in wanted);
}

function nodeOfThePackageRuns(version) {
	const answer = spawnSync(node24(), ['--version'], { encoding: 'utf8' });
	return answer.status === 0 && answer.stdout.trim() === `v${version}`;
}

/** The `node` package gets its program by an install script, which npm may have been told to skip. */
async function repairNode(version) {
	const { runVisibly, tailOf } = await import('../commands/visible-command.cjs');
	const logFile = join(root, 'build', 'install-node.log');
	await runVisibly({
		title: `Fetching Node ${version}`,
		expected: 'some seconds',
		command: process.execPath,
		args: ['installArchSpecificPackage.js'],
		cwd: join(modules, 'node'),
		logFile,
	}).catch(() => undefined);
	if (nodeOfThePackageRuns(version)) return;
	fail(
		`Node ${version} could not be fetched through npm. Install Node 24 yourself, or look at ` +
			`${logFile}:\n${tailOf(logFile)}`,
	);
}

if (Number(process.versions.node.split('.')[0]) < 20) {
	fail(
		`This needs Node 20 or newer. You have ${process.version}. Get one from https://nodejs.org.`,
	);
}

const wanted = packagesOf(join(root, 'package-lock.json'));
if (!wanted) fail('package-lock.json is missing: check the file out again.');

if (!isInstalled(wanted)) {
	const { runVisibly } = await import('../commands/visible-command.cjs');
	const { default: expected } = await import('../commands/first-start.cjs');
	await runVisibly({
		title: 'Installing what this project is built and tested with',
		expected: expected.project.time,
		grows: { folder: modules, gigabytes: expected.project.gigabytes },
		...npmCommand(['ci', '--no-audit', '--no-fund', '--yes']),
		cwd: root,
		logFile: join(root, 'build', 'install.log'),
	}).catch((error) => fail(`The install failed. ${error.message}`));
}

const nodeVersion = wanted['node_modules/node'].version;
if (!nodeOfThePackageRuns(nodeVersion)) await repairNode(nodeVersion);
