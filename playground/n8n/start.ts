/** Starts the real n8n with the package in it, or one process of it. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { serverFolder } from './cache-folder.cjs';
import { ensureServer } from './install';
import { freePort, node24, pathWithNode24 } from './machine';
import { type RunningProcess, startProcess } from './running-process';

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

/** How to start an n8n. */
export interface N8nOptions extends Pick<
	N8nProcessOptions,
	'userFolder' | 'packageTarball' | 'env'
> {
	/** A free one when left out. */
	port?: number;
	/** Told each step, for a person who waits. */
	log?: (line: string) => void;
}

/** A running n8n. */
export interface RunningN8n extends RunningProcess {
	/** Without a slash at the end. */
	url: string;
	port: number;
	userFolder: string;
}

/** Starts an n8n, and waits until it can be used. */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	const { userFolder, packageTarball, env, log = () => undefined } = options;
	const port = options.port ?? (await freePort());
	const url = `http://localhost:${port}`;
	// Perhaps a download of minutes, which says so itself.
	await ensureServer();
	log('Starting n8n (10 to 20 seconds)');
	const running = await startN8nProcess({
		name: 'n8n',
		command: 'start',
		userFolder,
		port,
		packageTarball,
		env,
		// `/healthz` answers too early; the settings come when the routes are there.
		ready: { url: `${url}/rest/settings`, holds: '"data"' },
	});
	return { ...running, url, port, userFolder };
}

/** Starts a process of an n8n, and waits until it can be used. */
export async function startN8nProcess(options: N8nProcessOptions): Promise<RunningProcess> {
	const { name, userFolder, port, packageTarball, command, env, ready } = options;
	const folder = await ensureServer();
	if (packageTarball !== undefined) installPackage(userFolder, packageTarball);
	const program = join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
	const guard = join(__dirname, 'exit-with-parent.cjs');
	return startProcess({
		name,
		program: node24,
		args: ['--require', guard, program, command],
		cwd: userFolder,
		env: {
			...environmentOf(userFolder, port),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...env,
		},
		logFile: join(userFolder, 'n8n.log'),
		isReady: () => isReady(ready),
	});
}

/** Puts the package where n8n keeps the community packages it installed itself. */
function installPackage(userFolder: string, tarball: string): void {
	const folder = join(userFolder, '.n8n/nodes/node_modules/n8n-nodes-crm-messaging');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder]);
}

async function isReady({ url, holds }: N8nProcessOptions['ready']): Promise<boolean> {
	try {
		const answer = await fetch(url, { signal: AbortSignal.timeout(5000) });
		return answer.ok && (await answer.text()).includes(holds);
	} catch {
		return false;
	}
}

/** Variables a program needs to find its way on this machine. */
const passedOn = ['HOME', 'USER', 'LANG', 'LC_ALL', 'TMPDIR', 'TZ'];

/** It asks no server of its makers for anything, and tells them nothing. */
const quietAndOffline = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
};

/** The first fetches a list; the second would put its own page in front of the workflows. */
const unwantedModules = ['mcp-registry', 'instance-ai'];

/**
 * n8n's whole environment. It starts from nothing, so that a variable of the caller's shell or test
 * runner (NODE_ENV, NODE_OPTIONS, another n8n's settings) changes nothing.
 */
function environmentOf(userFolder: string, port: number): Record<string, string> {
	const inherited = passedOn.flatMap((name) => {
		const value = process.env[name];
		return value === undefined ? [] : [[name, value] as const];
	});
	// n8n does not start with the name of a module that it has not.
	const modules = join(serverFolder(), 'node_modules', 'n8n', 'dist', 'modules');
	const disabled = unwantedModules.filter((name) => existsSync(join(modules, name)));
	return {
		...Object.fromEntries(inherited),
		...quietAndOffline,
		...(disabled.length > 0 && { N8N_DISABLED_MODULES: disabled.join(',') }),
		PATH: pathWithNode24,
		NODE_ENV: 'production',
		N8N_USER_FOLDER: userFolder,
		// Its login is a known one, so no one but this machine may reach it.
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_SECURE_COOKIE: 'false',
		...withWebhookUrl(`http://localhost:${port}/`),
		N8N_EDITOR_BASE_URL: `http://localhost:${port}/`,
	};
}

/** n8n's public address, under the name that it has in newer versions and in older ones. */
export function withWebhookUrl(url: string): Record<string, string> {
	return { N8N_WEBHOOK_URL: url, WEBHOOK_URL: url };
}
