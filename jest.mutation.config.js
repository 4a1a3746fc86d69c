/** The unit tests of the nodes alone, as Stryker wants them: one project, and nothing built before. */
const { projects, testTimeout } = require('./jest.config.js');

const {
	displayName: _name,
	globalSetup: _build,
	...unit
} = projects.find(({ displayName }) => displayName === 'unit');

process.env.PROPERTY_SHRINK = '0';

module.exports = {
	...unit,
	testMatch: ['<rootDir>/test/unit/rules/**/*.test.ts'],
	// It reads the source, where it finds every change at once.
	testPathIgnorePatterns: ['patterns-are-fast'],
	testTimeout,
};
