/**
 * Tries the package on several versions of n8n.
 *
 *     npm run test:versions                     the engine tests on every version
 *     npm run test:versions -- 1.122.48         on one, named by n8n or by n8n-core
 *     npm run test:versions -- 1.122.48 FILE    some of its tests
 *     npm run test:versions -- --server         the server tests, on the versions with a server
 *     npm run test:versions -- --short          a handful of tests on the oldest version
 */
import { spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { serverDefinedIn } from '../../playground/n8n/cache-folder';
import { ensureInstalled } from '../../playground/n8n/install';
import { node24, root } from '../../playground/n8n/node24';
import { packPackage } from '../../playground/n8n/pack';
import buildWhenStale from '../build-when-stale.cjs';
import { coreOf, everyVersion } from './n8n-version';
import { serverTests, trialsOf, type Trial } from './trials';

/** What differs most between versions: errors, memory, callbacks, and what n8n offers beyond its types. */
const shortFiles = ['capabilities', 'contracts', 'nothing-twice.test', 'sms', 'trigger.test'].map(
	(name) => `test/engine/${name}`,
);

/** Property tests try fewer values than usual: what they show of the package, they show elsewhere. */
const shortProperties = '0.2';

/** Installs what a trial needs; gives the program that runs it and what it has to know. */
async function prepare({ version, kind, node }: Trial): Promise<[string, Record<string, string>]> {
	const { server } = version;
	if (kind === 'server') {
		await ensureInstalled(serverDefinedIn(server));
		packPackage();
		return [node24, server ? { N8N_SERVER: server } : {}];
	}
	const core = coreOf(version);
	if (!core) return [node24, {}];
	const installed = await ensureInstalled(core);
	const own = join(installed, 'node_modules', 'node', 'bin', 'node');
	return [node === version.node ? own : node24, { N8N_UNDER_TEST: installed }];
}

/** Runs the tests of a trial, all of them unless files are given; whether they passed. */
async function passes(trial: Trial, files: string[]): Promise<boolean> {
	const { kind, node, version } = trial;
	const [program, environment] = await prepare(trial);
	console.log(`\n== n8n ${version.n8n}, Node.js ${node}, ${kind}`);
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const usual = kind === 'server' ? serverTests.map((name) => `test/server/${name}.test.ts`) : [];
	// n8n 1 leaves a timer behind that keeps its process alive.
	const more = kind === 'server' ? ['--forceExit', '--runInBand'] : ['--forceExit'];
	const chosen = files.length > 0 ? files : usual;
	const args = [jest, '--config', 'jest.config.js', '--selectProjects', kind, ...more, ...chosen];
	const { status } = spawnSync(program, args, {
		cwd: root,
		stdio: ['ignore', 'inherit', 'inherit'],
		env: {
			PROPERTY_TIMES: shortProperties,
			...process.env,
			...trial.environment,
			...environment,
			PATH: [dirname(program), process.env.PATH].join(delimiter),
		},
	});
	return status === 0;
}

async function main(words: string[]): Promise<void> {
	const isServer = words.includes('--server');
	const isShort = words.includes('--short');
	const versions = everyVersion();
	const named = versions.filter(({ n8n, core }) => words.includes(n8n) || words.includes(core));
	const files = words.filter((word) => /^[^-].*[a-z]/.test(word));
	const known = [
		'--server',
		'--short',
		...files,
		...named.flatMap(({ n8n, core }) => [n8n, core]),
	];
	const unknown = words.find((word) => !known.includes(word));
	if (unknown) {
		const all = versions.map(({ n8n }) => n8n).join(', ');
		throw new Error(`${unknown} is unknown; there are --server, --short and n8n ${all}.`);
	}
	buildWhenStale();
	const chosen = isShort ? versions.slice(0, 1) : named.length > 0 ? named : versions;
	const newest = versions.at(-1)!;
	const trials = chosen
		.flatMap((version) => trialsOf(version, newest.node))
		.filter(({ kind }) => (kind === 'server') === isServer)
		.slice(0, isShort ? 1 : undefined);
	const failed: Trial[] = [];
	for (const trial of trials) {
		if (!(await passes(trial, isShort ? shortFiles : files))) failed.push(trial);
	}
	for (const { version, node, kind } of failed) {
		console.error(`✕ n8n ${version.n8n}, Node.js ${node}, ${kind} tests`);
	}
	if (failed.length > 0 || trials.length === 0) throw new Error('Not every version passed.');
}

main(process.argv.slice(2)).catch((error: Error) => {
	console.error(`\n${error.message}`);
	process.exitCode = 1;
});
