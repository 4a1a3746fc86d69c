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
	isParameter: true,
	unset: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limit: Option<number> = {
	name: 'limit',
	label: 'Limit',
	type: boundedNumber({ isWhole: true, min: 1 }),
	isParameter: true,
	unset: 50,
	description: 'Max number of results to return',
};

export const listProperties: INodeProperties[] = [
	propertyOf(returnAll),
	propertyOf(limit, { displayOptions: { show: { returnAll: [false] } } }),
];

export interface ServiceList {
	/** Its key in the answer, also used in sentences, for example `campaigns`. */
	key: string;
	id: string;
	/** Entries per page if the request sets no limit. */
	usualLimit: number;
	/** The keys of an entry that an item asks for, or undefined for all. */
	keysOf?(item: ItemParameters): readonly string[] | undefined;
	queryOf(item: ItemParameters): IDataObject;
	/** The service can page only by `limit` and `order`. */
	request(query: IDataObject): ServiceRequest;
}

/** An item's query; without a limit, all entries. */
interface Asked {
	query: IDataObject;
	limit?: number;
	keys?: readonly string[];
}

/**
 * For Return All, it raises the limit until fewer entries come back. One request in the opposite
 * order then checks that the last entry is included; a hint reports an incomplete list.
 */
export function listOperation(
	list: ServiceList,
): Pick<Operation, 'limit' | 'entriesReader' | 'request' | 'fetchAnswer' | 'settle'> {
	const { key, usualLimit } = list;
	return {
		limit: { maxPerRequest: 1, entries: 'requests' },

		entriesReader: () => (item) => {
			const most = item.option(returnAll) ? undefined : item.option(limit);
			return [{ query: list.queryOf(item), limit: most, keys: list.keysOf?.(item) }];
		},

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

/** Returns the list as the service sends it; `cut` is set if entries are missing. */
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

/** A service with a largest limit, which is unknown, refuses larger values. */
function noneIfRefused(error: unknown): undefined {
	const status = error instanceof ServiceError ? error.failure.status : undefined;
	if (status !== 400 && status !== 422) throw error;
}

function partOf(entry: IDataObject, keys: readonly string[]): IDataObject {
	return Object.fromEntries(keys.filter((key) => key in entry).map((key) => [key, entry[key]]));
}
