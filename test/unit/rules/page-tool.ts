import { execFileSync } from 'node:child_process';
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

	it('is what the source says; if not, run: npm run reference', () => {
		const folder = mkdtempSync(join(tmpdir(), 'page-test-'));
		const command = ['--import', 'tsx', join('tools', 'write-pages.ts'), folder];
		execFileSync(process.execPath, command, { cwd: root, stdio: 'pipe' });
		const written = readFileSync(join(folder, 'docs', page), 'utf8');
		rmSync(folder, { recursive: true });
		expect(written).toBe(current);
	}, 120_000);

	return current;
}
