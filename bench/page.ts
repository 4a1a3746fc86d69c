/** The tables that the console and docs/contributing/performance.md show. */
import { contenderTitles } from './contenders';
import type { ContenderName } from './contenders';
import type { BenchReport, Measured, MeasuredCase } from './results';
import { targetResults } from './targets';

/** In a cell without a figure. */
const none = '–';

const count = (value: number): string => value.toLocaleString('en');
const short = (value: number): string => count(Number(value.toPrecision(2)));

/** A table in Markdown, as the formatter writes it; columns from the second on hold figures. */
export function markdown(rows: readonly string[][]): string {
	const [head = [], ...others] = rows;
	if (others.length === 0) return '';
	const widths = head.map((_, column) =>
		Math.max(3, ...rows.map((row) => [...row[column]!].length)),
	);
	const line = (row: string[]): string =>
		`| ${row
			.map((cell, column) => {
				const space = ' '.repeat(widths[column]! - [...cell].length);
				return column ? space + cell : cell + space;
			})
			.join(' | ')} |`;
	const rule = widths.map(
		(width, column) => '-'.repeat(width - (column && 1)) + (column ? ':' : ''),
	);
	return [line(head), `| ${rule.join(' | ')} |`, ...others.map(line)].join('\n');
}

type Cell = (measured: Measured, floor: Measured | undefined) => string;

/** A line for each row of some cases, a column for each contender that one of them has. */
function comparison(
	cases: readonly MeasuredCase[],
	cell: Cell,
	of = Object.keys(contenderTitles) as ContenderName[],
): string {
	const shown = of.filter((name) =>
		cases.some(({ rows }) => rows.some(({ contenders }) => contenders[name])),
	);
	const lines = cases.flatMap(({ rows, title, latency }) =>
		rows.map(({ items, contenders }) => [
			`${title}: ${count(items)}${latency ? ` at ${latency} ms` : ''}`,
			...shown.map((name) => {
				const { [name]: measured, floor } = contenders;
				return measured ? cell(measured, floor) : none;
			}),
		]),
	);
	return markdown([['', ...shown.map((name) => contenderTitles[name])], ...lines]);
}

/** The rows of cases whose size is this one. */
const onlyRows = (cases: readonly MeasuredCase[], items: number): MeasuredCase[] =>
	cases.map((one) => ({ ...one, rows: one.rows.filter((row) => row.items === items) }));

const times: Cell = ({ cpu }, floor) => (floor ? `${short(cpu / floor.cpu)} ×` : none);
const kilobytes: Cell = ({ allocated }) => `${(allocated / 1000).toFixed(1)} kB`;
const seconds: Cell = ({ time, items }) => `${((time * items) / 1000).toFixed(2)} s`;
const megabytes: Cell = ({ live = 0 }) => `${(live / 1e6).toFixed(0)} MB`;
const milliseconds: Cell = ({ block }) => `${block.toFixed(0)} ms`;

function targetTable(cases: readonly MeasuredCase[]): string {
	const figure = (value: number, unit: string): string =>
		`${value.toFixed(unit === 'ms' ? 2 : 1)} ${unit}`;
	const rows = targetResults(cases).map(({ title, limit, unit, measured, isReached }) => [
		title,
		`≤ ${figure(limit, unit)}`,
		figure(measured, unit),
		isReached ? 'yes' : 'no',
	]);
	return markdown([['', 'Target', 'Measured', 'Reached'], ...rows]);
}

function runSentence({ at, machine: { node, cpus, cpu }, short: isShort }: BenchReport): string {
	return `Measured on ${at.slice(0, 10)} with Node ${node} on ${cpus} × ${cpu}${isShort ? ' by a short run (`--short`), while other work ran' : ''}.`;
}

/** Its tables, by the names of their places on the page. */
export function tablesOf(report: BenchReport): Record<string, string> {
	const { cases } = report;
	const memory = cases.filter(({ name }) => name === 'memory');
	const speed = cases.filter((one) => one.latency === 0 && !memory.includes(one));
	const least: ContenderName[] = ['node', 'before', 'floor', 'plain'];
	return {
		run: runSentence(report),
		compared: comparison(speed, times, ['node', 'before', 'plain', 'batched', 'single']),
		targets: targetTable(cases),
		latency: comparison(
			cases.filter(({ latency }) => latency),
			seconds,
		),
		allocated: comparison(onlyRows(speed, 10_000), kilobytes, least),
		live: comparison(memory, megabytes, least),
		block: comparison(onlyRows(speed, 100_000), milliseconds, least),
	};
}

/**
 * Puts tables into their places on a page.
 *
 * @throws Error where a table has no place, or a place no table
 */
export function withTables(page: string, tables: Readonly<Record<string, string>>): string {
	const left = new Set(Object.keys(tables));
	const filled = page.replace(
		/(<!-- measured: (\w+) -->\n)[^]*?(<!-- end -->)/g,
		(_, begin: string, name: string, end: string) => {
			if (!left.delete(name)) {
				throw new Error(
					`The page has a place for “${name}”, which is no table or has its place`,
				);
			}
			return `${begin}\n${tables[name]}\n\n${end}`;
		},
	);
	if (left.size > 0) throw new Error(`The page has no place for: ${[...left].join(', ')}`);
	return filled;
}
