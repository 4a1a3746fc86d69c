/** Runs one long command so that a person sees that it is alive. Plain Node: the installer needs it first. */
const { spawn, spawnSync } = require('node:child_process');
const { closeSync, mkdirSync, openSync, readFileSync } = require('node:fs');
const { dirname } = require('node:path');

/**
 * A command that takes long, and what a person sees while it runs.
 *
 * @typedef {object} VisibleCommand
 * @property {string} title The task, as the terminal shows it: "Installing the n8n server".
 * @property {string} expected How long it usually takes: "about 3 minutes".
 * @property {{ folder: string, gigabytes: number }} [grows] The folder that it fills, and how large it becomes.
 * @property {string} command
 * @property {string[]} args
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} logFile Holds its whole output. It is overwritten.
 */

/** The last lines of a log file, indented, for an error message. */
function tailOf(/** @type {string} */ file) {
	const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
	return lines
		.slice(-20)
		.map((line) => `    ${line}`)
		.join('\n');
}

/** A line every 15 seconds. Returns what ends it. */
function startProgress(/** @type {VisibleCommand} */ { title, expected, grows }) {
	const start = Date.now();
	const show = (/** @type {string} */ text) => {
		const seconds = Math.round((Date.now() - start) / 1000);
		process.stdout.write(`  ${text} ${Math.floor(seconds / 60)} min ${seconds % 60} s\n`);
	};
	process.stdout.write(`${title} (${expected}${grows ? `, ${grows.gigabytes} GB` : ''})\n`);
	const counting = setInterval(() => {
		if (!grows) return show('…');
		// Parts that npm moves meanwhile are missing from the sum, and counted the next time.
		const { stdout } = spawnSync('du', ['-sk', grows.folder], { encoding: 'utf8' });
		const gigabytes = ((parseInt(stdout) || 0) * 1024) / 1e9;
		return show(`… ${gigabytes.toFixed(1)} of ${grows.gigabytes} GB,`);
	}, 15_000);
	return (/** @type {string} */ outcome) => {
		clearInterval(counting);
		show(`${outcome} after`);
	};
}

/** Runs the command. On failure, it rejects with one sentence and the end of its log in the message. */
async function runVisibly(/** @type {VisibleCommand} */ visible) {
	const { title, command, args, cwd, env, logFile } = visible;
	mkdirSync(dirname(logFile), { recursive: true });
	const log = openSync(logFile, 'w');
	const finish = startProgress(visible);
	// A group of its own, so that compilers started below it end with it. On Windows it opens a window.
	const detached = process.platform !== 'win32';
	const child = spawn(command, args, { cwd, env, stdio: ['ignore', log, log], detached });
	const stop = () => {
		// Immediately: npm would continue for seconds, in a folder that is thrown away or done again.
		if (detached && child.pid) process.kill(-child.pid, 'SIGKILL');
		else child.kill('SIGKILL');
		process.exit(130);
	};
	const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
	for (const signal of signals) process.once(signal, stop);
	const problem = await new Promise((/** @type {(problem: string) => void} */ resolve) => {
		child.once('error', ({ message }) => resolve(message));
		child.once('close', (code, signal) =>
			resolve(code === 0 ? '' : `ended with ${signal ?? code}`),
		);
	});
	for (const signal of signals) process.removeListener(signal, stop);
	closeSync(log);
	finish(problem ? 'failed' : 'done');
	if (!problem) return;
	throw new Error(
		`${title}: ${command} ${args.join(' ')} ${problem}. The last lines of ${logFile}:\n${tailOf(logFile)}`,
	);
}

module.exports = { runVisibly, tailOf };
