/**
 * The versions of n8n that the package is tried on (docs/contributing/versions.md), and their tests.
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

/** One way in which a version of n8n is tried. */
interface Trial {
	/** As people know it, and that of what runs its nodes. */
	names: string[];
	/** The folder with its lock files; none for the version that this checkout is built with. */
	definition?: string;
	/** Whether it runs on its own Node.js, and the variables that it needs there. */
	environment?: Record<string, string>;
}

/** The installation, the trigger, waits, and whom no one may reach twice; `npm run test:e2e` runs all on the newest. */
const serverTests = [
	'package',
	'server-capabilities',
	'trigger',
	'nothing-twice',
	'booking',
	'wait-for-result',
	'wait-example',
].map((name) => `test/server/${name}.test.ts`);

/** Tests of the largest differences between versions: errors, memory, callbacks and n8n's inner parts. */
const shortTests = ['capabilities', 'contracts', 'nothing-twice', 'sms', 'trigger.test'].map(
	(name) => `test/engine/${name}`,
);

interface Manifest {
	config?: { n8n: string; environment?: Record<string, string> };
	dependencies?: Record<string, string>;
	devDependencies: { 'n8n-core': string };
}

const readPackage = (folder: string): Manifest =>
	JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Every trial of a kind; the oldest version first, that of this checkout last. */
function everyTrial(kind: 'core' | 'server'): Trial[] {
	const folder = join(root, 'test', 'versions');
	const { compare } = new Intl.Collator('en', { numeric: true });
	const others = readdirSync(folder)
		.sort(compare)
		.filter((core) => existsSync(join(folder, core, kind)))
		.flatMap((core): Trial[] => {
			const definition = join(folder, core, kind);
			const { n8n, environment } = readPackage(join(folder, core, 'core')).config!;
			const names = [n8n, core];
			if (kind === 'server') return [{ names, definition }];
			const own = { names, definition, environment: environment ?? {} };
			// If it needs a setting on its own Node.js, also on the newest one without it.
			return environment ? [own, { names, definition }] : [own];
		});
	const { n8n = '' } = readPackage(join(root, 'playground', 'n8n')).dependencies ?? {};
	return [...others, { names: [n8n, readPackage(root).devDependencies['n8n-core']] }];
}

/** Runs files of a trial with the engine of a version; returns whether their tests passed. */
async function passesInEngine(trial: Trial, files: string[]): Promise<boolean> {
	const { names, definition, environment } = trial;
	if (!definition) return passes('engine', node24, {}, files);
	const installed = await ensureInstalled({
		definition,
		name: 'core',
		title: `what n8n ${names[0]} runs nodes with`,
		expected: { time: 'about a minute', gigabytes: 0.4, room: 1 },
		npmArguments: [],
		scripted: ['node'],
		natives: [],
		whole: 'node/bin/node',
	});
	const own = join(installed, 'node_modules', 'node', 'bin', 'node');
	const variables = { N8N_UNDER_TEST: installed, ...environment };
	return passes('engine', environment ? own : node24, variables, files);
}

/** The same with a whole n8n. */
async function passesOnServer({ definition }: Trial, files: string[]): Promise<boolean> {
	await ensureInstalled(serverDefinedIn(definition));
	packPackage();
	const variables = definition ? { N8N_SERVER: definition } : {};
	return passes('server', node24, variables, ['--runInBand', ...files]);
}

function passes(project: string, program: string, variables: object, args: string[]): boolean {
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	// n8n 1 leaves a timer behind that keeps its process alive.
	const options = ['--config', 'jest.config.js', '--selectProjects', project, '--forceExit'];
	const { status } = spawnSync(program, [jest, ...options, ...args], {
		cwd: root,
		stdio: ['ignore', 'inherit', 'inherit'],
		env: {
			// Fewer values than usual: what they show of the package, they show elsewhere.
			PROPERTY_TIMES: '0.2',
			...process.env,
			...variables,
			PATH: [dirname(program), process.env.PATH].join(delimiter),
		},
	});
	return status === 0;
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		options: { server: { type: 'boolean' }, short: { type: 'boolean' } },
		allowPositionals: true,
	});
	const [name, ...chosen] = positionals;
	const usual = values.server ? serverTests : [];
	if (values.short) chosen.push(...shortTests);
	const files = chosen.length > 0 ? chosen : usual;
	const trials = everyTrial(values.server ? 'server' : 'core')
		.filter(({ names }) => !name || names.includes(name))
		.slice(0, values.short ? 1 : undefined);
	if (trials.length === 0) throw new Error(`There are no such tests of n8n ${name}.`);
	const failed: string[] = [];
	for (const trial of trials) {
		const title = `n8n ${trial.names[0]}, ${trial.environment ? 'its own' : 'the newest'} Node.js`;
		console.log(`\n== ${title}`);
		const hasPassed = await (values.server ? passesOnServer : passesInEngine)(trial, files);
		if (!hasPassed) failed.push(title);
	}
	if (failed.length > 0) throw new Error(`Tests failed with ${failed.join(' and ')}.`);
}

main().catch((error: Error) => {
	console.error(`\n${error.message}`);
	process.exitCode = 1;
});
