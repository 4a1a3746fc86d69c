import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Conversation } from '../engine/operation';
import type { Call } from '../engine/row';
import type { ItemParameters } from '../engine/parameters';
import { InputError } from '../fields/inputError';
import { isObject } from '../fields/values';
import { listIn } from '../service/answer';
import { ServiceError } from '../service/failure';
import type { ServiceRequest } from '../service/endpoints';

/** The controls of an operation that lists: Return All, and Limit. */
export const listProperties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

/** A list of the service. */
export interface ServiceList {
	/** Its key in the answer, and what its entries are called, for example `campaigns`. */
	key: string;
	/** The key of an entry that names it. */
	id: string;
	/** How many entries it holds when no limit is given. */
	usualLimit: number;
	/** The request for it; the service knows only `limit` and `order` to page by. */
	request(query: IDataObject): ServiceRequest;
}

/** What an item asks for: a query, and how many entries at most; all of them without a limit. */
export interface Listing {
	query: IDataObject;
	limit?: number;
}

/**
 * Reads Return All and Limit.
 *
 * @returns undefined for all
 * @throws InputError where the limit is no whole number above 0
 */
export function readLimit(item: ItemParameters): number | undefined {
	if (item.value('returnAll') === true) return undefined;
	const limit = Number(item.value('limit'));
	if (Number.isInteger(limit) && limit >= 1) return limit;
	throw new InputError('must be a whole number above 0', ['Limit']);
}

/** The first request for what an item asks for. */
export function listRequest(list: ServiceList, { query, limit }: Listing): ServiceRequest {
	return list.request({ ...query, limit: limit ?? list.usualLimit });
}

/**
 * Lists what an item asks for. For all, the limit is raised until fewer come back; then one request
 * in the other order shows whether the last is among them.
 *
 * @returns an answer with at most as many entries as were asked for, and `cut` where there are more
 */
export async function fetchList(
	conversation: Conversation,
	list: ServiceList,
	{ query, limit }: Listing,
): Promise<IDataObject> {
	const { key, id } = list;
	const entriesOf = async (asked: IDataObject, most: number) => {
		const answer = await conversation.send(listRequest(list, { query: asked, limit: most }));
		return listIn(answer, key);
	};
	if (limit !== undefined) {
		const entries = await entriesOf(query, limit);
		return { [key]: entries.slice(0, limit) as IDataObject[] };
	}
	let most = list.usualLimit;
	let entries = (await entriesOf(query, most)).filter(isObject);
	while (entries.length >= most) {
		most *= 10;
		const { value, error } = await tried(entriesOf(query, most));
		if (isRefusal(error)) return { [key]: entries, cut: true };
		if (!value) throw error;
		entries = value.filter(isObject);
	}
	const otherOrder = query.order === 'asc' ? 'desc' : 'asc';
	const [last] = (await entriesOf({ ...query, order: otherOrder }, 1)).filter(isObject);
	return {
		[key]: entries,
		cut: last !== undefined && !entries.some((one) => one[id] === last[id]),
	};
}

/**
 * Gives one output item for each entry of a list, and a hint if the list is cut.
 *
 * @param outputOf what comes out of an entry; left out, all of it
 * @throws AnswerError where the answer holds no such list
 */
export function settleList(
	{ key }: ServiceList,
	answer: unknown,
	call: Call,
	outputOf: (entry: IDataObject) => IDataObject = (entry) => entry,
): void {
	const entries = listIn(answer, key).filter(isObject);
	const isCut = isObject(answer) && answer.cut === true;
	const hint = `The service gave ${entries.length} ${key} and has more than it gives at once; narrow the filters to see the others.`;
	const { items } = call;
	call.shared = entries.map((entry) => ({ json: outputOf(entry), items }));
	if (isCut) call.hints = [hint];
}

/** No largest limit is known (docs/service.md, Open questions); a service that has one refuses what is above. */
function isRefusal(error: unknown): boolean {
	return error instanceof ServiceError && [400, 422].includes(error.failure.status ?? 0);
}

async function tried<T>(ask: Promise<T>): Promise<{ value?: T; error?: unknown }> {
	try {
		return { value: await ask };
	} catch (error) {
		return { error };
	}
}
