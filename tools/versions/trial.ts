import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { serverDefinedIn } from '../../playground/n8n/cache-folder';
import { ensureInstalled } from '../../playground/n8n/install';
import { node24, root } from '../../playground/n8n/node24';
import { packPackage } from '../../playground/n8n/pack';
import { coreOf, type N8nVersion } from './n8n-version';

/** One way in which a version is tried. */
export interface Trial {
	version: N8nVersion;
	kind: 'engine' | 'server';
	/** The version of Node.js. */
	node: string;
	environment: Record<string, string>;
}

/** The result of a trial, as docs/contributing/versions.md shows it. */
export interface Outcome {
	passed: number;
	/** The full names of tests. */
	failed: string[];
	/** Missing features of this n8n, and the package's behavior without them. */
	without: string[];
	/** The sources that the package was made of. */
	stamp: string;
}

/** Property tests try fewer values than usual: what they show of the package, they show elsewhere. */
const shortProperties = '0.2';

/** The installation, the trigger, and whom no one may reach twice; `npm run test:e2e` runs all on the newest. */
export const serverTests = [
	'package',
	'server-capabilities',
	'trigger',
	'trigger-remembers',
	'nothing-twice',
	'booking',
];

/** The tests whose titles say what an n8n can do. */
const capabilityTests = 'what this n8n can do';

interface JestReport {
	numPassedTests: number;
	testResults: Array<{
		name: string;
		status: string;
		assertionResults: Array<{
			ancestorTitles: string[];
			title: string;
			fullName: string;
			status: string;
		}>;
	}>;
}

/** All trials of a version: on its own Node.js and, where that needs a setting, on the newest without it; its server, where one is defined. */
export function trialsOf(version: N8nVersion, newestNode: string): Trial[] {
	const { node, environment, definition, server } = version;
	const needsSetting = Object.keys(environment).length > 0;
	const trial = { version, environment: {} };
	return [
		{ ...trial, kind: 'engine', node, environment },
		...(needsSetting ? [{ ...trial, kind: 'engine' as const, node: newestNode }] : []),
		...(server || !definition ? [{ ...trial, kind: 'server' as const, node: newestNode }] : []),
	];
}

const folder = join(root, 'build', 'versions');

function fileOf({ version, kind, node }: Trial, what: string): string {
	return join(folder, `${version.n8n}-${kind}-node${node}-${what}.json`);
}

/** The sources that the package is made of now. */
function stampNow(): string {
	return readFileSync(join(root, 'build', 'dist.stamp'), 'utf8').trim();
}

/** The outcome of an earlier run in which all passed, unless the package has changed since. */
export function outcomeOf(trial: Trial): Outcome | undefined {
	const file = fileOf(trial, 'outcome');
	if (!existsSync(file)) return undefined;
	const outcome = JSON.parse(readFileSync(file, 'utf8')) as Outcome;
	return outcome.stamp === stampNow() && outcome.failed.length === 0 ? outcome : undefined;
}

/** Installs what a trial needs; gives the program that runs it and what it has to know. */
async function prepare({
	version,
	kind,
	node,
}: Trial): Promise<{ program: string; environment: Record<string, string> }> {
	if (kind === 'server') {
		await ensureInstalled(serverDefinedIn(version.server));
		packPackage();
		return {
			program: node24,
			environment: version.server ? { N8N_SERVER: version.server } : {},
		};
	}
	const core = coreOf(version);
	if (!core) return { program: node24, environment: {} };
	const installed = await ensureInstalled(core);
	const own = join(installed, 'node_modules', 'node', 'bin', 'node');
	return {
		program: node === version.node ? own : node24,
		environment: { N8N_UNDER_TEST: installed },
	};
}

function outcomeIn({ numPassedTests, testResults }: JestReport): Outcome {
	const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
	const broken = testResults.filter(
		({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
	);
	const failed = tests.filter(({ status }) => status === 'failed');
	const without = tests
		.filter(({ ancestorTitles }) => ancestorTitles[0] === capabilityTests)
		.flatMap(({ title }) => title.match(/^(.*): no; (.*)$/)?.[2] ?? []);
	return {
		passed: numPassedTests,
		failed: [...broken.map(({ name }) => name), ...failed.map(({ fullName }) => fullName)],
		without,
		stamp: stampNow(),
	};
}

/** Runs the tests of a trial, all of them unless files are given, and keeps the outcome of all. */
export async function run(trial: Trial, files: string[] = []): Promise<Outcome> {
	const { kind, node, version } = trial;
	const { program, environment } = await prepare(trial);
	console.log(`\n== n8n ${version.n8n}, Node.js ${node}, ${kind}`);
	mkdirSync(folder, { recursive: true });
	const outputFile = fileOf(trial, 'jest');
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const args = ['--config', 'jest.config.js', '--selectProjects', kind, '--json'];
	const more = kind === 'server' ? ['--runInBand'] : [];
	// n8n 1 leaves a timer behind that keeps its process alive.
	const usual = kind === 'server' ? serverTests.map((name) => `test/server/${name}.test.ts`) : [];
	const chosen = files.length > 0 ? files : usual;
	const all = [jest, ...args, `--outputFile=${outputFile}`, '--forceExit', ...more, ...chosen];
	writeFileSync(outputFile, '');
	spawnSync(program, all, {
		cwd: root,
		stdio: ['ignore', 'ignore', 'inherit'],
		env: {
			PROPERTY_TIMES: shortProperties,
			...process.env,
			...trial.environment,
			...environment,
			PATH: [dirname(program), process.env.PATH].join(delimiter),
		},
	});
	const report = readFileSync(outputFile, 'utf8');
	if (!report) throw new Error(`The tests of n8n ${version.n8n} did not run to their end.`);
	const outcome = outcomeIn(JSON.parse(report) as JestReport);
	if (files.length === 0) writeFileSync(fileOf(trial, 'outcome'), JSON.stringify(outcome));
	return outcome;
}
