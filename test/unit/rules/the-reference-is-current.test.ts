import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '../../../nodes/CrmMessaging/operations';
import { endpoints } from '../../../nodes/CrmMessaging/interface/endpoints';

const root = join(__dirname, '../../..');
const reference = join(root, 'docs', 'reference.md');

/** Runs the tool as `npm run reference` does. */
function tool(...words: string[]): { status: number | null; said: string } {
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		['--import', 'tsx', join('tools', 'write-reference.ts'), ...words],
		{ cwd: root, encoding: 'utf8' },
	);
	return { status, said: stdout + stderr };
}

describe('the field reference', () => {
	let directory: string;
	let copy: string;
	beforeEach(() => {
		directory = mkdtempSync(join(tmpdir(), 'reference-test-'));
		copy = join(directory, 'reference.md');
	});
	afterEach(() => rmSync(directory, { recursive: true, force: true }));

	it('is what the declarations say; if not, run: npm run reference', () => {
		expect(tool('--check')).toEqual({ status: 0, said: '' });
	}, 60_000);

	it('is called out of date when it differs or is missing', () => {
		expect(tool('--check', copy)).toMatchObject({ status: 1 });
		writeFileSync(copy, readFileSync(reference, 'utf8').replace('Sender', 'From'));
		const { status, said } = tool('--check', copy);
		expect(status).toBe(1);
		expect(said).toContain('is out of date');
	}, 60_000);

	it('is written where it is wanted', () => {
		expect(tool(copy)).toEqual({ status: 0, said: '' });
		expect(readFileSync(copy, 'utf8')).toBe(readFileSync(reference, 'utf8'));
	}, 60_000);

	it('has every operation, endpoint and parameter of the form', () => {
		const page = readFileSync(reference, 'utf8');
		for (const { path, method } of Object.values(endpoints)) {
			expect(page).toContain(`\`${method} ${path}\``);
		}
		for (const { description, properties } of operations) {
			expect(page).toContain(`${description}.`);
			for (const { name } of properties) expect(page).toContain(`\`${name}\``);
		}
	});

	it('leads to its own headings only', () => {
		const page = readFileSync(reference, 'utf8');
		const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
			title
				.toLowerCase()
				.replace(/[^a-z0-9 -]/g, '')
				.replaceAll(' ', '-'),
		);
		const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor);
		expect(links.length).toBeGreaterThan(operations.length);
		expect(headings).toEqual(expect.arrayContaining(links));
	});
});
