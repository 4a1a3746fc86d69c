import type { ContenderName } from './contenders/contender';
import type { BenchReport, Measured, MeasuredGroup, TargetResult } from './results';

type Find = (group: string, contender: ContenderName) => Measured | undefined;

const factor = (value: number): string => `${value.toFixed(2)} ×`;

function atMost(title: string, limit: number, value: number | undefined): TargetResult[] {
	if (value === undefined) return [];
	return [{ title, target: `≤ ${limit} ×`, measured: factor(value), reached: value <= limit }];
}

/** One contender's cost an item by another's; undefined where one was not measured. */
function ratio(one: Measured | undefined, other: Measured | undefined): number | undefined {
	return one && other && one.perItem / other.perItem;
}

/** What the node may take of the plain client's time, by the beginning of a group's name. */
const byThePlainClient: Array<[workload: string, limit: number]> = [
	['contacts-10000', 1.5],
	['contacts-100000', 1.5],
	['sms-10000', 2],
	['sms-100000', 2],
];

/** The targets, with what was measured; those whose groups were left out are left out too. */
export function targetResults(report: BenchReport): TargetResult[] {
	const find: Find = (group, contender) =>
		report.groups.find(({ name }) => name === group)?.contenders[contender];
	return [
		...byThePlainClient.flatMap(([name, limit]) =>
			atMost(
				`${name}: this node by the plain client`,
				limit,
				ratio(find(name, 'node'), find(name, 'plain')),
			),
		),
		...fasterThanSingle(find),
		...report.groups.flatMap(notSlowerThanBatched),
		...atMost(
			'sms-engine-1000: this node by the HTTP Request node, per item',
			1,
			ratio(find('sms-engine-1000', 'node'), find('sms-engine-1000', 'single')),
		),
		...['contacts', 'sms'].flatMap((name) =>
			atMost(
				`${name}: cost per item, 100,000 by 10,000`,
				1.2,
				ratio(find(`${name}-100000`, 'node'), find(`${name}-10000`, 'node')),
			),
		),
		...memoryTargets(report),
		...packageTargets(report),
	];
}

function fasterThanSingle(find: Find): TargetResult[] {
	const single = find('sms-10000', 'single');
	return ['sms-10000', 'sms-100000'].flatMap((name) => {
		const times = ratio(single, find(name, 'node'));
		if (times === undefined) return [];
		return [
			{
				title: `${name}: faster per item than the HTTP Request node (of ${single!.items} items)`,
				target: '≥ 100 ×',
				measured: factor(times),
				reached: times >= 100,
			},
		];
	});
}

function notSlowerThanBatched({ name, contenders }: MeasuredGroup): TargetResult[] {
	const value = ratio(contenders.node, contenders.batched);
	return atMost(`${name}: this node by the hand-batched HTTP Request node`, 1, value);
}

function memoryTargets({ memory, groups }: BenchReport): TargetResult[] {
	const live = memory?.contenders.node;
	const timed = groups.find(({ name }) => name === memory?.name)?.contenders.node;
	const growths: Array<[string, number | undefined, Measured | undefined]> = [
		['live memory at its peak', live?.liveGrowth, live],
		['resident memory, garbage and all', timed?.residentGrowth, timed],
	];
	return growths.flatMap(([what, growth, { last } = {}]) => {
		if (growth === undefined || !last) return [];
		const byHeap = growth / last.input.heap;
		const byJson = growth / last.input.json;
		return [
			{
				title: `${memory?.name ?? ''}: ${what}, above the loaded input`,
				target: '≤ 1 × the input',
				measured: `${factor(byHeap)} its heap, ${factor(byJson)} its JSON`,
				reached: byHeap <= 1,
			},
		];
	});
}

function packageTargets({ package: packed }: BenchReport): TargetResult[] {
	if (!packed) return [];
	const kilobytes = packed.tarball / 1000;
	return [
		{
			title: 'tarball',
			target: '≤ 100 kB, no dependency',
			measured: `${kilobytes.toFixed(1)} kB, ${packed.dependencies}`,
			reached: kilobytes <= 100 && packed.dependencies === 0,
		},
	];
}
