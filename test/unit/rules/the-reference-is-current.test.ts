import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '../../../nodes/CrmMessaging/actions';
import { limits } from '../../../nodes/CrmMessaging/service/endpoints';
import { optionsOf } from '../../../nodes/CrmMessaging/engine/options';
import { referencePage } from '../../../tools/reference';
import { withInner } from '../../engine/every-operation/fill-form';
import { madeUpOperations } from '../../engine/every-operation/made-up';

const root = join(__dirname, '../../..');
const pageIn = (folder: string, name: string) => readFileSync(join(folder, 'docs', name), 'utf8');

it('the reference and troubleshooting pages match the source; if not, run: npm run reference', () => {
	const folder = mkdtempSync(join(tmpdir(), 'page-test-'));
	const command = ['--import', 'tsx', join('tools', 'write-pages.ts'), folder];
	execFileSync(process.execPath, command, { cwd: root, stdio: 'pipe' });
	for (const name of ['reference.md', 'troubleshooting.md']) {
		expect(pageIn(folder, name)).toBe(pageIn(root, name));
	}
	rmSync(folder, { recursive: true });
});

describe('the field reference', () => {
	it('lists every limit of the service', () => {
		const page = pageIn(root, 'reference.md');
		for (const limit of Object.values(limits)) {
			expect(page).toContain(`| ${limit.toLocaleString('en')} `);
		}
	});

	it('lists every control of every operation, also of those declared only for tests', () => {
		const every = [...operations, ...madeUpOperations];
		const page = referencePage(every);
		const [, contents, ...sections] = page.split(/^## /m);
		expect(sections).toHaveLength(every.length + 1);
		for (const [index, operation] of every.entries()) {
			const { resource, name, description, endpoint } = operation;
			const section = sections[index]!;
			expect(contents).toContain(`[${resource.label}: ${name}](#`);
			expect(section).toContain(`${resource.label}: ${name}\n\n${description}.`);
			expect(section).toContain(`\`${endpoint.method} ${endpoint.path}\``);
			const controls = [...operation.properties, ...optionsOf(operation)];
			const asked = withInner(controls).filter(({ type }) => type !== 'notice');
			for (const { name } of asked) expect(page).toContain(`\`${name}\``);
		}
	});
});
