/**
 * The tables that the console and docs/contributing/performance.md show. `npm run bench:page` puts those of
 * performance.json into the page.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contenderTitles } from './contenders';
import type { ContenderName } from './contenders';
import type { BenchReport, Measured, MeasuredCase } from './results';
import { root } from '../playground/n8n/node24';

/** In a cell without a figure. */
const none = '–';

const count = (value: number): string => value.toLocaleString('en');
const short = (value: number): string => count(Number(value.toPrecision(2)));

/** A table in Markdown; columns from the second on hold figures. */
function markdown([head = [], ...others]: string[][]): string {
	if (others.length === 0) return '';
	const rule = head.map((_, column) => (column ? '---:' : '---'));
	return [head, rule, ...others].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
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

/** The most that 10,000 items of a case should take: times the floor, and kilobytes an item. */
const targets = [
	{ name: 'sms', items: 'SMS', floors: 1.6, allocation: 2.2 },
	{ name: 'contacts', items: 'contacts', floors: 1.6, allocation: 2.5 },
	{ name: 'push', items: 'push notifications', floors: 1.7, allocation: 2 },
] as const;

/** Items of runs that are so short that only what comes on top of the floor counts. */
const small = [1, 10, 100];

/** The targets of the cases that were measured, with what was: the worst of its rows. */
export function targetRows(cases: readonly MeasuredCase[]): string[][] {
	return targets.flatMap(({ name, items, floors, allocation }) => {
		const rows = cases.find((one) => one.name === name)?.rows ?? [];
		const row = (
			title: string,
			sizes: readonly number[],
			limit: number,
			unit: string,
			figure: (node: Measured, floor: Measured) => number,
		): string[][] => {
			const figures = rows.flatMap(({ items: size, contenders: { node, floor } }) =>
				sizes.includes(size) && node && floor ? [figure(node, floor)] : [],
			);
			if (figures.length < sizes.length) return [];
			const text = (value: number) => `${value.toFixed(unit === 'ms' ? 2 : 1)} ${unit}`;
			const worst = Math.max(...figures);
			return [[title, `≤ ${text(limit)}`, text(worst), worst <= limit ? 'yes' : 'no']];
		};
		return [
			...row(
				`10,000 ${items}, processor time`,
				[10_000],
				floors,
				'× the floor',
				(node, floor) => node.cpu / floor.cpu,
			),
			...row(
				`10,000 ${items}, memory allocated per item`,
				[10_000],
				allocation,
				'kB',
				({ allocated }) => allocated / 1000,
			),
			...row(
				`1, 10 and 100 ${items}, processor time above the floor`,
				small,
				1,
				'ms',
				(node, floor) => (node.cpu - floor.cpu) * node.items,
			),
		];
	});
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
		targets: markdown([['', 'Target', 'Measured', 'Reached'], ...targetRows(cases)]),
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

if (require.main === module) {
	const folder = join(root, 'docs', 'contributing');
	const page = join(folder, 'performance.md');
	const stored = readFileSync(join(folder, 'performance.json'), 'utf8');
	const tables = tablesOf(JSON.parse(stored) as BenchReport);
	writeFileSync(page, withTables(readFileSync(page, 'utf8'), tables));
}
