import type { ContenderName } from './contenders/contender';
import type { BenchReport, Measured, TargetResult } from './results';

/** What was measured of a contender in a group. */
type Find = (group: string, contender: ContenderName) => Measured | undefined;

/** A case of a target, and its figure; undefined where it was not measured. */
type Figure = [name: string, value: number | undefined];

/** What is to be reached, in all of its cases. */
interface Target {
	title: string;
	bound: 'at most' | 'at least';
	limit: number;
	unit: '×' | 'ms' | 'kB';
	/** By what, behind the limit. */
	by?: string;
	figures(find: Find, report: Pick<BenchReport, 'package'>): Figure[];
}

/** One contender's cost an item by another's. */
function ratio(one: Measured | undefined, other: Measured | undefined): number | undefined {
	return one && other && one.perItem / other.perItem;
}

/** One contender's cost an item by another's in each of some groups. */
function ratios(
	groups: readonly string[],
	one: ContenderName,
	other: ContenderName,
): Target['figures'] {
	return (find) => groups.map((name) => [name, ratio(find(name, one), find(name, other))]);
}

const operations = ['purchases-100', 'hotels-200', 'sms-20000', 'contacts-20000'] as const;
const at = (latency: number): string[] => operations.map((name) => `${name}-at-${latency}-ms`);

/** Groups that were measured with 10,000 and with 100,000 items, fresh and warm. */
const inTwoSizes: Array<[workload: string, ending: string]> = [
	...['contacts', 'sms', 'push'].map((name) => [name, ''] as [string, string]),
	...['contacts-per-job', 'sms', 'push'].map((name) => [name, '-warm'] as [string, string]),
];

/** What was asked for, in the order of the page. */
export const targets: readonly Target[] = [
	{
		title: 'Any operation at 50 and 200 ms a request',
		bound: 'at most',
		limit: 1.1,
		unit: '×',
		by: 'the plain client with as many requests at once',
		figures: (find, report) => {
			const groups = [...at(50), ...at(200)];
			return [
				...ratios(groups, 'node', 'plain')(find, report),
				...ratios(
					groups,
					'node20',
					'plain20',
				)(find, report).map(([name, value]): Figure => [`${name}, 20 at once`, value]),
			];
		},
	},
	{
		title: '100 purchases, 200 hotels, 20,000 SMS and 20,000 contacts at 100 ms a request, 20 at once',
		bound: 'at most',
		limit: 1,
		unit: '×',
		by: 'the HTTP Request node behind a batching Code node',
		figures: ratios(at(100), 'node20', 'batched'),
	},
	{
		title: '10,000 SMS with three expressions, or a text with two, per item',
		bound: 'at least',
		limit: 30,
		unit: '×',
		by: 'faster than the HTTP Request node',
		figures: ratios(['sms-expressions-10000', 'sms-texts-10000'], 'single', 'node'),
	},
	{
		title: '10,000 SMS with three expressions, or a text with two',
		bound: 'at most',
		limit: 15,
		unit: '×',
		by: 'the plain client',
		figures: ratios(['sms-expressions-10000', 'sms-texts-10000'], 'node', 'plain'),
	},
	{
		title: 'SMS and push by plain paths, 10,000 and 100,000, warm process',
		bound: 'at most',
		limit: 2,
		unit: '×',
		by: 'the plain client',
		figures: ratios(inBothSizes(['sms', 'push'], '-warm'), 'node', 'plain'),
	},
	{
		title: 'Contacts mapped automatically, 10,000 and 100,000, warm process, one item per bulk job',
		bound: 'at most',
		limit: 1.3,
		unit: '×',
		by: 'the plain client',
		figures: ratios(inBothSizes(['contacts-per-job'], '-warm'), 'node', 'plain'),
	},
	{
		title: 'The longest block of the event loop, 100,000 items',
		bound: 'at most',
		limit: 100,
		unit: 'ms',
		figures: (find) =>
			inTwoSizes.map(([workload, ending]) => {
				const name = `${workload}-100000${ending}`;
				return [name, find(name, 'node')?.longestBlock];
			}),
	},
	{
		title: 'Cost per item, 100,000 against 10,000',
		bound: 'at most',
		limit: 1.2,
		unit: '×',
		figures: (find) =>
			inTwoSizes.map(([workload, ending]) => [
				`${workload}${ending}`,
				ratio(
					find(`${workload}-100000${ending}`, 'node'),
					find(`${workload}-10000${ending}`, 'node'),
				),
			]),
	},
	{
		title: 'Live memory above the loaded input: 300,000 contacts of 1 kB, 100,000 of 0.2 kB',
		bound: 'at most',
		limit: 1,
		unit: '×',
		by: 'the input as JSON',
		figures: (find) =>
			['contacts-1kb-300000-memory', 'contacts-100000-memory'].map((name) => {
				const { liveGrowth, input } = find(name, 'node') ?? {};
				return [name, input && liveGrowth && liveGrowth / input.json];
			}),
	},
	{
		title: 'Contacts and SMS per item, fresh process',
		bound: 'at least',
		limit: 100,
		unit: '×',
		by: 'faster than the HTTP Request node with one request an item',
		figures: ratios(['contacts-10000', 'sms-10000'], 'single', 'node'),
	},
	{
		title: 'SMS whose expressions n8n evaluates item by item',
		bound: 'at most',
		limit: 1,
		unit: '×',
		by: 'the HTTP Request node with one request an item',
		figures: ratios(['sms-item-by-item-1000'], 'node', 'single'),
	},
	{
		title: 'The tarball, without a dependency',
		bound: 'at most',
		limit: 140,
		unit: 'kB',
		figures: (_, { package: packed }) => [
			['tarball', packed?.dependencies === 0 ? packed.tarball / 1000 : undefined],
		],
	},
];

function inBothSizes(workloads: readonly string[], ending: string): string[] {
	return workloads.flatMap((name) => [`${name}-10000${ending}`, `${name}-100000${ending}`]);
}

const shown = (value: number, unit: Target['unit']): string =>
	unit === '×' ? `${value.toFixed(2)} ×` : `${value.toFixed(0)} ${unit}`;

function resultOf(target: Target, find: Find, report: BenchReport): TargetResult {
	const { title, bound, limit, unit, by } = target;
	const sign = bound === 'at most' ? '≤' : '≥';
	return {
		title,
		target: [sign, limit, unit, by].filter((word) => word !== undefined).join(' '),
		cases: target.figures(find, report).flatMap(([name, value]) => {
			if (value === undefined) return [];
			const reached = bound === 'at most' ? value <= limit : value >= limit;
			return [{ name, value, measured: shown(value, unit), reached }];
		}),
	};
}

/** The targets with what was measured; those whose groups were left out are left out too. */
export function targetResults(report: BenchReport): TargetResult[] {
	const find: Find = (group, contender) =>
		report.groups.find(({ name }) => name === group)?.contenders[contender];
	return targets
		.map((target) => resultOf(target, find, report))
		.filter(({ cases }) => cases.length > 0);
}
