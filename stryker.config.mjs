/**
 * Mutation testing: changes the code in small ways, and wants the tests to notice. Slow, so
 * `npm run test:mutation` shows how much the tests notice; `-- --ignoreStatic false` is slower yet.
 *
 * ROOM names one of nodes/CrmMessaging/, and LINES a number of its lines, chosen at random by SEED:
 * `ROOM=wait LINES=100 SEED=1 npm run test:mutation`. Executions try `wait`, and with EXECUTIONS=1
 * any room; MUTATION_TESTS names other tests than the usual ones.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Rooms that unit tests of rules try. */
const byRules = ['fields', 'service', 'engine', 'callbacks'];

const { ROOM: room, LINES: lines, SEED: seed = String(1 + (Date.now() % 100_000)) } = process.env;

/** Numbers from 0 to 1, which a seed repeats. */
function* random(state) {
	for (;;) yield (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

function randomLines(files) {
	process.stdout.write(`LINES=${lines} SEED=${seed}\n`);
	const isCode = (line) =>
		/[=(){}?]/.test(line) && !/^\s*(\/?\*|\/\/|import|export \{|\})/.test(line);
	const all = files.flatMap((file) =>
		readFileSync(file, 'utf8')
			.split('\n')
			.flatMap((line, index) => (isCode(line) ? `${file}:${index + 1}-${index + 1}` : [])),
	);
	const numbers = random(Number(seed));
	const shuffled = all.map((line) => ({ line, at: numbers.next().value }));
	shuffled.sort((one, other) => one.at - other.at);
	return shuffled.slice(0, Number(lines)).map(({ line }) => line);
}

const filesOf = (name) =>
	readdirSync(`nodes/CrmMessaging/${name}`, { recursive: true })
		.map((file) => `nodes/CrmMessaging/${name}/${file}`)
		.filter((file) => file.endsWith('.ts'));

const chosen = (room ? [room] : byRules).flatMap(filesOf);
const executions =
	room === 'wait'
		? '{engine/wait*,unit/rules/{waiting,long-values}*}'
		: 'engine/{!(wait|trigger|expression-windows)*,faults/*}';
if (room === 'wait' || process.env.EXECUTIONS === '1') process.env.MUTATION_TESTS ??= executions;

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: lines ? randomLines(chosen) : chosen,
	testRunner: 'jest',
	jest: {
		configFile: 'jest.mutation.config.js',
		// Engine tests load what is built, and import none of it.
		enableFindRelatedTests: !process.env.MUTATION_TESTS,
	},
	coverageAnalysis: 'perTest',
	// A change that TypeScript refuses can't be made, and says nothing about the tests.
	checkers: ['typescript'],
	tsconfigFile: 'tsconfig.json',
	// Code that runs when a file is loaded, such as a declaration: each change needs all tests, hours in all.
	ignoreStatic: true,
	// Machines that run the tests may be busy.
	timeoutMS: 30_000,
	incremental: false,
	concurrency: 2,
	thresholds: { high: 95, low: 90, break: 85 },
	reporters: ['clear-text', 'progress', 'html'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	htmlReporter: { fileName: 'build/mutation.html' },
	tempDirName: 'build/mutation',
	// Stryker works in a copy of everything else.
	ignorePatterns: ['build', 'dist', '.git'],
};
