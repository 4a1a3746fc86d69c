import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** What every contender has to get to the service. */
export interface Workload {
	name: string;
	title: string;
	sizes: readonly number[];
	/** Path below the base URL. */
	path: string;
	secret: string;
	/** One input item. */
	item(index: number): IDataObject;
	/** This package's node, filled in. */
	parameters: INodeParameters;
	/** What a program that knows its items sends for some of them: the bytes that the node sends. */
	body(items: readonly IDataObject[]): object;
	/** The HTTP Request node's JSON body for one item, with as many expressions as our node has. */
	itemBody: string;
}

/** The account all contenders use. */
export const account = {
	accountId: 'account-1',
	accountSecret: 'account-secret-of-the-bench',
	masterSecret: 'master-secret-of-the-bench',
} as const;

/** Entries in one request of every contender that batches. */
export const entriesPerRequest = 1000;

/** Cuts items into requests. */
export function requestsOf<T>(items: readonly T[]): T[][] {
	const count = Math.ceil(items.length / entriesPerRequest);
	return Array.from({ length: count }, (_, index) =>
		items.slice(index * entriesPerRequest, (index + 1) * entriesPerRequest),
	);
}

/** The same choice for the same index, spread over the list. */
export function pick<T>(list: readonly T[], index: number): T {
	return list[(index * 7919) % list.length] as T;
}
