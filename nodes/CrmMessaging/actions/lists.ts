import { contactHint } from '../catalogue/contacts';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { propertyOf } from '../fields/control';
import type { Option } from '../fields/field';
import { boolean } from '../fields/types/choice';
import { boundedNumber } from '../fields/types/number';
import type { Conversation, Operation } from '../engine/operation';
import type { Call } from '../engine/row';
import type { ItemParameters } from '../engine/parameters';
import { isObject } from '../fields/values';
import { listIn } from '../service/answer';
import { ServiceError } from '../service/failure';
import type { ServiceRequest } from '../service/endpoints';

const returnAll: Option<boolean> = {
	name: 'returnAll',
	label: 'Return All',
	type: boolean,
	scope: 'item',
	isParameter: true,
	unset: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limit: Option<number> = {
	name: 'limit',
	label: 'Limit',
	type: boundedNumber({ isWhole: true, min: 1 }),
	scope: 'item',
	isParameter: true,
	unset: 50,
	description: 'Max number of results to return',
};

/** The controls of an operation that lists: Return All, and Limit. */
export const listProperties: INodeProperties[] = [
	propertyOf(returnAll),
	propertyOf(limit, { displayOptions: { show: { returnAll: [false] } } }),
];

/** A list of the service, and what an item asks of it. */
export interface ServiceList {
	/** Its key in the answer, and what its entries are called, for example `campaigns`. */
	key: string;
	/** The key of an entry that names it. */
	id: string;
	/** How many entries it holds when no limit is given. */
	usualLimit: number;
	/** The keys of an entry that an item asks for; all keys if it gives none. */
	keysOf?(item: ItemParameters): readonly string[] | undefined;
	/** Reads the filters and the order. */
	queryOf(item: ItemParameters): IDataObject;
	/** The request for it; the service knows only `limit` and `order` to page by. */
	request(query: IDataObject): ServiceRequest;
}

/** What an item asks for; all entries without a limit. */
interface Asked {
	query: IDataObject;
	limit?: number;
	keys?: readonly string[];
}

/**
 * The parts of an operation that lists. For all entries, the limit is raised until fewer come back; then
 * one request in the other order shows whether the last is among them. Each entry is an output item, and
 * a hint says if the list is cut.
 */
export function listOperation(
	list: ServiceList,
): Pick<Operation, 'limit' | 'entriesReader' | 'request' | 'fetchAnswer' | 'settle'> {
	const { key, usualLimit } = list;
	return {
		limit: { maxPerRequest: 1, entries: 'requests' },

		entriesReader: () => (item) => [
			{
				query: list.queryOf(item),
				limit: readLimit(item),
				keys: list.keysOf?.(item),
			},
		],

		request(call) {
			const { query, limit = usualLimit } = askedIn(call);
			return list.request({ ...query, limit });
		},

		fetchAnswer: async (conversation, call) =>
			await fetchList(conversation, list, askedIn(call)),

		settle(answer, call) {
			const entries = listIn(answer, key).filter(isObject);
			const isCut = isObject(answer) && answer.cut === true;
			const { keys } = askedIn(call);
			const { items } = call;
			call.shared = entries.map((entry) => ({
				json: keys ? partOf(entry, keys) : entry,
				items,
			}));
			if (isCut) call.hints = [contactHint.listCut(entries.length, key)];
		},
	};
}

function askedIn({ rows: [row] }: Call): Asked {
	return row?.body as object as Asked;
}

/** Reads Return All and Limit; undefined for all. */
function readLimit(item: ItemParameters): number | undefined {
	return item.option(returnAll) ? undefined : item.option(limit);
}

/** Gives the list in the service's form, and `cut` where there is more. */
async function fetchList(
	conversation: Conversation,
	list: ServiceList,
	{ query, limit }: Asked,
): Promise<IDataObject> {
	const { key, id } = list;
	const entriesOf = async (asked: IDataObject, most: number): Promise<IDataObject[]> => {
		const answer = await conversation.send(list.request({ ...asked, limit: most }));
		return listIn(answer, key).filter(isObject);
	};
	if (limit !== undefined) return { [key]: (await entriesOf(query, limit)).slice(0, limit) };
	let most = list.usualLimit;
	let entries = await entriesOf(query, most);
	while (entries.length >= most) {
		most *= 10;
		const larger = await entriesOf(query, most).catch(noneIfRefused);
		if (!larger) return { [key]: entries, cut: true };
		entries = larger;
	}
	const otherOrder = query.order === 'asc' ? 'desc' : 'asc';
	const [last] = await entriesOf({ ...query, order: otherOrder }, 1);
	const cut = last !== undefined && !entries.some((one) => one[id] === last[id]);
	return { [key]: entries, cut };
}

/** No largest limit is known (docs/service.md, Open questions); a service that has one refuses what is above. */
function noneIfRefused(error: unknown): undefined {
	const status = error instanceof ServiceError ? error.failure.status : undefined;
	if (status !== 400 && status !== 422) throw error;
}

function partOf(entry: IDataObject, keys: readonly string[]): IDataObject {
	return Object.fromEntries(keys.filter((key) => key in entry).map((key) => [key, entry[key]]));
}
