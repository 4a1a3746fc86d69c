/** Starts the real n8n with the package in it, or any other program that runs in parallel. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import pWaitFor from 'p-wait-for';
import { tailOf } from '../../tools/visible-command.cjs';
import { ensureServer } from './install';
import { freePort, node24, pathWithNode24 } from './machine';

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
	/** Its whole output. */
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

/** How to start one process of an n8n. */
export interface N8nProcessOptions {
	/** Its name in errors. */
	name: string;
	/** Holds everything it remembers; made when missing. */
	userFolder: string;
	/** The address of its server, if it has one. */
	port: number;
	/** The tarball `packPackage` made; if left out, the package is in the user folder already. */
	packageTarball?: string;
	/** The kind of process. */
	command: 'start' | 'worker' | 'webhook';
	/** Variables on top of the usual ones. */
	env?: Record<string, string>;
	/** The address that answers when it's ready, and the text that the answer must have. */
	ready: { url: string; holds: string };
}

/** A running n8n. */
export interface RunningN8n extends RunningProcess {
	/** Without a slash at the end. */
	url: string;
	port: number;
	userFolder: string;
}

/**
 * Starts an n8n, and waits until it can be used.
 *
 * @param options the port is a free one when left out
 */
export async function startN8n(
	options: Pick<N8nProcessOptions, 'userFolder' | 'packageTarball' | 'env'> & { port?: number },
): Promise<RunningN8n> {
	const port = options.port ?? (await freePort());
	const url = `http://localhost:${port}`;
	const running = await startN8nProcess({
		...options,
		name: 'n8n',
		command: 'start',
		port,
		// `/healthz` answers too early; the settings come when the routes are there.
		ready: { url: `${url}/rest/settings`, holds: '"data"' },
	});
	return { ...running, url, port, userFolder: options.userFolder };
}

/** Starts a process of an n8n, and waits until it can be used. */
export async function startN8nProcess(options: N8nProcessOptions): Promise<RunningProcess> {
	const { name, userFolder, port, packageTarball, command, env, ready } = options;
	const server = join(await ensureServer(), 'node_modules', 'n8n');
	if (packageTarball !== undefined) installPackage(userFolder, packageTarball);
	const guard = join(__dirname, 'exit-with-parent.cjs');
	return startProcess({
		name,
		program: node24,
		args: ['--require', guard, join(server, 'bin', 'n8n'), command],
		cwd: userFolder,
		env: {
			...environmentOf(server, userFolder, port),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...env,
		},
		logFile: join(userFolder, 'n8n.log'),
		isReady: () => answers(ready),
	});
}

/** Puts the package where n8n keeps the community packages it installed itself. */
function installPackage(userFolder: string, tarball: string): void {
	const folder = join(userFolder, '.n8n/nodes/node_modules/n8n-nodes-crm-messaging');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder]);
}

async function answers({ url, holds }: N8nProcessOptions['ready']): Promise<boolean> {
	try {
		const answer = await fetch(url, { signal: AbortSignal.timeout(5000) });
		return answer.ok && (await answer.text()).includes(holds);
	} catch {
		return false;
	}
}

/**
 * n8n's whole environment. It starts from nothing, so that a variable of the caller's shell or test
 * runner (NODE_ENV, NODE_OPTIONS, another n8n's settings) changes nothing.
 */
function environmentOf(server: string, userFolder: string, port: number): Record<string, string> {
	const inherited = ['HOME', 'USER', 'LANG', 'LC_ALL', 'TMPDIR', 'TZ'].flatMap((name) => {
		const value = process.env[name];
		return value === undefined ? [] : [[name, value]];
	});
	// The first fetches a list; the second would put its own page in front of the workflows. n8n does
	// not start with the name of a module that it has not.
	const disabled = ['mcp-registry', 'instance-ai'].filter((name) =>
		existsSync(join(server, 'dist', 'modules', name)),
	);
	const url = `http://localhost:${port}/`;
	return {
		...(Object.fromEntries(inherited) as Record<string, string>),
		...(disabled.length > 0 && { N8N_DISABLED_MODULES: disabled.join(',') }),
		PATH: pathWithNode24,
		NODE_ENV: 'production',
		N8N_USER_FOLDER: userFolder,
		// Its login is a known one, so no one but this machine may reach it.
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_SECURE_COOKIE: 'false',
		N8N_EDITOR_BASE_URL: url,
		N8N_WEBHOOK_URL: url,
		// Its name before n8n 2.30.
		WEBHOOK_URL: url,
		// It asks no server of its makers for anything, and tells them nothing.
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	};
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
		const overdue = setTimeout(() => signalGroup(child, 'SIGKILL'), 10_000);
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

async function waitUntilReady(child: ChildProcess, options: ProcessOptions): Promise<void> {
	const { name, logFile, isReady } = options;
	const timeout = { milliseconds: 120_000, message: 'was not ready after 2 minutes' };
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

/** The whole group: programs have others below them, such as n8n's task runner. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	try {
		process.kill(-(child.pid as number), signal);
	} catch {
		// It has ended already.
	}
}
