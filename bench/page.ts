/** The tables that the console and docs/contributing/performance.md show. */
import { markdownTable, withText } from '../tools/markdown';
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

const count = (value: number): string => value.toLocaleString('en');
const short = (value: number): string => count(Number(value.toPrecision(2)));

/** A table whose columns from the second on hold figures; empty without rows. */
const figureTable = (head: string[], rows: string[][]): string =>
	rows.length > 0 ? markdownTable(head, rows, '---:') : '';

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
	return figureTable(['', ...names.map((name) => contenders[name].title)], lines);
}

/** The most that this node should take in rows of a size. */
interface Target {
	items: number;
	of: string;
	unit: string;
	/** By the name of the case. */
	most: Readonly<Record<string, number>>;
	figure: (figures: Record<'node' | 'floor' | 'batched', Figures>) => number;
}

const targets: readonly Target[] = [
	{
		items: 10_000,
		of: 'processor time',
		unit: '× the floor',
		most: { sms: 2, contacts: 1.9 },
		figure: ({ node, floor }) => node.cpu / floor.cpu,
	},
	{
		items: 10_000,
		of: 'processor time',
		unit: '× Code + HTTP Request',
		most: { sms: 1.25, contacts: 1.25 },
		figure: ({ node, batched }) => node.cpu / batched.cpu,
	},
	{
		items: 10_000,
		of: 'memory allocated per item',
		unit: 'kB',
		most: { sms: 2, contacts: 2.1 },
		figure: ({ node }) => node.allocated / 1000,
	},
	{
		items: 1,
		of: 'processor time above the floor',
		unit: 'ms',
		most: { sms: 1, contacts: 1 },
		figure: ({ node, floor }) => node.cpu - floor.cpu,
	},
];

/** The targets of the cases that were measured, with the measured figures. */
function targetLines(rows: readonly MeasuredRow[]): string[][] {
	return targets.flatMap(({ items, of, unit, most, figure }) =>
		rows
			.filter((row) => row.items === items && row.name in most)
			.map((row) => {
				const [limit, value] = [
					most[row.name]!,
					figure(row.contenders as Required<typeof row.contenders>),
				];
				const measured = `${Number(value.toPrecision(3))} ${unit}`;
				const reached = value <= limit ? 'yes' : 'no';
				return [`${titleOf(row)}, ${of}`, `≤ ${limit} ${unit}`, measured, reached];
			}),
	);
}

/** The tables, by the names of their places on the page. Without rows, a table is empty. */
export function tablesOf(
	rows: readonly MeasuredRow[],
	loading: Partial<Record<ContenderName, Loading>>,
): Record<string, string> {
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
		compared: comparison(speed, times, 'floor'),
		latency: comparison(
			rows.filter(({ latency }) => latency),
			seconds,
		),
		allocated: comparison(
			speed.filter(({ items }) => items === 10_000),
			kilobytes,
		),
		loading: figureTable(['', 'Processor time', 'Memory'], loaded),
		targets: figureTable(['', 'Target', 'Measured', 'Reached'], targetLines(rows)),
	};
}

/** Puts tables into their places on a page. */
export function withTables(page: string, tables: Readonly<Record<string, string>>): string {
	return Object.entries(tables).reduce(
		(text, [name, table]) => withText(text, `measured: ${name}`, table),
		page,
	);
}
