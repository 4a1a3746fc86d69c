/**
 * Runs one long command so that a person sees that it is alive. Plain Node, since the installer needs
 * it before anything is installed.
 */
const { execFile, spawn } = require('node:child_process');
const { closeSync, mkdirSync, openSync, readFileSync } = require('node:fs');
const { dirname } = require('node:path');

/** Whether programs started together can be ended together. On Windows, `detached` opens a window instead. */
const groups = process.platform !== 'win32';

/**
 * A command that takes long, and what a person sees while it runs.
 *
 * @typedef {object} VisibleCommand
 * @property {string} title The task, as the terminal shows it: "Installing the n8n server".
 * @property {string} expected How long it usually takes: "about 3 minutes".
 * @property {{ folder: string, gigabytes: number }} [grows] The folder that npm fills, and how large
 *   that becomes. Its log then has a line for each download, which the first minutes consist of.
 * @property {string} command
 * @property {string[]} args
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} logFile Holds its whole output. It is overwritten.
 */

/** The last lines of a log file, indented, for an error message. */
function tailOf(/** @type {string} */ file) {
	return readFileSync(file, 'utf8')
		.trimEnd()
		.split('\n')
		.slice(-20)
		.join('\n')
		.replace(/^/gm, '    ');
}

/** Below the heading, a line that counts on a terminal, and a line every 20 seconds elsewhere. */
function startProgress(/** @type {VisibleCommand} */ { title, expected, grows, logFile }) {
	const { isTTY } = process.stdout;
	const start = Date.now();
	const passed = () => {
		const seconds = Math.round((Date.now() - start) / 1000);
		return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
	};
	const show = (/** @type {string} */ text, /** @type {string} */ end) =>
		process.stdout.write(`${isTTY ? '\r\x1b[K' : ''}  ${text}${end}`);
	let gigabytes = '0.0';
	const measure = () =>
		execFile('du', ['-sk', grows?.folder ?? ''], (_error, size) => {
			// Parts that npm moves meanwhile are missing from the sum, and counted the next time.
			if (size) gigabytes = ((parseInt(size) * 1024) / 1e9).toFixed(1);
		});
	const grown = () => {
		const downloads = readFileSync(logFile, 'utf8').match(/^npm http /gm)?.length ?? 0;
		return `${downloads} downloads, ${gigabytes} of ${grows?.gigabytes} GB, `;
	};
	process.stdout.write(`${title} (${expected}${grows ? `, ${grows.gigabytes} GB` : ''})\n`);
	const measuring = grows && setInterval(measure, 5_000);
	const counting = setInterval(
		() => show(`… ${grows ? grown() : ''}${passed()}`, isTTY ? '' : '\n'),
		isTTY ? 1_000 : 20_000,
	);
	return (/** @type {string} */ outcome) => {
		clearInterval(measuring);
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
	// A group of its own, so that compilers started below it end with it.
	const child = spawn(command, args, { cwd, env, stdio: ['ignore', log, log], detached: groups });
	const stop = () => {
		// Immediately: npm would continue for seconds, in a folder that is thrown away or done again.
		if (groups && child.pid) process.kill(-child.pid, 'SIGKILL');
		else child.kill('SIGKILL');
		process.stdout.write('\n');
		process.exit(130);
	};
	const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
	for (const signal of signals) process.once(signal, stop);
	const problem = await new Promise((/** @type {(problem: string) => void} */ resolve) => {
		child.once('error', (error) => resolve(error.message));
		child.once('close', (code, signal) =>
			resolve(code === 0 ? '' : `ended with ${signal ?? code}`),
		);
	});
	for (const signal of signals) process.removeListener(signal, stop);
	closeSync(log);
	finish(problem ? 'failed' : 'done');
	if (!problem) return;
	if (/ENOSPC|No space left on device/.test(readFileSync(logFile, 'utf8'))) {
		throw new Error(`${title}: the disk of ${cwd} is full. Make room there, and start again.`);
	}
	const last = `The last lines of ${logFile}:\n${tailOf(logFile)}`;
	throw new Error(`${title}: ${command} ${args.join(' ')} ${problem}. ${last}`);
}

module.exports = { runVisibly, tailOf };
