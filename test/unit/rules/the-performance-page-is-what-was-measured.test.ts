import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { casesFor } from '../../../bench/cases';
import { tablesOf, withTables } from '../../../bench/page';
import type { BenchReport, Measured } from '../../../bench/results';
import { targetResults, targets } from '../../../bench/targets';

const docs = join(__dirname, '../../../docs/contributing');
const page = readFileSync(join(docs, 'performance.md'), 'utf8');
const stored = JSON.parse(readFileSync(join(docs, 'performance.json'), 'utf8')) as BenchReport;

/** An SMS case of one row, in which this node takes so many times as long as the floor. */
function measuredWith(times: number): BenchReport['cases'] {
	const floor: Measured = { items: 10_000, cpu: 1, time: 1, allocated: 1, block: 0 };
	const contenders = { node: { ...floor, cpu: times }, floor };
	const rows = [{ items: 10_000, contenders }];
	return [{ name: 'sms', title: 'SMS', latency: 0, rows }];
}

describe('the performance page', () => {
	it('shows what is stored of the run', () => {
		expect(withTables(page, tablesOf(stored))).toBe(page);
	});

	it('shows another table when something else is stored', () => {
		const cases = [...measuredWith(123), ...stored.cases.slice(1)];
		expect(withTables(page, tablesOf({ ...stored, cases }))).not.toBe(page);
	});

	it('shows every case, and every target', () => {
		const names = casesFor({ only: '', short: false }).map(({ name }) => name);
		expect(stored.cases.map(({ name }) => name)).toEqual(names);
		for (const { title } of targets) expect(page).toContain(`| ${title} `);
	});

	it('has a place for each table, and a table for each place', () => {
		const place = '<!-- measured: live -->\nold\n<!-- end -->';
		expect(withTables(place, { live: 'new' })).toBe(
			'<!-- measured: live -->\n\nnew\n\n<!-- end -->',
		);
		expect(() => withTables(place, {})).toThrow('a place for “live”');
		expect(() => withTables('', { live: '' })).toThrow('no place for: live');
	});
});

describe('the targets of the bench', () => {
	it.each([
		[1.6, true],
		[1.61, false],
	])('at %d × the floor are reached: %s', (times, isReached) => {
		const [time] = targetResults(measuredWith(times));
		expect(time).toMatchObject({ measured: times, isReached });
	});

	it.each(targets)('have their rows measured: $title', ({ name, rows }) => {
		const one = casesFor({ only: name, short: true }).find((each) => each.name === name);
		const measured = one!.rows.filter(({ contenders }) => contenders.includes('floor'));
		expect(measured.map(({ items }) => items)).toEqual(expect.arrayContaining([...rows]));
	});
});
