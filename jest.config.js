/** Libraries of the playground and the benchmark that are ECMAScript modules only, which jest does not load as they are. */
const esmLibraries = '(get-port|p-limit|p-wait-for|yocto-queue)/';

/** One project a kind of test; `npm test` runs unit and engine, `npm run test:faults` faults, `npm run test:e2e` server and browser. */
const project = (displayName, more = {}) => ({
	displayName,
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
	testEnvironment: 'node',
	// Tests of most kinds load the package from dist/, or pack it.
	globalSetup: '<rootDir>/tools/build-when-stale.cjs',
	setupFiles: ['<rootDir>/test/property-setup.ts'],
	// The playground puts copies of the package there.
	modulePathIgnorePatterns: ['<rootDir>/build/'],
	transform: {
		[`\\.ts$|${esmLibraries}`]: [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
				module: { type: 'commonjs' },
			},
		],
	},
	transformIgnorePatterns: [`/node_modules/(?!${esmLibraries})`],
	...more,
});

const harness = '<rootDir>/test/engine/harness';

/** Engine tests share the n8n that their environment loads outside jest's module registry. */
const withEngine = {
	testEnvironment: `${harness}/environment.ts`,
	moduleNameMapper: {
		'^n8n-core$': `${harness}/outside/n8n-core.ts`,
		'^n8n-workflow$': `${harness}/outside/n8n-workflow.ts`,
	},
};

/** Files that need no n8n of their own share one a worker. */
const withServer = { testEnvironment: '<rootDir>/test/server/harness/environment.ts' };

module.exports = {
	// Machines that run the tests may be busy.
	testTimeout: 120_000,
	// Jest would leave one core free: half the machine where there are two.
	maxWorkers: '100%',
	projects: [
		project('unit'),
		project('engine', {
			...withEngine,
			testPathIgnorePatterns: ['<rootDir>/test/engine/(faults|fuzz|rounds)/'],
		}),
		// Every fault at every endpoint, and fuzzing: whole, but too long for each change.
		project('faults', {
			...withEngine,
			testMatch: ['<rootDir>/test/engine/{faults,fuzz,rounds}/**/*.test.ts'],
		}),
		project('server', withServer),
		project('browser', withServer),
	],
};
