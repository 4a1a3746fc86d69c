import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readText, root } from './documents/page';
import { everyTrial, serverTests, type Trial } from '../../tools/versions';

const page = readText('docs/contributing/versions.md');
const trials = everyTrial();

/** The cells of a page's tables. */
const rowsOf = (text: string): string[][] =>
	text
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.map((line) => line.split('|').map((cell) => cell.trim()));

function rowOf({ n8n, core, kind, node, environment }: Trial): string[] {
	const settings = Object.entries(environment).map(([name, value]) => `\`${name}=${value}\``);
	const tests = kind === 'server' ? `server (${serverTests.join(', ')})` : 'engine';
	return [n8n, core, [node, ...settings].join(' with '), tests];
}

describe('the tested versions of n8n', () => {
	it('all run the engine tests, and the oldest and newest also run the server tests', () => {
		const versions = (wanted: Trial['kind']) => [
			...new Set(trials.filter(({ kind }) => kind === wanted).map(({ core }) => core)),
		];
		const engine = versions('engine');
		expect(engine).toHaveLength(readdirSync(join(root, 'test', 'versions')).length + 1);
		expect(versions('server')).toEqual([engine[0], engine.at(-1)]);
	});

	it('are listed in docs/contributing/versions.md with their Node.js and tests', () => {
		const [, , ...rows] = rowsOf(page);
		expect(rows.map((cells) => cells.slice(1, 5))).toEqual(trials.map(rowOf));
	});

	it('lack only features that a test title names', () => {
		const [, section = ''] = page.split('## Missing features');
		const lines = [...section.matchAll(/^- n8n \S+: (.+)$/gm)].map(([, line]) => line!);
		expect(lines.length).toBeGreaterThan(0);
		const tested = [
			readText('test/engine/harness/capabilities.ts'),
			readText('test/server/server-capabilities.test.ts'),
		].join('\n');
		for (const line of lines) expect(tested).toContain(line);
	});
});
