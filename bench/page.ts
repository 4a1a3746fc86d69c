/** The tables of docs/performance.md. */
import { contenderTitles } from './contenders/contender';
import type { ContenderName } from './contenders/contender';
import { plainBeside } from './report';
import type { Measured, MeasuredGroup, TargetResult } from './results';
import type { StoredReport } from './stored-report';

type Row = readonly string[];

/** A cell that has nothing to say. */
const none = '–';

const count = (value: number): string => value.toLocaleString('en');
const factor = (value: number): string => `${count(Number(value.toPrecision(2)))} ×`;
const seconds = (milliseconds: number): string =>
	`${(milliseconds / 1000).toFixed(milliseconds < 9950 ? 2 : 0)} s`;
const megabytes = (bytes: number): string => `${count(Math.round(bytes / 1e6))} MB`;

/** Columns from the second on hold figures. */
function markdown(head: Row, rows: readonly Row[]): string {
	const line = (cells: Row): string => `| ${cells.join(' | ')} |`;
	const rule = head.map((_, at) => (at === 0 ? '---' : '---:'));
	return [head, rule, ...rows].map(line).join('\n');
}

/** A group as people call it. */
function titleOf({ title, items, condition }: MeasuredGroup): string {
	// An abbreviation stays as it is.
	const inSentence = title.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
	return `${count(items)} ${inSentence}${condition && `, ${condition}`}`;
}

/** One contender's cost an item by another's. */
function by(one: Measured | undefined, other: Measured | undefined): string {
	return one && other ? factor(one.perItem / other.perItem) : none;
}

/** What came of each target: the worst of its cases. */
function targetTable(results: readonly TargetResult[]): string {
	const rows = results.map(({ title, target, cases }) => {
		const missed = cases.filter(({ reached }) => !reached);
		const verdict =
			missed.length === 0 ? 'reached' : `missed in ${missed.length} of ${cases.length}`;
		return [title, target, spanOf(cases), verdict];
	});
	return markdown(['Target', '', 'Measured', ''], rows);
}

function spanOf(cases: TargetResult['cases']): string {
	const sorted = [...cases].sort((one, other) => one.value - other.value);
	const ends = [sorted[0]?.measured ?? none, sorted.at(-1)?.measured ?? none];
	return [...new Set(ends)].join(' to ');
}

/** A time, with the number of items where they were fewer. */
function timeOf(measured: Measured | undefined, { items }: MeasuredGroup): string {
	if (!measured) return none;
	const time = seconds(measured.milliseconds);
	return measured.items === items ? time : `${time} for ${count(measured.items)}`;
}

const waiting: ContenderName[] = ['node', 'plain', 'node20', 'plain20', 'batched', 'single'];

function latencyTable(groups: readonly MeasuredGroup[]): string {
	const rows = groups
		.filter(({ name }) => /-at-\d+-ms$/.test(name))
		.map((group) => [
			titleOf(group),
			...waiting.map((name) => timeOf(group.contenders[name], group)),
		]);
	return markdown(['', ...waiting.map((name) => contenderTitles[name])], rows);
}

function limitTable(groups: readonly MeasuredGroup[]): string {
	const rows = groups
		.filter(({ service }) => service.perSecond)
		.flatMap(({ contenders }) => Object.entries(contenders))
		.map(([name, { milliseconds, counted }]) => [
			contenderTitles[name as ContenderName],
			seconds(milliseconds),
			count(counted.refused),
			count(counted.entries),
		]);
	return markdown(['', 'Done after', 'Refusals', 'Taken'], rows);
}

/** Groups that say what an item costs, and are about neither latency nor memory. */
function costGroups(groups: readonly MeasuredGroup[]): MeasuredGroup[] {
	return groups.filter(
		({ measure, service }) => measure === 'time' && !service.perSecond && !service.latency,
	);
}

function costTable(groups: readonly MeasuredGroup[]): string {
	const rows = costGroups(groups)
		.filter(({ name }) => !/-at-\d+-ms$/.test(name))
		.map((group) => {
			const { node, batched, single } = group.contenders;
			const plain = plainBeside('node', group.contenders);
			return [
				titleOf(group),
				by(node, plain),
				by(batched, plain),
				by(single, node),
				node ? `${node.longestBlock.toFixed(0)} ms` : none,
				node ? megabytes(node.residentGrowth) : none,
			];
		});
	return markdown(
		[
			'',
			'This node, by a plain client',
			'Batching code + HTTP Request node, by a plain client',
			'This node faster than one HTTP Request an item',
			'Longest block',
			'RSS growth',
		],
		rows,
	);
}

function memoryTable(groups: readonly MeasuredGroup[]): string {
	const rows = groups
		.filter(({ measure }) => measure === 'memory')
		.flatMap((group) =>
			Object.entries(group.contenders).map(([name, { liveGrowth = 0, input }]) => [
				`${titleOf({ ...group, condition: '' })}, ${contenderTitles[name as ContenderName]}`,
				megabytes(input.json),
				megabytes(input.heap),
				megabytes(liveGrowth),
				factor(liveGrowth / input.json),
			]),
		);
	return markdown(['', 'Input as JSON', 'in the heap', 'Live growth', 'by its JSON'], rows);
}

/** Where and how it was measured. */
function runSentence({ at, machine, runs }: StoredReport): string {
	const { node, cpus, cpu, loadBefore, loadAfter } = machine;
	const load = [loadBefore, loadAfter].map(([minute = 0]) => minute.toFixed(1)).join(' and ');
	const taken = runs === 1 ? 'One run' : `Medians of ${runs} runs`;
	return `${taken} of each case, ${at.slice(0, 10)}, Node ${node}, ${cpus} × ${cpu}, whose load was ${load} before and after.`;
}

/** The tables of the page, by the names of their places in it. */
export function tablesOf(report: StoredReport): Record<string, string> {
	const { groups, targets } = report;
	return {
		run: runSentence(report),
		targets: targetTable(targets),
		latency: latencyTable(groups),
		limit: limitTable(groups),
		cost: costTable(groups),
		memory: memoryTable(groups),
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
			if (!left.delete(name))
				throw new Error(
					`The page has a place for “${name}”, which is no table or has its place`,
				);
			return `${begin}\n${tables[name]}\n\n${end}`;
		},
	);
	if (left.size > 0) throw new Error(`The page has no place for: ${[...left].join(', ')}`);
	return filled;
}
