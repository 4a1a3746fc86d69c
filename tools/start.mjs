/**
 * `npm start`: checks its arguments and the machine, installs what is missing, builds what is stale, and
 * starts the playground. Runs before anything is installed, so it is plain Node.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readChoices } from '../playground/demo/arguments.cjs';
import { cacheFolder, isServerInstalled } from '../playground/n8n/cache-folder.cjs';
import { assertCanStart, compiling, project, server } from './first-start.cjs';
import { install, isInstalled, root } from './install.mjs';
import { node24 } from './programs.cjs';

/** The playground in the Node 24 that was installed. This process ends as it does. */
function startPlayground(args) {
	const program = join(root, 'playground', 'start.ts');
	const playground = spawn(node24(), ['--import', 'tsx', program, ...args], {
		cwd: root,
		stdio: 'inherit',
	});
	// A terminal sends Ctrl-C to both: the playground ends in order, and this one waits for it.
	process.on('SIGINT', () => undefined);
	for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => playground.kill(signal));
	playground.once('exit', (code) => process.exit(code ?? 1));
}

/** What is installed before anything starts: its name, time and folder. */
function missingInstalls() {
	return [
		...(isInstalled() ? [] : [{ ...project, name: 'this project', folder: root }]),
		...(isServerInstalled()
			? []
			: [
					{
						...server,
						name: 'the n8n server, once for all checkouts',
						folder: cacheFolder(),
					},
				]),
	];
}

try {
	const args = process.argv.slice(2);
	const choices = readChoices(args, process.env);
	if (choices) {
		const missing = missingInstalls();
		await assertCanStart(choices, missing);
		for (const { name, time, gigabytes } of missing) {
			process.stdout.write(`This start installs ${name}: ${time}, ${gigabytes} GB.\n`);
		}
		if (!isServerInstalled()) {
			process.stdout.write(`Then it prepares the server's native modules: ${compiling}.\n`);
		}
		await install();
		const { default: buildWhenStale } = await import('./build-when-stale.cjs');
		buildWhenStale();
		startPlayground(args);
	}
} catch (error) {
	process.stderr.write(`\n${error.message}\n`);
	process.exitCode = 1;
}
