import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '../../../nodes/CrmMessaging/operations';
import { endpoints } from '../../../nodes/CrmMessaging/interface/endpoints';
import { optionsOf } from '../../../nodes/CrmMessaging/run/options';
import { declaredFields, Reference } from '../../../tools/reference';
import { withInner } from '../../engine/every-operation/fill-form';
import { madeUpFields, madeUpOperations } from '../../engine/every-operation/made-up';

const root = join(__dirname, '../../..');
const page = readFileSync(join(root, 'docs', 'reference.md'), 'utf8');
const directory = mkdtempSync(join(tmpdir(), 'reference-test-'));
const copy = join(directory, 'reference.md');

/** Runs the tool as `npm run reference` does. */
function tool(...words: string[]): { status: number | null; said: string } {
	const command = ['--import', 'tsx', join('tools', 'write-reference.ts'), ...words];
	const { status, stdout, stderr } = spawnSync(process.execPath, command, {
		...{ cwd: root, encoding: 'utf8' },
	});
	return { status, said: stdout + stderr };
}

describe('the field reference', () => {
	afterAll(() => rmSync(directory, { recursive: true, force: true }));

	it('is what the declarations say; if not, run: npm run reference', () => {
		expect(tool(copy)).toEqual({ status: 0, said: '' });
		expect(readFileSync(copy, 'utf8')).toBe(page);
	}, 60_000);

	it('is called out of date when it differs', () => {
		writeFileSync(copy, page.replace('Sender', 'From'));
		const said = expect.stringContaining('is out of date') as string;
		expect(tool('--check', copy)).toEqual({ status: 1, said });
	}, 60_000);

	it('has every endpoint', () => {
		for (const { path, method } of Object.values(endpoints)) {
			expect(page).toContain(`\`${method} ${path}\``);
		}
	});

	it('has every control of every operation, also of one that is only declared in a test', async () => {
		const every = [...operations, ...madeUpOperations];
		const fields = [...(await declaredFields()), ...Object.values(madeUpFields)];
		const page = new Reference(every, fields).page();
		const [, contents, ...sections] = page.split(/^## /m);
		expect(sections).toHaveLength(every.length);
		for (const [at, operation] of every.entries()) {
			const { resource, name, description, endpoint } = operation;
			const section = sections[at]!;
			expect(contents).toContain(`[${resource.label}: ${name}](#`);
			expect(section).toContain(`${resource.label}: ${name}\n\n${description}.`);
			expect(section).toContain(`\`${endpoint.method} ${endpoint.path}\``);
			const controls = [...operation.properties, ...optionsOf(operation)];
			for (const { name } of withInner(controls)) expect(page).toContain(`\`${name}\``);
		}
	});

	it('is not made where no form has a declared field', async () => {
		const fields = Object.values(madeUpFields);
		expect(() => new Reference(operations, fields).page()).toThrow(
			/no operation's form has entry_id/,
		);
	});

	it('leads to its own headings only', () => {
		const anchor = (title = '') => title.toLowerCase().replace(/[^a-z0-9 -]/g, '');
		const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) =>
			anchor(title).replaceAll(' ', '-'),
		);
		const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, link]) => link);
		expect(links.length).toBeGreaterThan(operations.length);
		expect(headings).toEqual(expect.arrayContaining(links));
	});
});
