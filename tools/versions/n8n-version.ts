import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Installation } from '../../playground/n8n/cache-folder';
import { root } from '../../playground/n8n/node24';

/** A version of n8n that the package is tried on. */
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

interface Definition {
	config: { n8n: string; environment?: Record<string, string> };
	dependencies: Record<string, string>;
}

const folder = join(root, 'test', 'versions');

function readJson<T>(...path: string[]): T {
	return JSON.parse(readFileSync(join(...path), 'utf8')) as T;
}

function definedIn(name: string): N8nVersion {
	const definition = join(folder, name, 'core');
	const { config, dependencies } = readJson<Definition>(definition, 'package.json');
	const server = join(folder, name, 'server');
	return {
		n8n: config.n8n,
		core: dependencies['n8n-core']!,
		node: dependencies.node!,
		environment: config.environment ?? {},
		definition,
		server: existsSync(server) ? server : undefined,
	};
}

/** The version that the checkout is built with, and whose server the playground runs. */
function ownVersion(): N8nVersion {
	const { devDependencies } = readJson<{ devDependencies: Record<string, string> }>(
		root,
		'package.json',
	);
	const playground = readJson<Definition>(root, 'playground', 'n8n', 'package.json');
	return {
		n8n: playground.dependencies.n8n!,
		core: devDependencies['n8n-core']!,
		node: devDependencies.node!,
		environment: {},
	};
}

const byNumber = new Intl.Collator('en', { numeric: true });

/** Every version that the package is tried on, the oldest first: one a folder of test/versions/, and the checkout's own. */
export function everyVersion(): N8nVersion[] {
	return [...readdirSync(folder).map(definedIn), ownVersion()].sort((one, other) =>
		byNumber.compare(one.core, other.core),
	);
}

/** A version's packages for the engine tests; none if the checkout has them. */
export function coreOf({ n8n, definition }: N8nVersion): Installation | undefined {
	if (!definition) return undefined;
	return {
		definition,
		name: 'core',
		title: `what n8n ${n8n} runs nodes with`,
		expected: { time: 'about a minute', gigabytes: 0.4 },
		neededGigabytes: 1,
		npmArguments: [],
		scripted: ['node'],
		natives: [],
		whole: 'node/bin/node',
	};
}
