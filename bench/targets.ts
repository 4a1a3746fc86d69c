import type { ContenderName } from './contenders';
import type { Measured, MeasuredCase } from './results';

/** A figure that is to stay below a limit. */
export interface Target {
	title: string;
	limit: number;
	unit: '× the floor' | 'kB' | 'ms';
	/** The case, its rows by their items, and the figure of each. */
	name: string;
	rows: readonly number[];
	figure(node: Measured, floor: Measured): number;
}

export interface TargetResult extends Target {
	/** Its worst row. */
	measured: number;
	isReached: boolean;
}

const bulk = (title: string, name: string, times: number, kilobytes: number): Target[] => [
	{
		title: `10,000 ${title}, processor time`,
		limit: times,
		unit: '× the floor',
		name,
		rows: [10_000],
		figure: (node, floor) => node.cpu / floor.cpu,
	},
	{
		title: `10,000 ${title}, memory allocated per item`,
		limit: kilobytes,
		unit: 'kB',
		name,
		rows: [10_000],
		figure: ({ allocated }) => allocated / 1000,
	},
	{
		title: `1, 10 and 100 ${title}, processor time above the floor`,
		limit: 1,
		unit: 'ms',
		name,
		rows: [1, 10, 100],
		figure: (node, floor) => (node.cpu - floor.cpu) * node.items,
	},
];

export const targets: readonly Target[] = [
	...bulk('SMS', 'sms', 1.6, 2.2),
	...bulk('contacts', 'contacts', 1.6, 2.5),
	...bulk('push notifications', 'push', 1.7, 2),
];

/** A contender in a case's row. */
export function findMeasured(
	cases: readonly MeasuredCase[],
	name: string,
	items: number,
	contender: ContenderName,
): Measured | undefined {
	const rows = cases.find((one) => one.name === name)?.rows;
	return rows?.find((row) => row.items === items)?.contenders[contender];
}

/** The targets whose rows were measured. */
export function targetResults(cases: readonly MeasuredCase[]): TargetResult[] {
	return targets.flatMap((target) => {
		const figures = target.rows.flatMap((items) => {
			const node = findMeasured(cases, target.name, items, 'node');
			const floor = findMeasured(cases, target.name, items, 'floor');
			return node && floor ? [target.figure(node, floor)] : [];
		});
		if (figures.length < target.rows.length) return [];
		const measured = Math.max(...figures);
		return [{ ...target, measured, isReached: measured <= target.limit }];
	});
}
