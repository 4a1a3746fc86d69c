/**
 * Mutation testing: changes the code in small ways, and wants the tests to notice. The unit tests of
 * rules try each change first. Executions try those that survive, since each takes them seconds.
 * Prints what survived both, and the score of each file.
 *
 * `npm run test:mutation -- engine` tries a folder of nodes/CrmMessaging/, or a file there, or a line
 * of one (`engine/remember/memory.ts:207`). With `LINES=200`, it tries about that number of lines, spread
 * evenly from one that `SEED` chooses.
 */
import { readFileSync, globSync } from 'node:fs';
import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';

const root = 'nodes/CrmMessaging';
const { LINES: lineCount, SEED: seed = String(1 + (Date.now() % 100_000)) } = process.env;
const rooms = process.argv.slice(2);

// Each mutation meets the same random values.
process.env.PROPERTY_SEED ??= seed;

const rules = 'unit/rules/**/*';

/** The engine tests that can see a change in a file: those of waits and triggers see no other room. */
function executionsOf(file) {
	if (file.startsWith(`${root}/callbacks/`)) return 'engine/{wait,trigger,hostile-caller}*';
	if (file.startsWith(`${root}/n8n/`)) return 'engine/{contracts/*,wait*,trigger*}';
	return 'engine/{!(wait|trigger|hostile-caller)*,faults/*,rounds/*}';
}

function someLines(files) {
	process.stdout.write(`LINES=${lineCount} SEED=${seed}\n`);
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
	return mutants.map(({ fileName, location: { start, end }, ...mutant }) => {
		// It counts columns from 1, but reads ranges that count them from 0.
		const place = `${relative('.', fileName)}:${start.line}:${start.column - 1}`;
		return { ...mutant, place, range: `${place}-${end.line}:${end.column - 1}` };
	});
}

const say = (line) => process.stdout.write(`${line}\n`);
const isDead = ({ status }) => ['Killed', 'Timeout'].includes(status);
const isAlive = ({ status }) => ['Survived', 'NoCoverage'].includes(status);
const nameOf = ({ range, mutatorName, replacement }) => `${range} ${mutatorName}: ${replacement}`;

const files = (
	rooms.length > 0 ? rooms : ['fields', 'service', 'engine', 'callbacks', 'actions', 'n8n']
).flatMap((room) => {
	const [path, line] = room.split(':');
	const lines = line === undefined ? '' : `:${line}-${line}`;
	const inRoom = globSync(`${root}/${path}{,/**/*.ts}`);
	return inRoom.filter((file) => file.endsWith('.ts')).map((file) => file + lines);
});
const mutate = lineCount ? someLines(files) : files;

const byRules = await mutantsOf(mutate, rules, {
	// A change that TypeScript refuses can't be made, and says nothing about the tests.
	checkers: ['typescript'],
	tsconfigFile: 'tsconfig.json',
});
const tried = byRules.filter((mutant) => isDead(mutant) || isAlive(mutant));
const killed = new Set(tried.filter(isDead).map(nameOf));
for (const mutant of tried.filter(isAlive)) say(`survived the rules: ${nameOf(mutant)}`);

const left = Map.groupBy(tried.filter(isAlive), ({ place }) => executionsOf(place));
for (const [tests, mutants] of left) {
	const ranges = [...new Set(mutants.map(({ range }) => range))];
	const byExecutions = await mutantsOf(ranges, tests);
	for (const mutant of byExecutions.filter(isDead)) killed.add(nameOf(mutant));
}

for (const mutant of tried) {
	if (!killed.has(nameOf(mutant))) say(`survived: ${nameOf(mutant)}`);
}
const byFile = Map.groupBy(tried, ({ place }) => place.slice(0, place.indexOf(':')));
for (const [name, mutants] of [...byFile, ['all', tried]]) {
	const count = mutants.filter((mutant) => killed.has(nameOf(mutant))).length;
	const percent = String(Math.round((100 * count) / mutants.length)).padStart(3);
	say(`${percent} % ${name}: ${count} of ${mutants.length}`);
}
