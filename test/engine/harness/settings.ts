/**
 * What holds before n8n-core is first loaded, so this module is imported before it: n8n's settings,
 * which leave the machine's own n8n alone, and the n8n to load. N8N_UNDER_TEST names a folder that
 * has another one in its node_modules (`npm run test:versions` installs them).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import Module from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';

const userFolder = mkdtempSync(join(tmpdir(), 'engine-harness-'));
process.once('exit', () => rmSync(userFolder, { recursive: true, force: true }));

Object.assign(process.env, {
	N8N_USER_FOLDER: userFolder,
	N8N_ENCRYPTION_KEY: 'key of the engine harness',
	N8N_LOG_LEVEL: process.env.ENGINE_LOG_LEVEL ?? 'silent',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	// The default since n8n 2.0.
	N8N_BLOCK_ENV_ACCESS_IN_NODE: 'true',
	// While n8n loads: parts of it behave differently when they detect a test run.
	NODE_ENV: 'production',
});

interface Resolver {
	_resolveFilename(request: string, parent: NodeModule | undefined, ...more: unknown[]): string;
}

const root = join(__dirname, '..', '..', '..');
const folder = process.env.N8N_UNDER_TEST;

/** Packages of n8n that the package and the tests use. */
const providedByN8n = /^(n8n-core|n8n-workflow|luxon)(\/|$)/;

/** A file of the repository, not of a library in it. */
function isOwn(file: string): boolean {
	const path = relative(root, file).split(sep);
	return path[0] !== '..' && !path.includes('node_modules');
}

if (folder) {
	const resolver = Module as unknown as Resolver;
	const usual = resolver._resolveFilename.bind(Module);
	resolver._resolveFilename = (request, parent, ...more) => {
		if (!parent || !providedByN8n.test(request) || !isOwn(parent.filename))
			return usual(request, parent, ...more);
		const inFolder = { ...parent, paths: [join(folder, 'node_modules')] };
		return usual(request, inFolder, ...more);
	};
}
