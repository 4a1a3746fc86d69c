/**
 * The tests that Stryker tries its changes with, as one project: the unit tests of rules. With
 * ENGINE_TESTS, those engine tests and the unit tests that import ROOM, in the engine's environment.
 */
const { readFileSync, readdirSync } = require('node:fs');
const { projects, testTimeout } = require('./jest.config.js');

process.env.PROPERTY_SHRINK = '0';

const { ENGINE_TESTS: engineTests, ROOM: room } = process.env;
const rules = 'test/unit/rules';

/** It reads the source, where it finds every change at once. */
const readsSources = 'patterns-are-fast';

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
	const ofRoom = readdirSync(rules).filter((name) => {
		const isOfRoom = readFileSync(`${rules}/${name}`, 'utf8').includes(`CrmMessaging/${room}/`);
		return name.endsWith('.test.ts') && isOfRoom;
	});
	return {
		...engine,
		// Stryker resolves it itself, without jest's names for folders.
		testEnvironment: require.resolve('./test/engine/harness/mutation-environment.cjs'),
		testMatch: [
			...ofRoom.map((name) => `<rootDir>/${rules}/${name}`),
			`<rootDir>/test/engine/${engineTests}.test.ts`,
		],
	};
}

module.exports = { ...(engineTests ? ofTheEngine() : ofRules()), testTimeout };
