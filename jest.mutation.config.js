/**
 * The tests that Stryker tries its changes with, as one project: the unit tests of rules. With
 * ENGINE_TESTS, those engine tests as well, all in the engine's environment.
 */
const { projects, testTimeout } = require('./jest.config.js');

process.env.PROPERTY_SHRINK = '0';

const { ENGINE_TESTS: engineTests } = process.env;
const rules = 'test/unit/rules';

/** It reads the source, where it finds every change at once. */
const readsSources = 'patterns-are-fast';

/** The clock of n8n, which engine tests share, can't be a test's own. */
const hasItsOwnClock = 'pauses-have-an-end';

function ofRules() {
	const { displayName: _, globalSetup: __, ...unit } = projects[0];
	return {
		...unit,
		testMatch: [`<rootDir>/${rules}/**/*.test.ts`],
		testPathIgnorePatterns: [readsSources],
	};
}

function ofTheEngine() {
	const { displayName: _, ...engine } = projects[1];
	return {
		...engine,
		// Stryker resolves it itself, without jest's names for folders.
		testEnvironment: require.resolve('./test/engine/harness/mutation-environment.cjs'),
		testPathIgnorePatterns: [readsSources, hasItsOwnClock],
		testMatch: [
			`<rootDir>/${rules}/**/*.test.ts`,
			`<rootDir>/test/engine/${engineTests}.test.ts`,
		],
	};
}

module.exports = { ...(engineTests ? ofTheEngine() : ofRules()), testTimeout };
