import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readText, root } from './documents/page';

/** The lines of the table, without its head. */
const lines = readText('docs/contributing/threat-model.md')
	.split('\n')
	.filter((line) => line.startsWith('| '))
	.slice(2)
	.map((line) => {
		const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
		const [, number = '', , , threat = '', done = '', tests = ''] = cells;
		return { number, threat, done, tests, cells: cells.length };
	});

describe('the threat model', () => {
	test('numbers its lines and has no empty cells', () => {
		expect(lines.length).toBeGreaterThan(25);
		expect(lines.map(({ number }) => number)).toEqual(
			lines.map((_, index) => String(index + 1)),
		);
		expect(lines.filter(({ cells }) => cells !== 8)).toEqual([]);
		expect(lines.filter(({ threat, done }) => !threat || !done)).toEqual([]);
	});

	test.each(lines)('names tests that exist: $number, $threat', ({ tests }) => {
		const named = [...tests.matchAll(/`([^`]+)` › `([^`]+)`/g)];
		expect(named).not.toEqual([]);
		// Anything else in the cell could be a misspelled test.
		expect(tests.replace(/`[^`]+` › `[^`]+`/g, '').replace(/[; ]/g, '')).toBe('');
		for (const [, file = '', title = ''] of named) {
			// A contract is declared in its own file; one test runs all contracts.
			const path = ['.test.ts', '.ts']
				.map((ending) => join('test', `${file}${ending}`))
				.find((candidate) => existsSync(join(root, candidate)));
			const source = readText(path ?? `no ${file}`);
			// As `it(…)`, `test(…)` or their `each(…)`; a skipped test doesn't count.
			const literal = title.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
			expect(source).toMatch(
				new RegExp(`(?:\\b(?:it|test)|\\))\\(\\s*(['"\`])${literal}\\1,`),
			);
			expect(source).not.toMatch(/\b(?:it|test|describe)\.skip\b/);
		}
	});
});
