import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '../../../nodes/CrmMessaging/actions';
import { previewFile, previewFolder } from '../../../tools/output-previews';
import { readText, root } from '../documents/page';

it('the generated pages match the source; if not, run: npm run reference', () => {
	const folder = mkdtempSync(join(tmpdir(), 'page-test-'));
	const command = ['--import', 'tsx', join('tools', 'write-pages.ts'), folder];
	execFileSync(process.execPath, command, { cwd: root, stdio: 'pipe' });
	const previews = operations.map((one) => join(previewFolder, previewFile(one)));
	const pages = ['reference.md', 'troubleshooting.md'];
	for (const page of [...previews, ...pages.map((name) => join('docs', name))]) {
		expect(readFileSync(join(folder, page), 'utf8')).toBe(readText(page));
	}
	rmSync(folder, { recursive: true });
});
