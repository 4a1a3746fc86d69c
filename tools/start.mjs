/**
 * `npm start`: installs what is missing, builds what is stale, and starts the playground. Asked for
 * help it only gives it. Runs before anything is installed, so it is plain Node.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { node24 } from '../commands/programs.cjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The playground in the Node 24 that was installed; this process ends as it does. */
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
	if (args.includes('--help') || args.includes('-h')) {
		process.stdout.write(readFileSync(join(root, 'playground', 'demo', 'usage.txt')));
		return;
	}
	await import('./install.mjs');
	const { default: buildWhenStale } = await import('./build-when-stale.cjs');
	buildWhenStale();
	startPlayground(args);
}

main(process.argv.slice(2)).catch((error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
