import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { operations } from '../../../nodes/CrmMessaging/actions';
import { contactFields } from '../../../nodes/CrmMessaging/service/fields/contact';
import { limits } from '../../../nodes/CrmMessaging/service/endpoints';
import { controlsOf } from '../../../nodes/CrmMessaging/engine/options';
import { previewFile, previewFolder } from '../../../tools/output-previews';
import { referencePage } from '../../../tools/reference';
import { withInner } from '../../engine/every-operation/fill-form';
import { madeUpOperations } from '../../engine/every-operation/made-up';

const root = join(__dirname, '../../..');
const pageIn = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');

it('the generated pages match the source; if not, run: npm run reference', () => {
	const folder = mkdtempSync(join(tmpdir(), 'page-test-'));
	const command = ['--import', 'tsx', join('tools', 'write-pages.ts'), folder];
	execFileSync(process.execPath, command, { cwd: root, stdio: 'pipe' });
	const previews = operations.map((one) => `${previewFolder}/${previewFile(one)}`);
	const pages = ['reference.md', 'troubleshooting.md', 'contributing/service.md'];
	for (const name of [...previews, ...pages.map((page) => `docs/${page}`)]) {
		expect(pageIn(folder, name)).toBe(pageIn(root, name));
	}
	rmSync(folder, { recursive: true });
});

describe('the field reference', () => {
	it('lists every limit of the service', () => {
		const page = pageIn(root, 'docs/reference.md');
		for (const limit of Object.values(limits)) {
			expect(page).toContain(`| ${limit.toLocaleString('en')} `);
		}
	});

	it('lists every control of every operation, also of those declared only for tests', () => {
		const every = [...operations, ...madeUpOperations];
		const page = referencePage(every);
		const [, ...sections] = page.split(/^### /m);
		expect(sections).toHaveLength(every.length);
		for (const [index, operation] of every.entries()) {
			const { resource, name, description, endpoint } = operation;
			const section = sections[index]!;
			expect(section).toContain(`${resource.label}: ${name}\n\n${description}.`);
			expect(section).toContain(`\`${endpoint.method} ${endpoint.path}\``);
			const controls = controlsOf(operation).flatMap((control) =>
				control.name === 'options' ? (control.options as INodeProperties[]) : [control],
			);
			const isShown = ({ type }: Pick<INodeProperties, 'type'>) => type !== 'notice';
			for (const { displayName } of controls.filter(isShown)) {
				expect(section).toContain(displayName);
			}
			// A contact's fields are by their keys in a table of their own.
			const asked = withInner(controls.filter((control) => control.name !== 'contacts'));
			const isField = ({ type }: INodeProperties) =>
				isShown({ type }) && type !== 'collection';
			for (const { name } of asked.filter(isField)) expect(page).toContain(`\`${name}\``);
		}
		for (const { name } of contactFields) expect(page).toContain(`| \`${name}\` |`);
	});
});
