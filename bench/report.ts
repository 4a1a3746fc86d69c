import { contenderTitles } from './contenders/contender';
import type { ContenderName } from './contenders/contender';
import { entriesPerRequest } from './workloads/workload';
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
export function groupTable({ title, items, contenders }: MeasuredGroup): string {
	const plain = contenders.plain;
	const rows = Object.entries(contenders).map(([name, measured]) => [
		contenderTitles[name as ContenderName],
		count(measured.items),
		`${measured.milliseconds.toFixed(0)} ms`,
		`${measured.cpuMilliseconds.toFixed(0)} ms`,
		`${(measured.perItem * 1000).toFixed(1)} µs`,
		plain ? `${(measured.perItem / plain.perItem).toFixed(2)} ×` : '',
		count(measured.last.counted.requests),
		megabytes(measured.last.counted.bytes),
		megabytes(measured.liveGrowth ?? measured.residentGrowth),
	]);
	const isMemory = Object.values(contenders).some(({ liveGrowth }) => liveGrowth !== undefined);
	const growth = isMemory ? 'live growth' : 'RSS growth';
	const head = ['', 'items', 'median', 'CPU', 'per item', 'by plain', 'requests', 'sent', growth];
	const input = Object.values(contenders)[0] as Measured;
	const size = `${megabytes(input.last.input.json)} as JSON, ${megabytes(input.last.input.heap)} in the heap`;
	const kind = isMemory ? ', garbage collected at each request' : '';
	return `\n${title}: ${count(items)} items (${size})${kind}\n${table([head, ...rows])}${differentBytes(contenders)}`;
}

/** The plain client is the limit only for the same bytes. */
function differentBytes({ node, plain }: MeasuredGroup['contenders']): string {
	const [own, its] = [node?.last.counted, plain?.last.counted];
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
	const rows = targets.map(({ title, target, measured, reached }) => [
		title,
		target,
		measured,
		reached ? 'reached' : 'missed',
	]);
	return table([['Targets', '', 'measured', ''], ...rows], 4);
}

/** What a reader has to know to judge the numbers. */
export function notes({ machine, runs }: BenchReport): string {
	const load = (values: number[]): string => values[0]!.toFixed(1);
	return `
  Medians of ${runs} fresh processes each, taken in turns; each process first runs over some items to
  warm up. Timed is n8n's execution of the workflow over items that are in memory; for the plain
  client, from the items to the last parsed answer. All but the one-request-an-item node send
  ${count(entriesPerRequest)} entries a request.
  The HTTP Request node with one request an item is measured over at most 1,000 items: compare its cost
  per item only. The batching code runs inside n8n here, while n8n 2 runs Code nodes in a task runner
  to which all items travel: in real life it takes longer. It evaluates in JavaScript what other
  contenders evaluate in expressions, and gives one item a request, not one a recipient.
  CPU is the processor time of all threads of the process; other work on the machine disturbs it less.
  RSS growth is the largest resident size above that with the input loaded, uncollected garbage and
  all; live growth is heap and buffers in use at any request, after a collection.
  Node ${machine.node}, ${machine.cpus} × ${machine.cpu}, load ${load(machine.loadBefore)} before and ${load(machine.loadAfter)} after.
`;
}
