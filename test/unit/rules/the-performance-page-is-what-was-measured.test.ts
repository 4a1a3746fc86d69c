import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groupsFor } from '../../../bench/cases';
import type { ContenderName } from '../../../bench/contenders/contender';
import { tablesOf, withTables } from '../../../bench/page';
import { panels } from '../../../bench/picture';
import type { StoredReport } from '../../../bench/stored-report';
import { targets } from '../../../bench/targets';

const root = join(__dirname, '../../..');
const docs = join(root, 'docs');
const page = readFileSync(join(docs, 'performance.md'), 'utf8');
const stored = JSON.parse(readFileSync(join(docs, 'performance.json'), 'utf8')) as StoredReport;
const copy = mkdtempSync(join(tmpdir(), 'performance-test-'));

/** Runs the check as `npm run bench:page -- --check` does. */
function check(folder: string): { status: number | null; said: string } {
	const command = ['--import', 'tsx', join('bench', 'write-page.ts'), '--check', folder];
	const { status, stdout, stderr } = spawnSync(process.execPath, command, {
		cwd: root,
		encoding: 'utf8',
	});
	return { status, said: stdout + stderr };
}

/** Changes a text in a copy of the page's files. */
function checkWith(file: string, from: string | RegExp, to: string): ReturnType<typeof check> {
	for (const name of ['performance.md', 'performance.json', 'pictures/performance.svg']) {
		cpSync(join(docs, name), join(copy, name));
	}
	const text = readFileSync(join(copy, file), 'utf8');
	const changed = text.replace(from, to);
	expect(changed).not.toBe(text);
	writeFileSync(join(copy, file), changed);
	return check(copy);
}

describe('the performance page', () => {
	afterAll(() => rmSync(copy, { recursive: true, force: true }));

	it('shows in its tables and its picture what is stored of the run', () => {
		expect(check(docs)).toEqual({ status: 0, said: '' });
	}, 60_000);

	it.each([
		['a table', 'performance.md', / × +\|/],
		['the picture', 'pictures/performance.svg', /width="\d+" height="18"/],
	])(
		'is called out of date when %s shows something else',
		(_, file, shown) => {
			const said = expect.stringContaining('does not show what is stored') as string;
			expect(checkWith(file, shown, ' 0 × |')).toEqual({ status: 1, said });
		},
		60_000,
	);

	it('has the picture, a row for each target that was measured, and one for each case', () => {
		expect(page).toContain('](pictures/performance.svg)');
		for (const { title, cases } of stored.targets) {
			expect(page).toContain(`| ${title} `);
			expect(cases).not.toEqual([]);
		}
		expect(tablesOf(stored).latency!.split('\n')).toHaveLength(
			2 +
				stored.groups.filter(({ service }) => service.latency && !service.perSecond)
					.length +
				stored.groups.filter(({ name }) => name.endsWith('-at-0-ms')).length,
		);
	});

	it('has a place for each table, and a table for each place', () => {
		const place = '<!-- measured: limit -->\nold\n<!-- end -->';
		expect(withTables(place, { limit: 'new' })).toBe(
			'<!-- measured: limit -->\n\nnew\n\n<!-- end -->',
		);
		expect(() => withTables(place, {})).toThrow('a place for “limit”');
		expect(() => withTables('', { limit: '' })).toThrow('no place for: limit');
	});
});

describe('what the bench is to reach, and what the page shows,', () => {
	const declared = groupsFor({ only: '', quick: false });
	const isMeasured = (group: string, contender: ContenderName): boolean =>
		declared.some(({ name, contenders }) => name === group && contenders.includes(contender));

	it.each(targets)('is measured: $title', ({ figures, unit }) => {
		const asked: Array<[string, ContenderName]> = [];
		const found = figures((...one) => void asked.push(one), stored);
		expect(found).not.toEqual([]);
		expect(asked.filter((one) => !isMeasured(...one))).toEqual([]);
		expect(asked.length > 0 || unit === 'kB').toBe(true);
	});

	it.each(panels)('is measured: the picture’s $title', ({ group, contenders }) => {
		expect(contenders.filter((contender) => !isMeasured(group, contender))).toEqual([]);
	});

	it('has one name for each case', () => {
		const names = declared.map(({ name }) => name);
		expect([...new Set(names)]).toEqual(names);
	});
});
