import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

/**
 * Tests that a page is what its tool writes.
 *
 * @param tool its file in tools/
 * @param page its file in docs/
 * @returns the page
 */
export function itIsCurrent(tool: string, page: string): string {
	const current = readFileSync(join(root, 'docs', page), 'utf8');
	const directory = mkdtempSync(join(tmpdir(), 'page-test-'));
	const copy = join(directory, page);

	/** Runs the tool as `npm run reference` does. */
	const run = (...words: string[]): { status: number | null; said: string } => {
		const command = ['--import', 'tsx', join('tools', tool), ...words];
		const { status, stdout, stderr } = spawnSync(process.execPath, command, {
			cwd: root,
			encoding: 'utf8',
		});
		return { status, said: stdout + stderr };
	};

	afterAll(() => rmSync(directory, { recursive: true, force: true }));

	it('is what the source says; if not, run: npm run reference', () => {
		expect(run(copy)).toEqual({ status: 0, said: '' });
		expect(readFileSync(copy, 'utf8')).toBe(current);
	}, 120_000);

	it('is called out of date when it differs', () => {
		writeFileSync(copy, `${current}\nMore.\n`);
		const said = expect.stringContaining('is out of date') as string;
		expect(run('--check', copy)).toEqual({ status: 1, said });
	}, 120_000);

	return current;
}
