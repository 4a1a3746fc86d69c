/**
 * The jest environment of the server and browser tests. One n8n lives outside jest's module registry
 * and serves all files of a worker that ask for it; it ends with the worker.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestEnvironment } from 'jest-environment-node';
import { demoOwner } from '../../../playground/demo/fill-n8n';
import { N8nClient } from '../../../playground/n8n/client';
import { packPackage } from '../../../playground/n8n/machine';
import { startN8n } from '../../../playground/n8n/start';

/** An n8n, and its owner, who logs in once: n8n counts logins. */
export type SharedN8n = Awaited<ReturnType<typeof start>>;

let shared: Promise<SharedN8n> | undefined;

async function start() {
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-user-folder-'));
	const n8n = await startN8n({ userFolder, packageTarball: packPackage() });
	n8n.unref();
	process.once('exit', () => rmSync(userFolder, { recursive: true, force: true, maxRetries: 3 }));
	const client = new N8nClient(n8n.url);
	await client.enter(demoOwner);
	return { n8n, client };
}

export default class ServerTestEnvironment extends TestEnvironment {
	override async setup(): Promise<void> {
		await super.setup();
		Object.assign(this.global, { sharedN8n: () => (shared ??= start()) });
	}
}
