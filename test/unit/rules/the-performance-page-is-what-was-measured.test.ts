import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { casesFor } from '../../../bench/cases';
import { tablesOf, targetRows, withTables } from '../../../bench/page';
import type { BenchReport, Measured } from '../../../bench/results';

const docs = join(__dirname, '../../../docs/contributing');
const page = readFileSync(join(docs, 'performance.md'), 'utf8');
const stored = JSON.parse(readFileSync(join(docs, 'performance.json'), 'utf8')) as BenchReport;

/** A page whose tables look the same however wide their columns are. */
const unaligned = (text: string) => text.replace(/ +/g, ' ').replace(/-+/g, '-');

/** An SMS case of one row, in which this node takes so many times as long as the floor. */
function measuredWith(times: number): BenchReport['cases'] {
	const floor: Measured = { items: 10_000, cpu: 1, time: 1, allocated: 1, block: 0 };
	const contenders = { node: { ...floor, cpu: times }, floor };
	const rows = [{ items: 10_000, contenders }];
	return [{ name: 'sms', title: 'SMS', latency: 0, rows }];
}

describe('the performance page', () => {
	it('shows what is stored of the run', () => {
		expect(unaligned(withTables(page, tablesOf(stored)))).toBe(unaligned(page));
	});

	it('shows another table when something else is stored', () => {
		const cases = [...measuredWith(123), ...stored.cases.slice(1)];
		const other = withTables(page, tablesOf({ ...stored, cases }));
		expect(unaligned(other)).not.toBe(unaligned(page));
	});

	it('shows every case, and every target', () => {
		const names = casesFor({ only: '', short: false }).map(({ name }) => name);
		expect(stored.cases.map(({ name }) => name)).toEqual(names);
		expect(targetRows(stored.cases)).toHaveLength(9);
	});
});

describe('the targets of the bench', () => {
	it.each([
		[1.6, '1.6 × the floor', 'yes'],
		[1.61, '1.6 × the floor', 'no'],
		[1.7, '1.7 × the floor', 'no'],
	])('at %d × the floor show %s, reached: %s', (times, measured, isReached) => {
		const [time] = targetRows(measuredWith(times));
		expect(time).toEqual([
			'10,000 SMS, processor time',
			'≤ 1.6 × the floor',
			measured,
			isReached,
		]);
	});

	it('show the worst of several rows, and nothing if one was not measured', () => {
		const floor = { items: 1, cpu: 1, time: 1, allocated: 1, block: 0 };
		const rows = [1, 10, 100].map((items) => {
			const node = { ...floor, items, cpu: items === 10 ? 1.5 : 1 };
			return { items, contenders: { node, floor } };
		});
		const one = { name: 'sms', title: 'SMS', latency: 0, rows };
		expect(targetRows([one])).toEqual([
			[expect.stringContaining('1, 10 and 100 SMS'), '≤ 1.00 ms', '5.00 ms', 'no'],
		]);
		expect(targetRows([{ ...one, rows: rows.slice(1) }])).toEqual([]);
	});
});
