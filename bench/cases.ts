import { mostItems } from './contenders/contender';
import type { ContenderName } from './contenders/contender';
import type { BenchOptions } from './options';
import { workloads } from './workloads';
import type { Workload } from './workloads/workload';

/** A workload at one size; its contenders are measured beside each other. */
export interface CaseGroup {
	/** For `--only`, e.g. `contacts-100000`. */
	name: string;
	workload: Workload;
	items: number;
	contenders: ContenderName[];
}

/** The one-an-item contender is measured at the smallest size only; more items cost it the same each. */
function contendersAt(workload: Workload, items: number): ContenderName[] {
	const isSmallest = items === workload.sizes[0];
	return ['node', 'plain', 'batched', ...(isSmallest ? (['single'] as const) : []), 'idle'];
}

const quickMost = 10_000;

/** What `--only` and `--quick` leave. */
export function groupsFor({ only, quick }: BenchOptions): CaseGroup[] {
	return workloads.flatMap((workload) =>
		workload.sizes
			.filter((items) => !quick || items <= quickMost)
			.map((items) => ({
				name: `${workload.name}-${items}`,
				workload,
				items,
				contenders: contendersAt(workload, items),
			}))
			.filter(({ name }) => name.includes(only)),
	);
}

/** How many items a contender runs over in a group. */
export function itemsOf(contender: ContenderName, { items }: CaseGroup, quick: boolean): number {
	const most = mostItems[contender] ?? Infinity;
	return Math.min(items, quick ? most / 5 : most);
}
