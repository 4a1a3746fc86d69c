/** The versions of n8n that the package is tried on, and how. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../playground/n8n/node24';

/** A version of n8n. */
export interface N8nVersion {
	/** As people know it. */
	n8n: string;
	/** Of what runs its nodes. */
	core: string;
	/** The Node.js it is tried on. */
	node: string;
	/** Variables without which it does not run on that Node.js. */
	environment: Record<string, string>;
	/** The folder with its lock files; none for the one that this checkout is built with. */
	definition?: string;
	/** The folder with the lock file of its server, where it has one of its own. */
	server?: string;
}

/** One way in which a version is tried. */
export interface Trial {
	version: N8nVersion;
	kind: 'engine' | 'server';
	/** The version of Node.js. */
	node: string;
	environment: Record<string, string>;
}

/** The installation, the trigger, and whom no one may reach twice; `npm run test:e2e` runs all on the newest. */
export const serverTests = [
	'package',
	'server-capabilities',
	'trigger',
	'nothing-twice',
	'booking',
];

const folder = join(root, 'test', 'versions');

function readPackage<T>(...path: string[]): T {
	return JSON.parse(readFileSync(join(...path, 'package.json'), 'utf8')) as T;
}

function definedIn(name: string): N8nVersion {
	const definition = join(folder, name, 'core');
	const server = join(folder, name, 'server');
	const { config, dependencies } = readPackage<{
		config: { n8n: string; environment?: Record<string, string> };
		dependencies: { 'n8n-core': string; node: string };
	}>(definition);
	return {
		environment: {},
		...config,
		core: dependencies['n8n-core'],
		node: dependencies.node,
		definition,
		server: existsSync(server) ? server : undefined,
	};
}

/** The version that the checkout is built with, and whose server the playground runs. */
function ownVersion(): N8nVersion {
	const { dependencies } = readPackage<{ dependencies: { n8n: string } }>(
		root,
		'playground',
		'n8n',
	);
	const { devDependencies } = readPackage<{
		devDependencies: { 'n8n-core': string; node: string };
	}>(root);
	const { 'n8n-core': core, node } = devDependencies;
	return { n8n: dependencies.n8n, core, node, environment: {} };
}

/** Every version that the package is tried on, the oldest first: one a folder of test/versions/, and the checkout's own. */
export function everyVersion(): N8nVersion[] {
	const { compare } = new Intl.Collator('en', { numeric: true });
	return [...readdirSync(folder).map(definedIn), ownVersion()].sort((one, other) =>
		compare(one.core, other.core),
	);
}

/** All trials of a version: on its own Node.js and, where that needs a setting, on the newest without it; its server, where one is defined. */
export function trialsOf(version: N8nVersion, newestNode: string): Trial[] {
	const { node, environment, definition, server } = version;
	const needsSetting = Object.keys(environment).length > 0;
	const onNewest = { version, node: newestNode, environment: {} };
	const trials: Trial[] = [{ version, kind: 'engine', node, environment }];
	if (needsSetting) trials.push({ ...onNewest, kind: 'engine' });
	if (server || !definition) trials.push({ ...onNewest, kind: 'server' });
	return trials;
}
