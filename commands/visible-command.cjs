/**
 * Runs one long command so that a person sees that it is alive. Plain Node, since the installer needs
 * it before anything is installed.
 */
const { spawn, spawnSync } = require('node:child_process');
const { closeSync, mkdirSync, openSync, readFileSync } = require('node:fs');
const { lstat, readdir } = require('node:fs/promises');
const { basename, dirname, join } = require('node:path');
const { npmCommand } = require('./programs.cjs');

/** Whether programs started together can be ended together. On Windows, `detached` opens a window instead. */
const groups = process.platform !== 'win32';
const isTerminal = () => process.stdout.isTTY;

/** The last lines of a log file, indented, for an error message. */
function tailOf(/** @type {string} */ file, lines = 20) {
	const all = readFileSync(file, 'utf8').trimEnd().split('\n');
	return all
		.slice(-lines)
		.map((line) => `    ${line}`)
		.join('\n');
}

/** npm first reports what is wrong, then much else. Other programs report it last. */
function failureOf(/** @type {string} */ file) {
	const fromNpm = readFileSync(file, 'utf8').match(/^npm error .*/gm);
	return fromNpm ? `    ${fromNpm.slice(0, 20).join('\n    ')}` : tailOf(file);
}

/** What a folder takes on the disk. npm itself reports nothing. @returns {Promise<number>} bytes */
async function sizeOf(/** @type {string} */ folder) {
	// Parts that aren't there yet, or that npm has just moved, count the next time.
	const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
	const sizes = entries.map((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return sizeOf(path);
		// Blocks have 512 bytes in every file system.
		return lstat(path).then(
			({ blocks }) => blocks * 512,
			() => 0,
		);
	});
	return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Reads how far a folder has grown. It looks in the background, a tenth of the time at most. */
function followGrowth(/** @type {string} */ folder, /** @type {number} */ gigabytes) {
	let grown = 0;
	let isOver = false;
	const look = async () => {
		const begin = Date.now();
		grown = (await sizeOf(folder)) / 1e9;
		if (!isOver) setTimeout(look, 1000 + 9 * (Date.now() - begin)).unref();
	};
	void look();
	return {
		shown: () => `${Math.min(grown, gigabytes).toFixed(1)} of ${gigabytes} GB, `,
		stop: () => void (isOver = true),
	};
}

/** The file that a compiler works on, by what node-gyp has logged: `CC(target) Release/obj/sqlite3.o`. */
function compiledIn(/** @type {string} */ logFile) {
	const file = readFileSync(logFile, 'utf8')
		.match(/\(target\) \S+/g)
		?.at(-1);
	return file ? `compiling ${basename(file)}, ` : '';
}

/** A warning if a registry doesn't answer at all, with whatever. @returns {Promise<string>} */
async function registryWarning(/** @type {string} */ registry, milliseconds = 5_000) {
	const signal = AbortSignal.timeout(milliseconds);
	return fetch(registry, { signal, method: 'HEAD' }).then(
		() => '',
		() => `The npm registry (${registry}) doesn't answer. Check your network or its proxy.`,
	);
}

/** Reports once that the registry doesn't answer, if npm has logged nothing for 15 seconds. */
function watchRegistry(
	/** @type {string} */ logFile,
	/** @type {(line: string) => void} */ report,
) {
	let length = 0;
	let silentSince = Date.now();
	const timer = setInterval(() => {
		const now = readFileSync(logFile).length;
		if (now > length) silentSince = Date.now();
		length = now;
		if (Date.now() - silentSince < 15_000) return;
		clearInterval(timer);
		const { command, args } = npmCommand(['config', 'get', 'registry']);
		const registry = spawnSync(command, args, { encoding: 'utf8' }).stdout.trim();
		void registryWarning(registry).then((warning) => warning && report(warning));
	}, 1000);
	return () => clearInterval(timer);
}

/** Below the heading, a line that counts on a terminal, and a line every 20 seconds elsewhere. */
function startProgress(/** @type {VisibleCommand} */ { title, expected, grows, logFile, fetches }) {
	const start = Date.now();
	const passed = () => {
		const seconds = Math.round((Date.now() - start) / 1000);
		return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
	};
	const growth = grows && followGrowth(grows.folder, grows.gigabytes);
	process.stdout.write(`${title} (${expected}${grows ? `, ${grows.gigabytes} GB` : ''})\n`);
	const show = (/** @type {string} */ text, /** @type {string} */ end) =>
		process.stdout.write(`${isTerminal() ? '\r\x1b[K' : ''}  ${text}${end}`);
	const tick = () => {
		const how = growth ? growth.shown() : compiledIn(logFile);
		show(`… ${how}${passed()}`, isTerminal() ? '' : '\n');
	};
	const timer = setInterval(tick, isTerminal() ? 1000 : 20_000);
	const stopWatch = fetches
		? watchRegistry(logFile, (line) => show(line, '\n'))
		: () => undefined;
	return (/** @type {string} */ outcome) => {
		clearInterval(timer);
		growth?.stop();
		stopWatch();
		show(`${outcome} after ${passed()}`, '\n');
	};
}

/** Ends the command's whole group when this process is told to stop, then stops. */
function stopTogether(/** @type {import('node:child_process').ChildProcess} */ child) {
	const numbers = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
	const handlers = Object.entries(numbers).map(([signal, code]) => {
		const handler = () => {
			try {
				// Immediately: npm would continue for seconds, in a folder that is thrown away or done again.
				if (groups) process.kill(-(/** @type {number} */ (child.pid)), 'SIGKILL');
				else child.kill('SIGKILL');
			} catch {
				// It has ended by itself.
			}
			process.stdout.write('\n');
			process.exit(code);
		};
		process.once(signal, handler);
		return /** @type {const} */ ([signal, handler]);
	});
	return () => handlers.forEach(([signal, handler]) => process.removeListener(signal, handler));
}

/**
 * A command that takes long, and what a person sees while it runs.
 *
 * @typedef {object} VisibleCommand
 * @property {string} title The task, as the terminal shows it: "Installing the n8n server".
 * @property {string} expected How long it usually takes: "about 3 minutes".
 * @property {{ folder: string, gigabytes: number }} [grows] The folder that it fills, and how large that
 *   becomes. Without one, the log of a compiler shows how far it is.
 * @property {true} [fetches] It is npm with `--loglevel http`, and needs the registry.
 * @property {string} command
 * @property {string[]} args
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} logFile Holds its whole output. It is overwritten.
 */

/** Runs the command. On failure, it rejects with the end of its log in the message. */
async function runVisibly(/** @type {VisibleCommand} */ visible) {
	const { command, args, cwd, env, logFile } = visible;
	mkdirSync(dirname(logFile), { recursive: true });
	const log = openSync(logFile, 'w');
	const finish = startProgress(visible);
	// A group of its own, so that compilers started below it end with it.
	const child = spawn(command, args, { cwd, env, stdio: ['ignore', log, log], detached: groups });
	const letGo = stopTogether(child);
	const problem = await new Promise((/** @type {(problem: string) => void} */ resolve) => {
		child.once('error', (error) => resolve(error.message));
		child.once('close', (code, signal) =>
			resolve(code === 0 ? '' : `ended with ${signal ?? code}`),
		);
	});
	letGo();
	closeSync(log);
	finish(problem ? 'failed' : 'done');
	if (!problem) return;
	throw new Error(
		`${command} ${args.join(' ')}: ${problem}. Its output is in ${logFile}, in short:\n${failureOf(logFile)}`,
	);
}

module.exports = { registryWarning, runVisibly, tailOf };
