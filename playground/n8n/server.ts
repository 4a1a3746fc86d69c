import { ensureServer } from './install';
import { startN8nProcess } from './n8n-process';
import { freePort } from './ports';
import type { RunningProcess } from './running-process';

/** How to start an n8n. */
export interface N8nOptions {
	/** Holds everything this n8n remembers; made when missing. */
	userFolder: string;
	/** A free one when left out. */
	port?: number;
	/** The tarball `packPackage` made; if left out, the package is in the user folder already. */
	packageTarball?: string;
	/** Variables on top of the usual ones. */
	env?: Record<string, string>;
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

/** Starts the real n8n with the package in it, and waits until it can be used. */
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
