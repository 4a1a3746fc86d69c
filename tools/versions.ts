/**
 * The versions of n8n that the package is tried on, and their tests.
 *
 *     npm run test:versions                     the engine tests on every version
 *     npm run test:versions -- 1.122.48         on one, named by n8n or by n8n-core
 *     npm run test:versions -- 1.122.48 FILE    some of its tests
 *     npm run test:versions -- --server         the server tests, on the versions with a server
 *     npm run test:versions -- --short          a handful of tests on the oldest version
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, serverDefinedIn } from '../playground/n8n/install';
import { node24, packPackage, root } from '../playground/n8n/machine';

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

/** Tests of the largest differences between versions: errors, memory, callbacks and n8n's inner parts. */
const shortFiles = ['capabilities', 'contracts', 'nothing-twice.test', 'sms', 'trigger.test'].map(
	(name) => `test/engine/${name}`,
);
const serverFiles = serverTests.map((name) => `test/server/${name}.test.ts`);

const folder = join(root, 'test', 'versions');

interface Manifest {
	config: { n8n: string; environment?: Record<string, string> };
	dependencies: Record<string, string>;
	devDependencies: { 'n8n-core': string; node: string };
}

const readPackage = (...path: string[]): Manifest =>
	JSON.parse(readFileSync(join(...path, 'package.json'), 'utf8')) as Manifest;

const { 'n8n-core': ownCore, node: newestNode } = readPackage(root).devDependencies;

/** A version of test/versions/: on its own Node.js and, if that needs a setting, on the newest without it; its server, if one is defined. */
function trialsIn(core: string): Trial[] {
	const definition = join(folder, core, 'core');
	const server = join(folder, core, 'server');
	const { config, dependencies } = readPackage(definition);
	const { n8n, environment } = config;
	const onNewest = { n8n, core, node: newestNode, environment: {} };
	const engine: Trial = { ...onNewest, kind: 'engine', definition };
	return [
		{ ...engine, node: dependencies.node!, environment: environment ?? {} },
		...(environment ? [engine] : []),
		...(existsSync(server)
			? [{ ...onNewest, kind: 'server', definition: server } as const]
			: []),
	];
}

/** Every version that the package is tried on, each in all its ways; the oldest first, that of this checkout last. */
export function everyTrial(): Trial[] {
	const { compare } = new Intl.Collator('en', { numeric: true });
	const { n8n = '' } = readPackage(root, 'playground', 'n8n').dependencies;
	const own = { n8n, core: ownCore, node: newestNode, environment: {} };
	return [
		...readdirSync(folder).sort(compare).flatMap(trialsIn),
		{ ...own, kind: 'engine' },
		{ ...own, kind: 'server' },
	];
}

/** One trial of every version. */
export function everyVersion(): Trial[] {
	return [...new Map(everyTrial().map((trial) => [trial.core, trial])).values()];
}

/** Installs what a trial needs; returns the program that runs it and its variables. */
async function prepare(trial: Trial): Promise<[string, Record<string, string>]> {
	const { n8n, kind, node, definition } = trial;
	if (kind === 'server') {
		await ensureInstalled(serverDefinedIn(definition));
		packPackage();
		return [node24, definition ? { N8N_SERVER: definition } : {}];
	}
	if (!definition) return [node24, {}];
	const installed = await ensureInstalled({
		definition,
		name: 'core',
		title: `what n8n ${n8n} runs nodes with`,
		expected: { time: 'about a minute', gigabytes: 0.4, room: 1 },
		npmArguments: [],
		scripted: ['node'],
		natives: [],
		whole: 'node/bin/node',
	});
	const own = join(installed, 'node_modules', 'node', 'bin', 'node');
	return [node === newestNode ? node24 : own, { N8N_UNDER_TEST: installed }];
}

/** Runs files of a trial, all its tests if there are none; returns whether they passed. */
async function passes(trial: Trial, files: string[]): Promise<boolean> {
	const { kind, environment } = trial;
	const [program, variables] = await prepare(trial);
	console.log(`\n== ${nameOf(trial)}`);
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const usual = kind === 'server' ? ['--runInBand', ...serverFiles] : [];
	// n8n 1 leaves a timer behind that keeps its process alive.
	const args = ['--config', 'jest.config.js', '--selectProjects', kind, '--forceExit'];
	const { status } = spawnSync(program, [jest, ...args, ...(files.length > 0 ? files : usual)], {
		cwd: root,
		stdio: ['ignore', 'inherit', 'inherit'],
		env: {
			// Fewer values than usual: what they show of the package, they show elsewhere.
			PROPERTY_TIMES: '0.2',
			...process.env,
			...environment,
			...variables,
			PATH: [dirname(program), process.env.PATH].join(delimiter),
		},
	});
	return status === 0;
}

const nameOf = ({ n8n, node, kind }: Trial): string => `n8n ${n8n}, Node.js ${node}, ${kind} tests`;

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		options: { server: { type: 'boolean' }, short: { type: 'boolean' } },
		allowPositionals: true,
	});
	const [name, ...files] = positionals;
	const trials = everyTrial()
		.filter(({ n8n, core }) => !name || [n8n, core].includes(name))
		.filter(({ kind }) => (kind === 'server') === Boolean(values.server))
		.slice(0, values.short ? 1 : undefined);
	if (trials.length === 0) throw new Error(`There are no such tests of n8n ${name}.`);
	const failed: Trial[] = [];
	for (const trial of trials) {
		if (!(await passes(trial, values.short ? shortFiles : files))) failed.push(trial);
	}
	for (const trial of failed) console.error(`✕ ${nameOf(trial)}`);
	if (failed.length > 0) throw new Error('Not every version passed.');
}

if (require.main === module) {
	main().catch((error: Error) => {
		console.error(`\n${error.message}`);
		process.exitCode = 1;
	});
}
