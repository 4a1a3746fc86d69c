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

/** A size of a case, as it was measured. */
export interface MeasuredRow {
	/** Of its workload. */
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
	};
}

/** Puts tables into their places on a page. */
export function withTables(page: string, tables: Readonly<Record<string, string>>): string {
	return Object.entries(tables).reduce(
		(text, [name, table]) => withText(text, `measured: ${name}`, table),
		page,
	);
}
