/** Links that leave the project; no test goes there. */
export const outside: readonly string[] = [
	'https://caddyserver.com',
	'https://img.shields.io/badge/license-MIT-blue.svg',
	'https://docs.n8n.io/integrations/community-nodes/installation/manual-install/',
	'https://docs.n8n.io/integrations/creating-nodes/build/reference/ux-guidelines/',
	'https://docs.n8n.io/integrations/creating-nodes/build/reference/verification-guidelines/',
	'https://docs.n8n.io/integrations/creating-nodes/plan/node-ui-design/',
	'https://keepachangelog.com/en/1.1.0/',
	'https://nodejs.org',
	'https://semver.org',
];

/** Where a file of the repository can be imported from, once that is public. */
export const rawFiles =
	'https://raw.githubusercontent.com/n8n-nodes-crm-messaging/n8n-nodes-crm-messaging/main/';

/** Commands of the pages that are no script of package.json, each with the test that runs it. */
export const commands: ReadonlyArray<readonly [command: RegExp, test: string]> = [
	[/^curl -X POST http:\/\/localhost:5678\/webhook\//, 'test/server/npm-start.test.ts'],
	[/^mkdir -p ~\/\.n8n\/nodes$/, 'test/unit/documents/installation.test.ts'],
	[/^cd ~\/\.n8n\/nodes$/, 'test/unit/documents/installation.test.ts'],
	[
		/^npm install --legacy-peer-deps n8n-nodes-crm-messaging$/,
		'test/unit/documents/installation.test.ts',
	],
	[/^npm (ci|pack)$/, 'test/unit/documents/installation.test.ts'],
	// There is no Docker where the tests run: that they do the same as the commands before is tested.
	[/^docker (exec|restart) /, 'test/unit/documents/installation.test.ts'],
];

/** Words in italics or bold that n8n shows, and not these nodes. */
export const wordsOfN8n: readonly string[] = [
	'On Error',
	'Continue',
	'Continue (using error output)',
	'Execute Sub-workflow',
	'Retry On Fail',
	'Retry',
	'Retry with currently saved workflow',
	'Predefined Credential Type',
	'CRM Messaging Tool',
	'Production URL',
	'Test URL',
	'sub-execution',
	'Crashed',
];

/** The sentences under “What you can rely on”, by how they begin, each with tests that guard it. */
export const promises: ReadonlyArray<readonly [beginning: string, tests: readonly string[]]> = [
	['All items are read and checked', ['test/engine/check-first.test.ts']],
	['When a request fails, the error lists', ['test/engine/outcomes.test.ts']],
	[
		'A request is repeated only if',
		['test/engine/nothing-twice.test.ts', 'test/engine/faults/every-fault.test.ts'],
	],
	[
		'No secret appears',
		['test/engine/credential.test.ts', 'test/unit/rules/secrets-are-redacted.test.ts'],
	],
];
