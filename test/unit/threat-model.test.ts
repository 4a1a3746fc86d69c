import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/contributing/threat-model.md'), 'utf8');

/** The lines of the table, without its head. */
const lines = page
	.split('\n')
	.filter((line) => line.startsWith('| '))
	.slice(2)
	.map((line) => {
		const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
		const [, number = '', , , threat = '', done = '', tests = ''] = cells;
		return { number, threat, done, tests, cells: cells.length };
	});

describe('the threat model', () => {
	test('numbers its lines, and leaves no cell of them empty', () => {
		expect(lines.length).toBeGreaterThan(25);
		expect(lines.map(({ number }) => number)).toEqual(lines.map((_, at) => String(at + 1)));
		expect(lines.filter(({ cells }) => cells !== 8)).toEqual([]);
		expect(lines.filter(({ threat, done }) => !threat || !done)).toEqual([]);
	});

	test.each(lines)('names tests that exist: $number, $threat', ({ tests }) => {
		const named = [...tests.matchAll(/`([^`]+)` › `([^`]+)`/g)];
		expect(named).not.toEqual([]);
		// Nothing stands between them that could be another one, misspelt.
		expect(tests.replace(/`[^`]+` › `[^`]+`/g, '').replace(/[; ]/g, '')).toBe('');
		for (const [, file = '', title = ''] of named) {
			// A contract is declared in a file of its own, which one test runs with the others.
			const path = ['.test.ts', '.ts']
				.map((ending) => join(root, 'test', `${file}${ending}`))
				.find((candidate) => existsSync(candidate));
			const source = readFileSync(path ?? `no ${file}`, 'utf8');
			// As `it(…)`, `test(…)`, or what their `each(…)` makes; one that is skipped is none.
			const literal = title.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
			expect(source).toMatch(
				new RegExp(`(?:\\b(?:it|test)|\\))\\(\\s*(['"\`])${literal}\\1,`),
			);
			expect(source).not.toMatch(/\b(?:it|test|describe)\.skip\b/);
		}
	});
});
