import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '../../../nodes/CrmMessaging/actions';
import { controlsOf } from '../../../nodes/CrmMessaging/engine/options';
import { allControls } from '../../../nodes/CrmMessaging/fields/control';
import { limits } from '../../../nodes/CrmMessaging/service/endpoints';
import { contactInputs } from '../../../nodes/CrmMessaging/service/fields/contact';
import { previewFile, previewFolder } from '../../../tools/output-previews';
import { referencePage } from '../../../tools/reference';
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

it('the reference lists every limit, operation and control', () => {
	const page = referencePage(operations);
	// A contact's fields are by their keys in a table of their own.
	const controls = operations.flatMap(controlsOf).filter(({ name }) => name !== 'contacts');
	const wanted = [
		...Object.values(limits).map((limit) => `| ${limit.toLocaleString('en')} `),
		...operations.map(({ endpoint }) => `\`${endpoint.method} ${endpoint.path}\``),
		...allControls(controls)
			.filter(({ type }) => type !== 'notice')
			.map(({ displayName }) => displayName),
		...contactInputs.map(({ name }) => `| \`${name}\` |`),
	];
	expect(wanted.filter((text) => !page.includes(text))).toEqual([]);
});
