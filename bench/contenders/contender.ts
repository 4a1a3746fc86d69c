import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import type { Workload } from '../workloads/workload';

/** A way to get a workload's items to the service. */
export type ContenderName =
	'node' | 'node20' | 'plain' | 'plain20' | 'batched' | 'single' | 'paced' | 'idle';

/** Requests that this node has under way at the same time unless told, and the plain client beside it. */
export const usualAtOnce = 5;

/** What the table calls them. */
export const contenderTitles: Record<ContenderName, string> = {
	node: 'this node',
	node20: 'this node, 20 requests at once',
	plain: 'plain fetch client (the limit)',
	plain20: 'plain fetch client, 20 requests at once',
	batched: 'batching code + HTTP Request node',
	single: 'HTTP Request node, one request an item',
	paced: 'HTTP Request node, 10 requests a second',
	idle: 'a node that does nothing',
};

/** The largest run of a contender that needs milliseconds for each item; its cost an item is stated. */
export const mostItems: Partial<Record<ContenderName, number>> = { single: 1000 };

/** One run, ready to be timed. */
export interface PreparedRun {
	/** Its items; in n8n the node before it holds them until the execution ends. */
	input: readonly INodeExecutionData[];
	/** Gives whatever came out, so that it stays in memory until it was looked at. */
	start(): Promise<{ output: unknown; nodeMilliseconds?: number }>;
}

/** Makes ready to run over items, which are loaded when it is done. */
export type Prepare = (items: IDataObject[]) => Promise<PreparedRun>;

/** A node of a workflow of the bench. */
export type BenchNode = Pick<INode, 'name' | 'type' | 'parameters'> &
	Partial<Pick<INode, 'typeVersion' | 'credentials' | 'onError'>>;

/** How a contender is made of a workload and the service's address. */
export type MakeContender = (workload: Workload, sinkUrl: string) => Promise<Prepare>;
