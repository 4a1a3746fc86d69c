import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { n8nEnvironment } from './environment';
import { ensureServer } from './install';
import { node24 } from './node24';
import { freePort } from './ports';
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

const packageName = 'n8n-nodes-crm-messaging';

/** Puts the package where n8n keeps the community packages it installed itself. */
function installPackage(userFolder: string, tarball: string): void {
	const folder = join(userFolder, '.n8n', 'nodes', 'node_modules', packageName);
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

/** Starts a process of the real n8n with the package in it, and waits until it can be used. */
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
		env: n8nEnvironment({ userFolder, port, brokerPort: await freePort() }, env),
		logFile: join(userFolder, 'n8n.log'),
		isReady: () => isReady(ready),
	});
}
