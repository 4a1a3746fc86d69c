/**
 * Mutation testing: changes the code in small ways, and wants the unit tests to notice. Slow, so
 * `npm run test:mutation` shows how much the tests notice; `-- --ignoreStatic false` is slower yet.
 */

/** The folders that are pure: their results depend only on their arguments. */
const pure = [
	'nodes/CrmMessaging/fields/**/*.ts',
	'nodes/CrmMessaging/service/{endpoints,answer,addresses,callbackUrl,credential,failure}.ts',
	'nodes/CrmMessaging/service/{exchange,redactor,requestFailure,serviceText}.ts',
	'nodes/CrmMessaging/service/fields/*.ts',
	'nodes/CrmMessaging/engine/{errors,hints,match,memory,outcomes,output,planCalls,queue,recipient,row,settle}.ts',
	'nodes/CrmMessaging/engine/expressions/{plainPath,purity,readFields,tokens}.ts',
	'nodes/CrmMessaging/callbacks/{call,caller,contacts,report}.ts',
];

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: pure,
	testRunner: 'jest',
	jest: { configFile: 'jest.mutation.config.js' },
	// Each change is tried by the tests that come across it.
	coverageAnalysis: 'perTest',
	// Code that runs when a file is loaded, such as a declaration: each change needs all tests, hours in all.
	ignoreStatic: true,
	incremental: false,
	concurrency: 2,
	thresholds: { high: 95, low: 90, break: 85 },
	reporters: ['clear-text', 'progress', 'html'],
	clearTextReporter: { allowColor: true, logTests: false, reportTests: false },
	htmlReporter: { fileName: 'build/mutation.html' },
	tempDirName: 'build/mutation',
	// Stryker works in a copy of everything else.
	ignorePatterns: ['build', 'dist', '.git'],
};
