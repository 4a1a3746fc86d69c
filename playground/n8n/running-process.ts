import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Socket } from 'node:net';
import pWaitFor from 'p-wait-for';
import { tailOf } from '../../tools/visible-command.cjs';

/** How to start a program that runs in parallel with this one. */
export interface ProcessOptions {
	/** Its name in errors. */
	name: string;
	program: string;
	args: string[];
	cwd: string;
	env: Record<string, string>;
	logFile: string;
	/** Looked at again and again until it is true. */
	isReady: () => Promise<boolean>;
	/** How an operator ends it; SIGTERM when left out. */
	stopSignal?: NodeJS.Signals;
	/** Whose rights it gets; those of this process when left out. */
	user?: { uid: number; gid: number };
}

/** A program that runs in parallel with this one. */
export interface RunningProcess {
	pid: number;
	/** Everything it said. */
	logFile: string;
	/** Settles when it has ended, for whatever reason. */
	ended: Promise<void>;
	/** Ends it as an operator would, and waits for that. */
	stop(): Promise<void>;
	/** Ends it as a power cut would. */
	kill(): Promise<void>;
	/** Lets this process end although that one runs, which then ends too. */
	unref(): void;
}

const startLimitMs = 120_000;
const stopLimitMs = 10_000;

/** The whole group: programs have others below them, such as n8n's task runner. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	try {
		process.kill(-(child.pid as number), signal);
	} catch {
		// It has ended already.
	}
}

async function waitUntilReady(
	child: ChildProcess,
	{ name, logFile, isReady }: ProcessOptions,
): Promise<void> {
	const timeout = { milliseconds: startLimitMs, message: 'was not ready after 2 minutes' };
	const look = async () => {
		if (await isReady()) return true;
		if (child.exitCode === null && child.signalCode === null) return false;
		throw new Error('ended while starting');
	};
	try {
		await pWaitFor(look, { interval: 200, timeout });
	} catch (error) {
		signalGroup(child, 'SIGKILL');
		const { message } = error as Error;
		throw new Error(`${name} ${message}. Its last words (${logFile}):\n${tailOf(logFile)}`);
	}
}

/**
 * Starts a program, and waits until it can be used. Its standard input is a pipe that ends with this
 * process, however that goes; a program that looks at it can then end as well.
 */
export async function startProcess(options: ProcessOptions): Promise<RunningProcess> {
	const { program, args, cwd, env, logFile, stopSignal = 'SIGTERM', user } = options;
	const output = openSync(logFile, 'w');
	const child = spawn(program, args, {
		cwd,
		env,
		...user,
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
	await waitUntilReady(child, options);
	const end = async (signal: NodeJS.Signals) => {
		signalGroup(child, signal);
		const overdue = setTimeout(() => signalGroup(child, 'SIGKILL'), stopLimitMs);
		await ended;
		clearTimeout(overdue);
		signalGroup(child, 'SIGKILL');
	};
	return {
		pid: child.pid as number,
		logFile,
		ended,
		stop: () => end(stopSignal),
		kill: () => end('SIGKILL'),
		unref: () => {
			child.unref();
			(child.stdin as Socket).unref();
		},
	};
}
