import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../playground/n8n/machine';

const readText = (file: string) => readFileSync(join(root, file), 'utf8');

const lines = readText('docs/contributing/threat-model.md')
	.split('\n')
	.filter((line) => /^\| \d/.test(line))
	.map((line) => {
		const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
		return { number: cells[1]!, tests: cells.at(-2)! };
	});

test.each(lines)('line $number of the threat model names tests that exist', ({ tests }) => {
	// Anything else in the cell could be a misspelled test.
	expect(tests).toMatch(/^`[^`]+` › `[^`]+`(; `[^`]+` › `[^`]+`)*$/);
	for (const [, file = '', title = ''] of tests.matchAll(/`([^`]+)` › `([^`]+)`/g)) {
		// A contract is declared in its own file; one test runs all contracts.
		const path = [`test/${file}.test.ts`, `test/${file}.ts`].find((one) =>
			existsSync(join(root, one)),
		);
		const source = readText(path ?? `no ${file}`);
		const written = [`'`, `"`, '`'].map((mark) => `(${mark}${title}${mark},`);
		const flat = source.replace(/\(\s+/g, '(');
		expect([title, written.some((one) => flat.includes(one))]).toEqual([title, true]);
		expect(source).not.toMatch(/\b(?:it|test|describe)\.skip\b/);
	}
});
