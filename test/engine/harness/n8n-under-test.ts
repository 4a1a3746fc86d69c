/**
 * Replaces the repository's n8n by another one: N8N_UNDER_TEST names a folder that has it in
 * its node_modules (`npm run test:versions` installs them). Imported before n8n is.
 */
import Module from 'node:module';
import { join, relative, sep } from 'node:path';

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
