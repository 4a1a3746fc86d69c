/**
 * Mutation testing: changes the code in small ways, which the tests should notice. Unit tests of rules try
 * each change first, executions those that survive. Prints what survived both, and each file's score.
 *
 * `npm run test:mutation -- engine` tries a folder of nodes/CrmMessaging/, or a file there, or a line
 * of one (`service/limiter.ts:93`). With `LINES=200`, it tries about that number of lines, spread
 * evenly from one that `SEED` chooses.
 */
import { readFileSync, globSync } from 'node:fs';
import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';

const root = 'nodes/CrmMessaging';
const { LINES: lineCount, SEED: seed = String(1 + (Date.now() % 100_000)) } = process.env;

// Each mutation meets the same random values.
process.env.PROPERTY_SEED ??= seed;

const rules = 'unit/{rules,values}/**/*';

/** The engine tests that can see a change in a file: those of waits and triggers see no other room. */
function executionsOf(file) {
	if (file.startsWith(`${root}/callbacks/`)) return 'engine/{wait,trigger,hostile-caller}*';
	if (file.startsWith(`${root}/n8n/`)) return 'engine/{contracts/*,wait*,trigger*}';
	const more = file.includes('/engine/read/') ? 'contracts/expressions*' : 'faults/*,rounds/*';
	return `engine/{!(wait|trigger|hostile-caller)*,${more}}`;
}

function someLines(files) {
	say(`LINES=${lineCount} SEED=${seed}`);
	const isCode = (line) =>
		/[=(){}?]/.test(line) && !/^\s*(\/?\*|\/\/|import|export \{|\})/.test(line);
	const all = files.flatMap((file) =>
		readFileSync(file, 'utf8')
			.split('\n')
			.flatMap((line, index) => (isCode(line) ? `${file}:${index + 1}-${index + 1}` : [])),
	);
	const step = Math.ceil(all.length / Number(lineCount));
	return all.filter((_, index) => index % step === Number(seed) % step);
}

/** Runs tests on each change. @param tests a pattern within test/ */
async function mutantsOf(mutate, tests, more = {}) {
	process.env.MUTATION_TESTS = tests;
	const mutants = await new Stryker({
		mutate,
		testRunner: 'jest',
		// Engine tests load what is built, and import none of it.
		jest: { configFile: 'jest.mutation.config.js', enableFindRelatedTests: tests === rules },
		coverageAnalysis: 'perTest',
		// Code that runs when a file is loaded, such as a declaration: each change needs all tests.
		ignoreStatic: true,
		// Machines that run the tests may be busy.
		timeoutMS: 90_000,
		dryRunTimeoutMinutes: 60,
		concurrency: 2,
		reporters: ['progress'],
		tempDirName: 'build/mutation',
		// Stryker works in a copy of everything else.
		ignorePatterns: ['build', 'dist', '.git'],
		...more,
	}).runMutationTest();
	return mutants.map(
		({ fileName, location: { start, end }, mutatorName, replacement, status }) => {
			const file = relative('.', fileName);
			// It counts columns from 1, but reads ranges that count them from 0.
			const range = `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
			return { file, range, status, name: `${range} ${mutatorName}: ${replacement}` };
		},
	);
}

const say = (line) => process.stdout.write(`${line}\n`);
const isDead = ({ status }) => ['Killed', 'Timeout'].includes(status);
const isAlive = ({ status }) => ['Survived', 'NoCoverage'].includes(status);

const rooms = process.argv.slice(2);
if (rooms.length === 0) rooms.push('fields', 'service', 'engine', 'callbacks', 'actions', 'n8n');
const files = rooms.flatMap((room) => {
	const [path, line] = room.split(':');
	return globSync(`${root}/${path}{,/**/*.ts}`)
		.filter((file) => file.endsWith('.ts'))
		.map((file) => (line === undefined ? file : `${file}:${line}-${line}`));
});

const byRules = await mutantsOf(lineCount ? someLines(files) : files, rules, {
	// A change that TypeScript refuses can't be made, and shows nothing about the tests.
	checkers: ['typescript'],
	tsconfigFile: 'tsconfig.json',
});
const tried = byRules.filter((mutant) => isDead(mutant) || isAlive(mutant));
const killed = new Set(tried.filter(isDead).map(({ name }) => name));
const left = Map.groupBy(tried.filter(isAlive), ({ file }) => executionsOf(file));
for (const [tests, mutants] of left) {
	for (const { name } of mutants) say(`survived the rules: ${name}`);
	const byExecutions = await mutantsOf([...new Set(mutants.map(({ range }) => range))], tests);
	for (const { name } of byExecutions.filter(isDead)) killed.add(name);
}

for (const { name } of tried) if (!killed.has(name)) say(`survived: ${name}`);
const byFile = Map.groupBy(tried, ({ file }) => file);
for (const [name, mutants] of [...byFile, ['all', tried]]) {
	const count = mutants.filter((mutant) => killed.has(mutant.name)).length;
	const percent = String(Math.round((100 * count) / mutants.length)).padStart(3);
	say(`${percent} % ${name}: ${count} of ${mutants.length}`);
}
