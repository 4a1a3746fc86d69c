/** Runs one long command so that a person sees that it is alive. Plain Node: the installer needs it first. */
const { execFile, spawn } = require('node:child_process');
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

/** A line that counts on a terminal, and a line every 20 seconds elsewhere. Returns what ends it. */
function startProgress(/** @type {VisibleCommand} */ { title, expected, grows }) {
	const { isTTY } = process.stdout;
	const start = Date.now();
	const passed = () => {
		const seconds = Math.round((Date.now() - start) / 1000);
		return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
	};
	const show = (/** @type {string} */ text, /** @type {string} */ end) =>
		process.stdout.write(`${isTTY ? '\r\x1b[K' : ''}  ${text}${end}`);
	const showSize = (/** @type {string} */ size) =>
		show(`… ${size}${passed()}`, isTTY ? '' : '\n');
	const count = () => {
		if (!grows) {
			showSize('');
			return;
		}
		// Parts that npm moves meanwhile are missing from the sum, and counted the next time.
		execFile('du', ['-sk', grows.folder], (_error, kilobytes) => {
			const gigabytes = ((parseInt(kilobytes) || 0) * 1024) / 1e9;
			if (!hasEnded) showSize(`${gigabytes.toFixed(1)} of ${grows.gigabytes} GB, `);
		});
	};
	process.stdout.write(`${title} (${expected}${grows ? `, ${grows.gigabytes} GB` : ''})\n`);
	let hasEnded = false;
	const counting = setInterval(count, isTTY ? 3_000 : 20_000);
	return (/** @type {string} */ outcome) => {
		hasEnded = true;
		clearInterval(counting);
		show(`${outcome} after ${passed()}`, '\n');
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
	const isFull = /ENOSPC|No space left on device/.test(readFileSync(logFile, 'utf8'));
	throw new Error(
		isFull
			? `${title}: the disk of ${cwd} is full. Make room there, and start again.`
			: `${title}: ${command} ${args.join(' ')} ${problem}. The last lines of ${logFile}:\n${tailOf(logFile)}`,
	);
}

module.exports = { runVisibly, tailOf };
