import { execFileSync } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findOnPath, freePort } from '../../../../playground/n8n/machine';
import {
	type ProcessOptions,
	type RunningProcess,
	startProcess,
} from '../../../../playground/n8n/start';

/** A process that can be killed and started again. */
export type Restartable = Awaited<ReturnType<typeof restartable>>;

/** Starts a process that restarts when it ends, as Docker does: a worker ends when it loses the database. */
export async function restartable(folder: string, start: () => Promise<RunningProcess>) {
	let running: RunningProcess | undefined;
	const end = async (how: 'stop' | 'kill') => {
		const ending = running;
		running = undefined;
		await ending?.[how]();
	};
	/** Starts it again at the same address. */
	const replace = async () => {
		// PostgreSQL refuses to start until its processes have noticed that it was killed.
		const begun = await start().catch(async () => await pause(5000).then(start));
		running = begun;
		void begun.ended.then(async () => {
			if (running === begun) await replace();
		});
	};
	await replace();
	const stop = async () => {
		await end('stop');
		rmSync(folder, { recursive: true, force: true });
	};
	/** Ends it as a power cut would. */
	const kill = () => end('kill');
	return { kill, replace, stop };
}

/** A program of the package with this name. */
function required(program: string | undefined, name: string): string {
	if (program) return program;
	throw new Error(`The test of n8n's queue mode needs ${name}. Install it.`);
}

/** Runs a program that ends when its standard input does, as n8n's processes do by themselves. */
const guard = 'exec 3<&0; (cat <&3 >/dev/null; kill -INT $$) & exec "$@" 3<&- </dev/null';

type Command = Pick<ProcessOptions, 'program' | 'args'> & Partial<ProcessOptions>;

/**
 * Starts a server on a port of its own, in a new folder that is thrown away when it stops.
 *
 * @param isReady part of its log once it can be used
 * @param commandIn returns its command, and prepares the folder
 */
async function startStore(
	name: string,
	isReady: string,
	commandIn: (folder: string, port: number) => Command,
) {
	const folder = mkdtempSync(join(tmpdir(), 'data-store-'));
	const logFile = join(folder, 'log');
	const port = await freePort();
	const { program, args, ...more } = commandIn(folder, port);
	const options: ProcessOptions = {
		name,
		cwd: folder,
		env: {},
		logFile,
		program: '/bin/sh',
		args: ['-c', guard, 'sh', program, ...args],
		isReady: async () => readFileSync(logFile, 'utf8').includes(isReady),
		...more,
	};
	return { port, ...(await restartable(folder, () => startProcess(options))) };
}

/** Starts a Redis on a free port, which keeps its data when it's killed. */
export async function startRedis() {
	const program = required(findOnPath('redis-server'), 'redis-server');
	return await startStore('Redis', 'Ready to accept connections', (folder, port) => {
		const network = ['--port', String(port), '--bind', '127.0.0.1'];
		// As docker/queue-mode starts it.
		const storage = ['--dir', folder, '--save', '', '--appendonly', 'yes'];
		return { program, args: [...network, ...storage] };
	});
}

/**
 * Starts the proxy in front of the processes of n8n on a free port.
 *
 * @param variablesOf returns the variables of its configuration for its address
 */
export async function startProxy(
	configuration: string,
	variablesOf: (address: string) => Record<string, string>,
) {
	const program = required(findOnPath('caddy'), 'caddy');
	return await startStore('Caddy', 'serving initial configuration', (folder, port) => {
		const args = ['run', '--adapter', 'caddyfile', '--config', configuration];
		const home = { HOME: folder, XDG_DATA_HOME: folder };
		return { program, args, env: { ...home, ...variablesOf(`http://localhost:${port}`) } };
	});
}

/** PostgreSQL refuses to run as root; nothing if this process is someone else. */
function lesserUser(): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = (flag: string) =>
		Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
	return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Starts a PostgreSQL on a free port, with this database. */
export async function startPostgres(database: { name: string; owner: string }) {
	// Debian keeps its programs off the PATH, a folder for each version.
	const { compare } = new Intl.Collator('en', { numeric: true });
	const ofDebian = globSync('/usr/lib/postgresql/*/bin/initdb').sort(compare).at(-1);
	const initdb = required(findOnPath('initdb') ?? ofDebian, 'postgresql');
	const program = join(dirname(initdb), 'postgres');
	const user = lesserUser();
	return await startStore('PostgreSQL', 'ready to accept connections', (folder, port) => {
		if (user) chownSync(folder, user.uid, user.gid);
		const data = join(folder, 'data');
		const env = { LC_ALL: 'C', TZ: 'UTC' };
		const run = (file: string, args: string[], input?: string) =>
			execFileSync(file, args, { cwd: folder, env, stdio: 'pipe', ...user, input });
		const asOwner = ['--username', database.owner, '--auth', 'trust', '--encoding', 'UTF8'];
		run(initdb, ['--pgdata', data, '--no-sync', ...asOwner]);
		run(program, ['--single', '-D', data, 'postgres'], `CREATE DATABASE "${database.name}";\n`);
		// Nothing here has to survive a power cut.
		const settings = 'listen_addresses=127.0.0.1 unix_socket_directories= fsync=off'.split(' ');
		const args = ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])];
		return { program, args, env, user, stopSignal: 'SIGINT' };
	});
}
