import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '../../../nodes/CrmMessaging/operations';
import { endpoints } from '../../../nodes/CrmMessaging/interface/endpoints';

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

	it('has every operation, endpoint and parameter of the form', () => {
		for (const { path, method } of Object.values(endpoints)) {
			expect(page).toContain(`\`${method} ${path}\``);
		}
		for (const { description, properties } of operations) {
			expect(page).toContain(`${description}.`);
			for (const { name } of properties) expect(page).toContain(`\`${name}\``);
		}
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
