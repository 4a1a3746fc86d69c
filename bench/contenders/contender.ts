import type { IDataObject, INode } from 'n8n-workflow';
import type { Workload } from '../workloads/workload';

/** A way to get a workload's items to the service. */
export type ContenderName = 'node' | 'plain' | 'batched' | 'single' | 'idle';

/** What the table calls them. */
export const contenderTitles: Record<ContenderName, string> = {
	node: 'this node',
	plain: 'plain fetch client (the limit)',
	batched: 'batching code + HTTP Request node',
	single: 'HTTP Request node, one request an item',
	idle: 'a node that does nothing',
};

/** The largest run of a contender that needs milliseconds for each item; its cost an item is stated. */
export const mostItems: Partial<Record<ContenderName, number>> = { single: 1000 };

/** One run, ready to be timed. */
export interface PreparedRun {
	/** Gives whatever came out, so that it stays in memory until it was looked at. */
	start(): Promise<{ output: unknown; nodeMilliseconds?: number }>;
}

/** Makes ready to run over items, which are loaded when it is done. */
export type Prepare = (items: IDataObject[]) => Promise<PreparedRun>;

/** A node of a workflow of the bench. */
export type BenchNode = Pick<INode, 'name' | 'type' | 'parameters'> &
	Partial<Pick<INode, 'typeVersion' | 'credentials'>>;

/** How a contender is made of a workload and the service's address. */
export type MakeContender = (workload: Workload, sinkUrl: string) => Promise<Prepare>;
