/**
 * `npm start`: checks its arguments, installs what is missing, builds what is stale, and starts the
 * playground. Runs before anything is installed, so it is plain Node.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { node24 } from '../commands/programs.cjs';
import { readChoices } from '../playground/demo/arguments.cjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

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

try {
	const args = process.argv.slice(2);
	if (readChoices(args, process.env)) {
		await import('./install.mjs');
		const { default: buildWhenStale } = await import('./build-when-stale.cjs');
		buildWhenStale();
		startPlayground(args);
	}
} catch (error) {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
}
