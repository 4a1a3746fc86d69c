import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tailOf } from '../../tools/visible-command.cjs';
import { n8nEnvironment } from './environment';
import { ensureServer } from './install';
import { node24 } from './node24';
import { freePort } from './ports';

/** How to start an n8n. */
export interface N8nOptions {
	/** Holds everything this n8n remembers; made when missing. */
	userFolder: string;
	/** A free one when left out. */
	port?: number;
	/** The tarball `packPackage` made. */
	packageTarball: string;
	/** Variables on top of the usual ones. */
	env?: Record<string, string>;
	/** Told each step, for a person who waits. */
	log?: (line: string) => void;
}

/** A running n8n. */
export interface RunningN8n {
	/** Without a slash at the end. */
	url: string;
	port: number;
	pid: number;
	userFolder: string;
	/** Everything this n8n said. */
	logFile: string;
	/** Settles when the process has ended, for whatever reason. */
	ended: Promise<void>;
	/** Ends it as an operator would, and waits for that. */
	stop(): Promise<void>;
	/** Ends it as a power cut would. */
	kill(): Promise<void>;
}

const packageName = 'n8n-nodes-crm-messaging';
const startLimitMs = 120_000;
const stopLimitMs = 10_000;

/** Puts the package where n8n keeps the community packages it installed itself. */
function installPackage(userFolder: string, tarball: string): void {
	const folder = join(userFolder, '.n8n', 'nodes', 'node_modules', packageName);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder]);
}

/** `/healthz` answers too early; the settings come when the routes are there. */
async function isReady(url: string): Promise<boolean> {
	try {
		const answer = await fetch(`${url}/rest/settings`, { signal: AbortSignal.timeout(5000) });
		return answer.ok && (await answer.text()).includes('"data"');
	} catch {
		return false;
	}
}

/** The whole group: n8n has a task runner below it. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	try {
		process.kill(-(child.pid as number), signal);
	} catch {
		// It has ended already.
	}
}

async function waitUntilReady(child: ChildProcess, url: string, logFile: string): Promise<void> {
	const deadline = Date.now() + startLimitMs;
	while (!(await isReady(url))) {
		const hasEnded = child.exitCode !== null || child.signalCode !== null;
		if (hasEnded || Date.now() > deadline) {
			signalGroup(child, 'SIGKILL');
			const what = hasEnded ? 'ended while starting' : 'was not ready after 2 minutes';
			throw new Error(`n8n ${what}. Its last words (${logFile}):\n${tailOf(logFile)}`);
		}
		await pause(200);
	}
}

/** Starts the real n8n with the package in it, and waits until it can be used. */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	const { userFolder, packageTarball, env, log = () => undefined } = options;
	const folder = await ensureServer();
	installPackage(userFolder, packageTarball);
	const port = options.port ?? (await freePort());
	const url = `http://localhost:${port}`;
	const logFile = join(userFolder, 'n8n.log');
	const output = openSync(logFile, 'w');
	log('Starting n8n (10 to 20 seconds)');
	const program = join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
	const guard = join(__dirname, 'exit-with-parent.cjs');
	const child = spawn(node24, ['--require', guard, program, 'start'], {
		cwd: userFolder,
		env: n8nEnvironment({ userFolder, port, brokerPort: await freePort() }, env),
		stdio: ['pipe', output, output],
		// A group of its own: Ctrl-C in the terminal reaches the caller, who stops it in order.
		detached: true,
	});
	closeSync(output);
	const killWithCaller = () => signalGroup(child, 'SIGKILL');
	process.once('exit', killWithCaller);
	const ended = new Promise<void>((resolve) => {
		child.once('close', () => resolve());
		child.once('error', () => resolve());
	});
	void ended.then(() => process.removeListener('exit', killWithCaller));
	await waitUntilReady(child, url, logFile);
	const end = async (signal: NodeJS.Signals) => {
		signalGroup(child, signal);
		const overdue = setTimeout(() => signalGroup(child, 'SIGKILL'), stopLimitMs);
		await ended;
		clearTimeout(overdue);
		signalGroup(child, 'SIGKILL');
	};
	return {
		url,
		port,
		pid: child.pid as number,
		userFolder,
		logFile,
		ended,
		stop: () => end('SIGTERM'),
		kill: () => end('SIGKILL'),
	};
}
