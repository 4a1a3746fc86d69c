import { contenderTitles, usualAtOnce } from './contenders/contender';
import type { ContenderName } from './contenders/contender';
import type { BenchReport, Measured, MeasuredGroup, TargetResult } from './results';

/** Rows in columns; those from `right` on are set to the right. */
function table(rows: string[][], right = 1): string {
	const widths = rows[0]!.map((_, column) =>
		Math.max(...rows.map((row) => [...row[column]!].length)),
	);
	return rows
		.map((row) =>
			row
				.map((cell, column) => {
					const space = ' '.repeat(widths[column]! - [...cell].length);
					return column < right ? cell + space : space + cell;
				})
				.join('  '),
		)
		.map((line) => `  ${line}\n`)
		.join('');
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const count = (value: number): string => value.toLocaleString('en');

/** One group: who took how long, by the plain client. */
export function groupTable(group: MeasuredGroup): string {
	const { title, condition, items, contenders } = group;
	const [first] = Object.values(contenders);
	if (!first) return '';
	const { json, heap } = first.input;
	const rows = [columns.map(([head]) => head)];
	for (const [name, measured] of Object.entries(contenders)) {
		rows.push(columns.map(([, cell]) => cell(name as ContenderName, measured, group)));
	}
	// A column that says nothing of anybody is left out.
	const said = columns.flatMap((_, at) => (rows.slice(1).some((row) => row[at]) ? [at] : []));
	const size = `${megabytes(json)} as JSON, ${megabytes(heap)} in the heap`;
	const under = condition && `, ${condition}`;
	return `\n${title}${under}: ${count(items)} items (${size})\n${table(
		rows.map((row) => said.map((at) => row[at]!)),
	)}${differentBytes(contenders)}`;
}

/** The plain client that a contender is compared with: the one with as many requests at once. */
export function plainBeside(
	contender: ContenderName,
	contenders: MeasuredGroup['contenders'],
): Measured | undefined {
	return contender.endsWith('20') ? contenders.plain20 : contenders.plain;
}

type Cell = (name: ContenderName, measured: Measured, group: MeasuredGroup) => string;

const columns: Array<[head: string, cell: Cell]> = [
	['', (name) => contenderTitles[name]],
	['items', (_, { items }) => count(items)],
	['median', (_, { milliseconds }) => `${milliseconds.toFixed(0)} ms`],
	['CPU', (_, { cpuMilliseconds }) => `${cpuMilliseconds.toFixed(0)} ms`],
	['per item', (_, { perItem }) => `${(perItem * 1000).toFixed(1)} µs`],
	[
		'by plain',
		(name, { perItem }, { contenders }) => {
			const plain = plainBeside(name, contenders);
			return plain ? `${(perItem / plain.perItem).toFixed(2)} ×` : '';
		},
	],
	['block', (_, { longestBlock }) => `${longestBlock.toFixed(0)} ms`],
	['requests', (_, { counted }) => count(counted.requests)],
	['refused', (_, { counted }, { service }) => (service.perSecond ? count(counted.refused) : '')],
	['entries', (_, { counted }, { service }) => (service.perSecond ? count(counted.entries) : '')],
	['sent', (_, { counted }) => megabytes(counted.bytes)],
	['RSS growth', (_, { residentGrowth }) => megabytes(residentGrowth)],
	['live growth', (_, { liveGrowth }) => (liveGrowth === undefined ? '' : megabytes(liveGrowth))],
];

/** The plain client is the limit only for the same bytes. */
function differentBytes({ node, plain }: MeasuredGroup['contenders']): string {
	const [own, its] = [node?.counted, plain?.counted];
	if (!own || !its || (own.bytes === its.bytes && own.entries === its.entries)) return '';
	return `  Not comparable: this node sent ${own.entries} entries in ${own.bytes} bytes, the plain client ${its.entries} in ${its.bytes}.\n`;
}

export function packageLines({
	tarball,
	dependencies,
	loadMilliseconds,
}: NonNullable<BenchReport['package']>): string {
	return `\nThe package: ${(tarball / 1000).toFixed(1)} kB packed, ${dependencies} dependencies, loaded by n8n in ${loadMilliseconds.toFixed(0)} ms\n`;
}

/** The targets beside what was measured. */
export function targetTable(targets: TargetResult[]): string {
	const rows = targets.flatMap(({ title, target, cases }) => [
		['', '', ''],
		[title, target, ''],
		...cases.map(({ name, measured, reached }) => [
			`    ${name}`,
			measured,
			reached ? 'reached' : 'MISSED',
		]),
	]);
	return table([['Targets', '', ''], ...rows], 3);
}

/** What a reader has to know to judge the numbers. */
export function notes({ machine, runs }: BenchReport): string {
	const load = (values: number[]): string => values[0]!.toFixed(1);
	return `
  Medians of ${runs} fresh processes each, taken in turns; each process first runs over some items to
  warm up. Timed is n8n's execution of the workflow over items that are in memory; for the plain
  client, from the items to the last parsed answer. It has as many requests under way at once as this
  node, ${usualAtOnce} unless told. All but the one-request-an-item node send up to 1,000 entries a request, and
  of purchases and hotels one.
  The HTTP Request node with one request an item is measured over at most 1,000 items: compare its cost
  per item only. The batching code runs inside n8n here, while n8n 2 runs Code nodes in a task runner
  to which all items travel: in real life it takes longer. It evaluates in JavaScript what other
  contenders evaluate in expressions, and gives one item a request, not one a recipient.
  CPU is the processor time of all threads of the process; other work on the machine disturbs it less.
  Block is the longest time in which the process did nothing else, that is, nothing for others either.
  RSS growth is the largest resident size above that with the input loaded, uncollected garbage and
  all; live growth is heap and buffers in use at most, right after a collection.
  Node ${machine.node}, ${machine.cpus} × ${machine.cpu}, load ${load(machine.loadBefore)} before and ${load(machine.loadAfter)} after.
`;
}
