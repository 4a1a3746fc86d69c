/**
 * The tests that Stryker tries its changes with, as one project: the unit tests of rules. With
 * MUTATION_TESTS, those tests, in the engine's environment.
 */
const { projects, testTimeout } = require('./jest.config.js');

process.env.PROPERTY_SHRINK = '0';

const { MUTATION_TESTS: tests } = process.env;

/** It reads the source, where it finds every change at once. */
const readsSources = 'patterns-are-fast';

function ofRules() {
	const { displayName: _, globalSetup: __, ...unit } = projects[0];
	return {
		...unit,
		testMatch: ['<rootDir>/test/unit/rules/**/*.test.ts'],
		testPathIgnorePatterns: [readsSources],
	};
}

function ofTheEngine() {
	const { displayName: _, ...engine } = projects[1];
	return {
		...engine,
		// Stryker resolves it itself, without jest's names for folders.
		testEnvironment: require.resolve('./test/engine/harness/mutation-environment.cjs'),
		testMatch: [`<rootDir>/test/${tests}.test.ts`],
		testPathIgnorePatterns: [],
	};
}

module.exports = { ...(tests ? ofTheEngine() : ofRules()), testTimeout };
