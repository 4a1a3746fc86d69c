import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** What every contender has to get to the service. */
export interface Workload {
	name: string;
	title: string;
	/** Path below the base URL. */
	path: string;
	secret: string;
	/** Entries in one request of every contender that batches, 1,000 unless told. */
	perRequest?: number;
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

/** Cuts items into requests. */
export function requestsOf<T>(
	items: readonly T[],
	{ perRequest = 1000 }: Pick<Workload, 'perRequest'>,
): T[][] {
	const count = Math.ceil(items.length / perRequest);
	return Array.from({ length: count }, (_, index) =>
		items.slice(index * perRequest, (index + 1) * perRequest),
	);
}

/** The same choice for the same index, spread over the list. */
export function pick<T>(list: readonly T[], index: number): T {
	return list[(index * 7919) % list.length] as T;
}
