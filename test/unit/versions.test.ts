import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { root } from '../../playground/n8n/node24';
import { everyVersion, serverTests, trialsOf, type Trial } from '../../tools/versions/versions';

const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const versions = everyVersion();
const newest = versions.at(-1)!;
const trials = versions.flatMap((version) => trialsOf(version, newest.node));

/** The cells of a page's tables. */
const rowsOf = (page: string): string[][] =>
	page
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.map((line) => line.split('|').map((cell) => cell.trim()));

function rowOf({ version, kind, node, environment }: Trial): string[] {
	const settings = Object.entries(environment).map(([name, value]) => `\`${name}=${value}\``);
	const tests = kind === 'server' ? `server (${serverTests.join(', ')})` : 'engine';
	return [version.n8n, version.core, [node, ...settings].join(' with '), tests];
}

interface Locked {
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
}

/** The lock files that a command installs from. */
const lockFiles = [
	'',
	'playground/n8n',
	...versions.flatMap(({ definition, server }) => [definition, server]),
]
	.filter((folder) => folder !== undefined)
	.map((folder) => join(relative(root, resolve(root, folder)), 'package-lock.json'));

function foldersAbove(path: string): string[] {
	const all = [`${path}/node_modules/`.replace(/^\//, '')];
	for (let at = path.lastIndexOf('node_modules/'); at >= 0;) {
		all.push(path.slice(0, at + 'node_modules/'.length));
		at = at > 0 ? path.lastIndexOf('node_modules/', at - 1) : -1;
	}
	return all;
}

describe('the versions of n8n that the package is tried on', () => {
	it.each(versions.filter(({ definition }) => definition))('$n8n has a lock file', (version) => {
		const { packages } = JSON.parse(
			read(version.definition!.slice(root.length), 'package-lock.json'),
		) as {
			packages: Record<string, { version: string }>;
		};
		expect(packages['node_modules/n8n-core']?.version).toBe(version.core);
		expect(packages['node_modules/node']?.version).toBe(version.node);
	});

	// npm ci refuses a lock file without them, those for other systems too.
	it.each(lockFiles)('%s has whatever its packages name', (file) => {
		const { packages } = JSON.parse(read(file)) as { packages: Record<string, Locked> };
		const missing = Object.entries(packages).flatMap(([path, locked]) =>
			Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })
				.filter((name) => !foldersAbove(path).some((at) => packages[at + name]))
				.map((name) => `${path} → ${name}`),
		);
		expect(missing).toEqual([]);
	});

	it('are tried in the engine each, the oldest and the newest as a server', () => {
		const engine = trials.filter(({ kind }) => kind === 'engine');
		expect(new Set(engine.map(({ version }) => version))).toEqual(new Set(versions));
		const servers = trials.filter(({ kind }) => kind === 'server');
		expect(servers.map(({ version }) => version)).toEqual([versions[0], newest]);
	});

	it('stand in docs/contributing/versions.md, each with the Node.js and the tests it is tried with', () => {
		const [, , ...rows] = rowsOf(read('docs', 'contributing', 'versions.md'));
		expect(rows.map((cells) => cells.slice(1, 5))).toEqual(trials.map(rowOf));
	});

	it('are said to do without what a test says of them', () => {
		const [, said = ''] = read('docs', 'contributing', 'versions.md').split(
			'## Missing features',
		);
		const lines = [...said.matchAll(/^- n8n \S+: (.+)$/gm)].map(([, line]) => line!);
		expect(lines.length).toBeGreaterThan(0);
		const tested = [
			read('test', 'engine', 'harness', 'capabilities.ts'),
			read('test', 'server', 'server-capabilities.test.ts'),
		].join('\n');
		for (const line of lines) expect(tested).toContain(line);
	});
});
