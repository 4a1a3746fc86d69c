/**
 * Runs one long command so that a person sees that it is alive: a title, the time that has passed,
 * and the end of what the command said only when it failed. Plain Node, since the installer needs
 * it before anything is installed.
 */
const { spawn } = require('node:child_process');
const { closeSync, mkdirSync, openSync, readFileSync } = require('node:fs');
const { dirname } = require('node:path');
const { growthOf } = require('./growth.cjs');

/** Whether programs started together can be ended together; on Windows, `detached` opens a window instead. */
const groups = process.platform !== 'win32';

const secondsSince = (start) => Math.round((Date.now() - start) / 1000);

const asTime = (seconds) =>
	seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;

/** The last lines of a log file, indented, for an error message. */
function tailOf(file, lines = 20) {
	const text = readFileSync(file, 'utf8').trimEnd();
	return text
		.split('\n')
		.slice(-lines)
		.map((line) => `    ${line}`)
		.join('\n');
}

/** npm says first what is wrong, then much else; other programs say it last. */
function failureOf(file) {
	const text = readFileSync(file, 'utf8');
	const fromNpm = text.split('\n').filter((line) => line.startsWith('npm error'));
	if (fromNpm.length === 0) return tailOf(file);
	return fromNpm
		.slice(0, 20)
		.map((line) => `    ${line}`)
		.join('\n');
}

/** Below the heading, a short line that counts on a terminal, a line every 20 seconds elsewhere. */
function startProgress(title, expected, grows) {
	const start = Date.now();
	const onTerminal = process.stdout.isTTY;
	const growth = grows && growthOf(grows.folder, grows.gigabytes);
	const size = grows ? `, ${grows.gigabytes} GB` : '';
	process.stdout.write(`${title} (${expected}${size})\n`);
	const say = (text, end) =>
		process.stdout.write(`${onTerminal ? '\r\x1b[K' : ''}  ${text}${end}`);
	const tick = () => {
		const grown = growth ? `${growth()}, ` : '';
		say(`… ${grown}${asTime(secondsSince(start))}`, onTerminal ? '' : '\n');
	};
	const timer = setInterval(tick, onTerminal ? 1000 : 20_000);
	return (outcome) => {
		clearInterval(timer);
		say(`${outcome} after ${asTime(secondsSince(start))}`, '\n');
	};
}

/** Ends the command's whole group when this process is told to stop, then stops. */
function stopTogether(child) {
	const numbers = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
	const handlers = Object.entries(numbers).map(([signal, code]) => {
		const handler = () => {
			try {
				// At once: npm would continue for seconds, in a folder that is thrown away or done again.
				if (groups) process.kill(-child.pid, 'SIGKILL');
				else child.kill('SIGKILL');
			} catch {
				// It has ended by itself.
			}
			process.stdout.write('\n');
			process.exit(code);
		};
		process.once(signal, handler);
		return [signal, handler];
	});
	return () => handlers.forEach(([signal, handler]) => process.removeListener(signal, handler));
}

/** See visible-command.d.cts. */
async function runVisibly({ title, expected, grows, command, args, cwd, env, logFile }) {
	mkdirSync(dirname(logFile), { recursive: true });
	const log = openSync(logFile, 'w');
	const finish = startProgress(title, expected, grows);
	// A group of its own, so that compilers started below it end with it.
	const child = spawn(command, args, { cwd, env, stdio: ['ignore', log, log], detached: groups });
	const letGo = stopTogether(child);
	const problem = await new Promise((resolve) => {
		child.once('error', (error) => resolve(error.message));
		child.once('close', (code, signal) =>
			resolve(code === 0 ? '' : `ended with ${signal ?? code}`),
		);
	});
	letGo();
	closeSync(log);
	finish(problem ? 'failed' : 'done');
	if (!problem) return;
	const shown = `${command} ${args.join(' ')}`;
	throw new Error(
		`${shown}: ${problem}. Its output is in ${logFile}, in short:\n${failureOf(logFile)}`,
	);
}

module.exports = { asTime, runVisibly, tailOf };
