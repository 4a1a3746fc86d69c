/**
 * Runs npm scripts, as many at a time as there are processors: `node tools/in-parallel.mjs test:lint …`.
 * Each one's output is shown when it ends. Fails if one has failed, after all have ended.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { npmCommand } from './programs.cjs';

const waiting = process.argv.slice(2);
const failed = [];

/** Runs one script after another until none is left. */
async function work() {
	for (let script = waiting.shift(); script; script = waiting.shift()) {
		const { command, args } = npmCommand(['run', '--silent', script]);
		const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
		const env = { ...process.env, ...color };
		const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
		const ended = new Promise((resolve) => child.once('close', resolve));
		const output = await Promise.all([text(child.stdout), text(child.stderr)]);
		const code = await ended;
		if (code !== 0) failed.push(script);
		process.stdout.write(`${code === 0 ? '✔' : '✖'} ${script}\n${output.join('')}`);
	}
}

await Promise.all(Array.from({ length: availableParallelism() }, work));
if (failed.length > 0) {
	process.stderr.write(`\nFailed: npm run ${failed.join(', npm run ')}\n`);
	process.exitCode = 1;
}
