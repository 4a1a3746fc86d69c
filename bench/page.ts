/** The tables that the console and docs/contributing/performance.md show. */
import { contenders, type ContenderName } from './contenders';

/** The cost of one item. */
export interface Figures {
	/** Milliseconds of processor time, of all threads of the process. */
	cpu: number;
	/** Milliseconds by the clock. */
	time: number;
	/** Bytes allocated on V8's heap. */
	allocated: number;
}

export interface MeasuredRow {
	/** Of its case. */
	name: string;
	title: string;
	latency?: number;
	items: number;
	contenders: Partial<Record<ContenderName, Figures>>;
}

/** The cost of loading the package. */
export interface Loading {
	/** Milliseconds of processor time. */
	cpu: number;
	/** Bytes in use afterwards. */
	heap: number;
}

/** The results of all cases. */
export interface BenchReport {
	at: string;
	node: string;
	cpu: string;
	short: boolean;
	rows: MeasuredRow[];
	loading: Partial<Record<ContenderName, Loading>>;
}

const count = (value: number): string => value.toLocaleString('en');
const short = (value: number): string => count(Number(value.toPrecision(2)));

/** A table in Markdown; columns from the second on hold figures. */
function markdown([head = [], ...others]: string[][]): string {
	if (others.length === 0) return '';
	const rule = head.map((_, column) => (column ? '---:' : '---'));
	return [head, rule, ...others].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const titleOf = ({ title, items, latency }: MeasuredRow): string =>
	`${title}: ${count(items)}${latency ? ` at ${latency} ms` : ''}`;

type Cell = (figures: Figures, row: MeasuredRow) => string;

/** A line for each row, a column for each contender that one of them has. */
function comparison(rows: readonly MeasuredRow[], cell: Cell, without?: ContenderName): string {
	const names = (Object.keys(contenders) as ContenderName[]).filter(
		(name) => name !== without && rows.some((row) => row.contenders[name]),
	);
	const lines = rows.map((row) => [
		titleOf(row),
		...names.map((name) => {
			const figures = row.contenders[name];
			return figures ? cell(figures, row) : '–';
		}),
	]);
	return markdown([['', ...names.map((name) => contenders[name].title)], ...lines]);
}

/** The most that this node should take in rows of a case. */
interface Target {
	of: string;
	figure: (row: MeasuredRow) => number;
	unit: string;
	items: number;
	/** By the name of the case. */
	most: Readonly<Record<string, number>>;
}

const timesOf =
	(other: ContenderName) =>
	({ contenders: { node, [other]: another } }: MeasuredRow): number =>
		node!.cpu / another!.cpu;

const targets: readonly Target[] = [
	{
		of: 'processor time',
		figure: timesOf('floor'),
		unit: '× the floor',
		items: 10_000,
		most: { sms: 2, contacts: 1.9 },
	},
	{
		of: 'processor time',
		figure: timesOf('batched'),
		unit: '× Code + HTTP Request',
		items: 10_000,
		most: { sms: 1.25, contacts: 1.25 },
	},
	{
		of: 'memory allocated per item',
		figure: ({ contenders: { node } }) => node!.allocated / 1000,
		unit: 'kB',
		items: 10_000,
		most: { sms: 2, contacts: 2.1 },
	},
	{
		of: 'processor time above the floor',
		figure: ({ contenders: { node, floor } }) => node!.cpu - floor!.cpu,
		unit: 'ms',
		items: 1,
		most: { sms: 1, contacts: 1 },
	},
];

/** The targets of the cases that were measured, with the measured figures. */
function targetLines(rows: readonly MeasuredRow[]): string[][] {
	return targets.flatMap(({ of, figure, unit, items, most }) =>
		rows.flatMap((row) => {
			const limit = most[row.name];
			if (row.items !== items || limit === undefined) return [];
			const value = figure(row);
			const reached = value <= limit ? 'yes' : 'no';
			return [
				[
					`${titleOf(row)}, ${of}`,
					`≤ ${limit} ${unit}`,
					`${Number(value.toPrecision(3))} ${unit}`,
					reached,
				],
			];
		}),
	);
}

/** The tables, by the names of their places on the page. */
export function tablesOf(report: BenchReport): Record<string, string> {
	const { at, node, cpu, rows, loading } = report;
	const isShort = report.short ? ' by a short run (`--short`)' : '';
	const speed = rows.filter(({ latency }) => !latency);
	const loaded = Object.entries(loading).map(([name, one]) => [
		contenders[name as ContenderName].title,
		`${short(one.cpu)} ms`,
		`${(one.heap / 1e6).toFixed(1)} MB`,
	]);
	const times: Cell = (one, { contenders: { floor } }) =>
		floor ? `${short(one.cpu / floor.cpu)} ×` : '–';
	const kilobytes: Cell = ({ allocated }) => `${(allocated / 1000).toFixed(1)} kB`;
	const seconds: Cell = ({ time }, { items }) => `${((time * items) / 1000).toFixed(2)} s`;
	return {
		run: `Measured on ${at.slice(0, 10)} with Node ${node} on ${cpu}${isShort}.`,
		compared: comparison(speed, times, 'floor'),
		latency: comparison(
			rows.filter(({ latency }) => latency),
			seconds,
		),
		allocated: comparison(
			speed.filter(({ items }) => items === 10_000),
			kilobytes,
		),
		loading: markdown([['', 'Processor time', 'Memory'], ...loaded]),
		targets: markdown([['', 'Target', 'Measured', 'Reached'], ...targetLines(rows)]),
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
