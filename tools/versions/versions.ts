/** The versions of n8n that the package is tried on, and how. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../playground/n8n/node24';

/** A version of n8n, and one way in which it is tried. */
export interface Trial {
	/** As people know it. */
	n8n: string;
	/** Of what runs its nodes. */
	core: string;
	kind: 'engine' | 'server';
	/** The version of Node.js. */
	node: string;
	/** Variables without which it does not run on that Node.js. */
	environment: Record<string, string>;
	/** The folder with its lock files; none for the version that this checkout is built with. */
	definition?: string;
}

/** The installation, the trigger, waits, and whom no one may reach twice; `npm run test:e2e` runs all on the newest. */
export const serverTests = [
	'package',
	'server-capabilities',
	'trigger',
	'nothing-twice',
	'booking',
	'wait-for-result',
	'wait-example',
];

const folder = join(root, 'test', 'versions');

interface Manifest {
	config: { n8n: string; environment?: Record<string, string> };
	dependencies: Record<string, string>;
	devDependencies: { 'n8n-core': string; node: string };
}

const readPackage = (...path: string[]): Manifest =>
	JSON.parse(readFileSync(join(...path, 'package.json'), 'utf8')) as Manifest;

export const { 'n8n-core': ownCore, node: newestNode } = readPackage(root).devDependencies;

/**
 * All trials of a version of test/versions/: on its own Node.js and, if that needs a setting, on the newest
 * without it; its server, if one is defined.
 */
function trialsIn(name: string): Trial[] {
	const definition = join(folder, name, 'core');
	const server = join(folder, name, 'server');
	const { config, dependencies } = readPackage(definition);
	const { n8n, environment = {} } = config;
	const onNewest = { n8n, core: name, node: newestNode, environment: {} };
	const own: Trial = {
		...onNewest,
		kind: 'engine',
		node: dependencies.node!,
		environment,
		definition,
	};
	const trials = [own];
	if (config.environment) trials.push({ ...onNewest, kind: 'engine', definition });
	if (existsSync(server)) trials.push({ ...onNewest, kind: 'server', definition: server });
	return trials;
}

/** Those of the version that the checkout is built with, and whose server the playground runs. */
function ownTrials(): Trial[] {
	const { n8n = '' } = readPackage(root, 'playground', 'n8n').dependencies;
	const own = { n8n, core: ownCore, node: newestNode, environment: {} };
	return [
		{ ...own, kind: 'engine' },
		{ ...own, kind: 'server' },
	];
}

/** Every version that the package is tried on, each in all its ways; the oldest first. */
export function everyTrial(): Trial[] {
	const { compare } = new Intl.Collator('en', { numeric: true });
	return [...readdirSync(folder).sort(compare).flatMap(trialsIn), ...ownTrials()];
}

/** One trial of every version. */
export function everyVersion(): Trial[] {
	return [...new Map(everyTrial().map((trial) => [trial.core, trial])).values()];
}
