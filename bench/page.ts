/**
 * The tables that the console and docs/contributing/performance.md show. `npm run bench:page` puts those of
 * performance.json into the page.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contenders } from './contenders';
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
	of = Object.keys(contenders) as ContenderName[],
): string {
	const rows = cases.flatMap((one) =>
		one.rows.map((row) => ({ ...one, ...row.contenders, items: row.items })),
	);
	const shown = of.filter((name) => rows.some((row) => row[name]));
	const lines = rows.map((row) => [
		`${row.title}: ${count(row.items)}${row.latency ? ` at ${row.latency} ms` : ''}`,
		...shown.map((name) => {
			const { [name]: measured, floor } = row;
			return measured ? cell(measured, floor) : none;
		}),
	]);
	return markdown([['', ...shown.map((name) => contenders[name].title)], ...lines]);
}

const times: Cell = ({ cpu }, floor) => (floor ? `${short(cpu / floor.cpu)} ×` : none);
const kilobytes: Cell = ({ allocated }) => `${(allocated / 1000).toFixed(1)} kB`;
const seconds: Cell = ({ time, items }) => `${((time * items) / 1000).toFixed(2)} s`;
const megabytes: Cell = ({ live, items }) => `${((live * items) / 1e6).toFixed(0)} MB`;

/** The most that a case should take: the worst of its rows counts. */
interface Target {
	of: string;
	sizes: readonly number[];
	figure: (node: Measured, floor: Measured) => number;
	unit: string;
	/** By the name of the case. */
	most: Readonly<Record<string, number>>;
}

const targets: readonly Target[] = [
	{
		of: 'processor time',
		sizes: [10_000],
		figure: (node, floor) => node.cpu / floor.cpu,
		unit: '× the floor',
		most: { sms: 1.6, contacts: 1.6 },
	},
	{
		of: 'memory allocated per item',
		sizes: [10_000],
		figure: ({ allocated }) => allocated / 1000,
		unit: 'kB',
		most: { sms: 2.2, contacts: 2.5 },
	},
	{
		// Runs so short that only what comes on top of the floor counts.
		of: 'processor time above the floor',
		sizes: [1, 10, 100],
		figure: (node, floor) => (node.cpu - floor.cpu) * node.items,
		unit: 'ms',
		most: { sms: 1, contacts: 1 },
	},
];

/** The targets of the cases that were measured, with what was. */
function targetRows(cases: readonly MeasuredCase[]): string[][] {
	return targets.flatMap(({ of, sizes, figure, unit, most }) =>
		cases.flatMap(({ name, title, rows }) => {
			const limit = most[name];
			if (limit === undefined) return [];
			const figures = rows
				.filter(({ items }) => sizes.includes(items))
				.map(({ contenders: { node, floor } }) => figure(node!, floor!));
			const worst = Math.max(...figures);
			return [
				[
					`${title}: ${sizes.map(count).join(', ')}, ${of}`,
					`≤ ${limit} ${unit}`,
					`${short(worst)} ${unit}`,
					worst <= limit ? 'yes' : 'no',
				],
			];
		}),
	);
}

function runSentence({ at, machine: { node, cpus, cpu }, short: isShort }: BenchReport): string {
	return `Measured on ${at.slice(0, 10)} with Node ${node} on ${cpus} × ${cpu}${isShort ? ' by a short run (`--short`), while other work ran' : ''}.`;
}

/** Its tables, by the names of their places on the page. */
export function tablesOf(report: BenchReport): Record<string, string> {
	const { cases } = report;
	const memory = cases.filter(({ name }) => name === 'memory');
	const waiting = cases.filter(({ latency }) => latency);
	const speed = cases.filter((one) => !memory.includes(one) && !waiting.includes(one));
	const of10000 = speed.map((one) => ({
		...one,
		rows: one.rows.filter(({ items }) => items === 10_000),
	}));
	return {
		run: runSentence(report),
		compared: comparison(speed, times, ['node', 'plain', 'batched', 'single']),
		targets: markdown([['', 'Target', 'Measured', 'Reached'], ...targetRows(cases)]),
		latency: comparison(waiting, seconds),
		allocated: comparison(of10000, kilobytes, ['node', 'floor', 'plain']),
		live: comparison(memory, megabytes),
	};
}

/**
 * Puts tables into their places on a page.
 *
 * @throws Error if a table has no place
 */
export function withTables(page: string, tables: Readonly<Record<string, string>>): string {
	return Object.entries(tables).reduce((text, [name, table]) => {
		const place = new RegExp(`(?<=<!-- measured: ${name} -->\n)[^]*?(?=<!-- end -->)`);
		if (!place.test(text)) throw new Error(`The page has no place for ${name}`);
		return text.replace(place, () => `\n${table}\n\n`);
	}, page);
}

if (require.main === module) {
	const folder = join(root, 'docs', 'contributing');
	const page = join(folder, 'performance.md');
	const stored = readFileSync(join(folder, 'performance.json'), 'utf8');
	const tables = tablesOf(JSON.parse(stored) as BenchReport);
	writeFileSync(page, withTables(readFileSync(page, 'utf8'), tables));
}
