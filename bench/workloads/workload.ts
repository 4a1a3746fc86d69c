import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** The body of a request. */
export interface Body extends IDataObject {
	deliveries?: IDataObject[];
	contacts?: IDataObject[];
}

/** The data that every contender sends to the service. */
export interface Workload {
	/** As a row of a table calls its items. */
	title: string;
	/** Path below the base URL. */
	path: string;
	secret: string;
	/** Entries in one request of every contender that batches, 1,000 by default. */
	perRequest?: number;
	/** One input item. */
	item(index: number): IDataObject;
	/** This package's node, filled in. */
	parameters: INodeParameters;
	/** The body that a program which knows its items sends for some of them: the node's own bytes. */
	body(items: readonly IDataObject[]): Body;
	/** The HTTP Request node's JSON body for one item, with as many expressions as our node has. */
	itemBody: string;
}

/** The account that all contenders use. */
export const account = {
	accountId: 'account-1',
	accountSecret: 'account-secret-of-the-bench',
	masterSecret: 'master-secret-of-the-bench',
};

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

const firstNames = 'Ana José Maria Zoë Liam Noah Chloé Søren Иван 美咲'.split(' ');
const lastNames = 'García Smith Müller Rossi Dubois Kowalski O’Brien Silva'.split(' ');

export const firstName = (index: number): string => pick(firstNames, index);
export const lastName = (index: number): string => pick(lastNames, index);

/** A mobile number in E.164. */
export const phone = (index: number): string => `+346${String(index).padStart(8, '0')}`;

/** A day as `2026-05-01`. */
export function day(year: number, index: number): string {
	const [month, date] = [1 + (index % 12), 1 + (index % 28)];
	return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}
