import type { N8nVersion } from './n8n-version';
import { serverTests, type Outcome, type Trial } from './trial';

/** The versions, as a sentence of the README says them. */
export function testedWith(versions: N8nVersion[]): string {
	const names = versions.map(({ n8n }) => n8n);
	const [last, ...others] = names.reverse();
	return `Tested with n8n ${others.reverse().join(', ')} and ${last} ([versions](docs/contributing/versions.md)).`;
}

/** Above what versions lack. */
export const withoutHeading = '## What is done without';

const kinds = { engine: 'engine tests', server: `server tests (${serverTests.join(', ')})` };

function settingsOf({ environment }: Trial): string {
	const settings = Object.entries(environment).map(([name, value]) => `\`${name}=${value}\``);
	return settings.length > 0 ? ` with ${settings.join(', ')}` : '';
}

function rowOf([trial, { passed, failed }]: [Trial, Outcome]): string {
	const { version, node, kind } = trial;
	const result =
		failed.length > 0
			? `${failed.length} of ${passed + failed.length} failed`
			: `${passed} passed`;
	const cells = [version.n8n, version.core, `${node}${settingsOf(trial)}`, kinds[kind], result];
	return `| ${cells.join(' | ')} |`;
}

function withoutOf(version: N8nVersion, outcomes: Array<[Trial, Outcome]>): string {
	const own = outcomes.filter(([trial]) => trial.version === version);
	const lines = [...new Set(own.flatMap(([, { without }]) => without))];
	return lines.map((line) => `- n8n ${version.n8n}: ${line}`).join('\n');
}

/** The page, of what came out of every trial. */
export function pageOf(outcomes: Array<[Trial, Outcome]>, versions: N8nVersion[]): string {
	return `# Versions

The results of \`npm run test:versions -- --docs\`, which writes this page. The engine tests run the package in the parts of n8n that run nodes, the server tests in a whole n8n.

| n8n | n8n-core | Node.js | Tests | Result |
| --- | --- | --- | --- | --- |
${outcomes.map(rowOf).join('\n')}

${withoutHeading}

Missing features of a version, and the package's behavior without them:

${versions
	.map((version) => withoutOf(version, outcomes))
	.filter(Boolean)
	.join('\n')}

## Other versions

The versions between these should work too. The package never asks for a version number. It looks for the features it needs, and reports a missing one before it sends anything. To try another version, add a folder to \`test/versions/\` with a \`package.json\` and its lock file.
`;
}
