import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

/**
 * Tests that a page is what `npm run reference` writes.
 *
 * @param page its file in docs/
 * @returns the page
 */
export function itIsCurrent(page: string): string {
	const current = readFileSync(join(root, 'docs', page), 'utf8');
	const folder = mkdtempSync(join(tmpdir(), 'page-test-'));

	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it('is what the source says; if not, run: npm run reference', () => {
		const command = ['--import', 'tsx', join('tools', 'write-pages.ts'), folder];
		const { status, stderr } = spawnSync(process.execPath, command, {
			cwd: root,
			encoding: 'utf8',
		});
		expect([status, stderr]).toEqual([0, '']);
		expect(readFileSync(join(folder, 'docs', page), 'utf8')).toBe(current);
	}, 120_000);

	return current;
}
