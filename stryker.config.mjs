/**
 * Mutation testing: changes the code in small ways, and wants the tests to notice. Slow, so
 * `npm run test:mutation` shows how much the tests notice; `-- --ignoreStatic false` is slower yet.
 *
 * ROOM names one of nodes/CrmMessaging/, and LINES a number of its lines, chosen at random by SEED:
 * `ROOM=wait LINES=100 SEED=1 npm run test:mutation`.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** The rooms whose rules have unit tests. */
const rooms = ['fields', 'service', 'engine', 'callbacks'];

/** Their files that only executions show. */
const withoutUnitTests =
	/engine\/(additionalFields|doubt|errors|formMistakes|ledger|operation|options|parameters|preview|prepare|readRows|report|run|typedTexts|expressions\/parameterReader)\.ts|service\/(client|limiter)\.ts/;

/** Rooms that only executions show, and the engine tests that hold their promises. */
const byExecutions = { wait: 'engine/wait' };

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

const chosen = (room ? [room] : rooms)
	.flatMap((name) => {
		const folder = `nodes/CrmMessaging/${name}`;
		return readdirSync(folder, { recursive: true }).map((file) => `${folder}/${file}`);
	})
	.filter((file) => file.endsWith('.ts') && !withoutUnitTests.test(file));

/** Unit tests: each change is tried by those that come across it. */
const withUnitTests = {
	testRunner: 'jest',
	jest: { configFile: 'jest.mutation.config.js' },
	coverageAnalysis: 'perTest',
	// Code that runs when a file is loaded, such as a declaration: each change needs all tests, hours in all.
	ignoreStatic: true,
};

/** Engine tests load what is built, so each change is tried by all those of the room. */
const withEngineTests = (tests) => ({
	testRunner: 'command',
	commandRunner: {
		command: `npx jest --selectProjects engine --testPathPatterns '${tests}' --bail --silent --maxWorkers 1`,
	},
	coverageAnalysis: 'off',
	dryRunTimeoutMinutes: 20,
	timeoutMS: 120_000,
});

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: lines ? randomLines(chosen) : chosen,
	...(byExecutions[room] ? withEngineTests(byExecutions[room]) : withUnitTests),
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
