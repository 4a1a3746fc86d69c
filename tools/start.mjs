/**
 * `npm start`: checks its arguments and the machine, installs what is missing, builds what is stale, and
 * starts the playground. Runs before anything is installed, so it is plain Node.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readChoices } from '../playground/demo/arguments.cjs';
import { cacheFolder, isServerInstalled } from '../playground/n8n/cache-folder.cjs';
import { assertCanStart, project, server } from './first-start.cjs';
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

async function main(args) {
	const choices = readChoices(args, process.env);
	if (!choices) return;
	const missing = [
		{ ...project, isThere: isInstalled(), name: 'this project', folder: root },
		{
			...server,
			isThere: isServerInstalled(),
			name: 'the n8n server, once for all checkouts',
			folder: cacheFolder(),
		},
	].filter(({ isThere }) => !isThere);
	await assertCanStart(choices, missing);
	for (const { name, time, gigabytes } of missing) {
		process.stdout.write(`This start installs ${name}: ${time}, ${gigabytes} GB.\n`);
	}
	await install();
	const { default: buildWhenStale } = await import('./build-when-stale.cjs');
	buildWhenStale();
	startPlayground(args);
}

main(process.argv.slice(2)).catch((error) => {
	process.stderr.write(`\n${error.message}\n`);
	process.exitCode = 1;
});
