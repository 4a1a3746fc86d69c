/**
 * The tests that Stryker tries its changes with, as one project: those of MUTATION_TESTS, a pattern
 * within test/ (see tools/mutation.mjs).
 */
const { projects, testTimeout } = require('./jest.config.js');

process.env.PROPERTY_SHRINK = '0';

const { MUTATION_TESTS: tests } = process.env;
const isOfRules = tests.startsWith('unit/');
// Executions take seconds.
if (!isOfRules) process.env.PROPERTY_TIMES ??= '0.2';
const { displayName: _, ...project } = projects[isOfRules ? 0 : 1];

module.exports = {
	...project,
	...(isOfRules
		? {}
		: {
				// Stryker resolves it itself, without jest's names for folders.
				testEnvironment: require.resolve('./test/engine/harness/mutation-environment.cjs'),
			}),
	testMatch: [`<rootDir>/test/${tests}.test.ts`],
	// Faults and rounds have a project of their own.
	testPathIgnorePatterns: [],
	testTimeout,
};
