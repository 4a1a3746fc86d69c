import { answerHint, oddity } from '../catalogue/contacts';
import { unreadable } from '../catalogue/requests';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { propertyOf } from '../fields/control';
import type { Field, Option } from '../fields/field';
import { boolean } from '../fields/types/choice';
import { boundedNumber } from '../fields/types/number';
import type { Conversation, Operation } from '../engine/operation';
import type { Call } from '../engine/row';
import type { ItemParameters } from '../engine/read/parameters';
import { figure } from '../catalogue/sentence';
import { isNamed, isObject, textOf } from '../fields/values';
import { AnswerError, listIn } from '../service/answer';
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
	/** An item's filters and order, as the service has them. */
	queryOf?(item: ItemParameters): IDataObject;
	/** The field for the order, with its two values, if the service has one. */
	order?: Field;
	request(query: IDataObject): ServiceRequest;
}

/** An item's query; without a limit, all entries. */
interface ListQuery {
	query: IDataObject;
	limit?: number;
	keys?: readonly string[];
}

/**
 * For Return All, it raises the limit until fewer entries come back. One request in the opposite
 * order then checks that the last entry is included; a hint reports an incomplete list. Without an
 * order, a hint reports that a raised limit can't be checked.
 */
export function listOperation(
	list: ServiceList,
): Pick<Operation, 'limit' | 'entriesReader' | 'request' | 'fetchAnswer' | 'settle'> {
	const { key, usualLimit } = list;
	return {
		limit: { maxPerRequest: 1, entries: 'requests' },

		entriesReader: () => (item) => {
			const most = item.option(returnAll) ? undefined : item.option(limit);
			return [{ query: list.queryOf?.(item) ?? {}, limit: most, keys: list.keysOf?.(item) }];
		},

		request(call) {
			const { query, limit = usualLimit } = askedIn(call);
			return list.request({ ...query, limit });
		},

		fetchAnswer: async (conversation, call) => await fetchList(conversation, list, call),

		settle(answer, call) {
			const entries = listIn(answer, key);
			const { keys, query } = askedIn(call);
			const { items } = call;
			call.shared = entries.map((entry) => ({ json: jsonOfEntry(entry, list, keys), items }));
			if (list.order && !areInOrder(entries, query[list.order.name] ?? list.order.initial)) {
				call.hints = [...call.hints, answerHint.otherOrder({ entries: key })];
			}
		},
	};
}

function askedIn({ rows: [row] }: Call): ListQuery {
	return row?.body as object as ListQuery;
}

/** Whether an entry has an ID, without which it isn't known what it is. */
function isEntry(entry: unknown, { id }: ServiceList): entry is IDataObject {
	return isObject(entry) && isNamed(entry[id]);
}

/** Returns the list as the service sends it, and notes if entries are or may be missing. */
async function fetchList(
	conversation: Conversation,
	list: ServiceList,
	call: Call,
): Promise<IDataObject> {
	const { key } = list;
	const { query, limit } = askedIn(call);
	const fetchUpTo = async (most: number, order?: IDataObject): Promise<IDataObject> => {
		const answer = await conversation.send(list.request({ ...query, ...order, limit: most }));
		const count = listIn(answer, key).length;
		if (count > most) {
			const counts = { count: figure(count), entries: key, most: figure(most) };
			call.hints = [...call.hints, answerHint.tooMany(counts)];
		}
		return answer as IDataObject;
	};
	const entriesOf = (answer: IDataObject) => answer[key] as unknown[];
	if (limit !== undefined) {
		const answer = await fetchUpTo(limit);
		return { ...answer, [key]: entriesOf(answer).slice(0, limit) };
	}
	const noteCut = (answer: IDataObject, rest: string): void => {
		const count = figure(entriesOf(answer).length);
		call.hints = [...call.hints, answerHint.listCut({ count, entries: key, rest })];
	};
	let most = list.usualLimit;
	let answer = await fetchUpTo(most);
	while (entriesOf(answer).length >= most) {
		most *= 10;
		const larger = await fetchUpTo(most).catch(noneIfRefused);
		if (!larger) {
			noteCut(answer, oddity.more);
			return answer;
		}
		answer = larger;
	}
	const opposite = oppositeOf(list, query);
	if (opposite) {
		// The list itself is there, whatever this request meets with.
		const other = await fetchUpTo(1, opposite).then(entriesOf).catch(failureMessage);
		const rest = missingOf(entriesOf(answer), other, list);
		if (rest !== undefined) noteCut(answer, rest);
	} else if (most > list.usualLimit) {
		noteCut(answer, oddity.unknown({ reason: oddity.oneOrder }));
	}
	return answer;
}

/**
 * What a list lacks or may lack; undefined if it is complete.
 *
 * @param other its end in the opposite order, or why there is none
 */
function missingOf(
	entries: readonly unknown[],
	other: readonly unknown[] | string,
	list: ServiceList,
): string | undefined {
	if (typeof other === 'string') return oddity.unknown({ reason: other });
	const [last] = other;
	if (last === undefined && entries.length === 0) return undefined;
	if (!isEntry(last, list)) return oddity.unknown({ reason: unreadable.noId({ key: list.key }) });
	const isLast = (entry: unknown) => isEntry(entry, list) && entry[list.id] === last[list.id];
	return entries.some(isLast) ? undefined : oddity.more;
}

/** The other order of a query; undefined if the service has only one. */
function oppositeOf({ order }: ServiceList, query: IDataObject): IDataObject | undefined {
	if (!order) return undefined;
	const chosen = query[order.name] ?? order.initial;
	const other = order.type.options?.find(({ value }) => value !== chosen);
	return other && { [order.name]: other.value };
}

/** Whether entries are in their order of creation, if all show when that was. */
function areInOrder(entries: readonly unknown[], order: unknown): boolean {
	const times = entries.map((entry) =>
		isObject(entry) ? Date.parse(textOf(entry.created_at)) : NaN,
	);
	const isBefore = (one = NaN, other = NaN) => (order === 'asc' ? one < other : one > other);
	return !times.some((time, at) => isBefore(time, times[at - 1]));
}

/** Why a request failed. @throws the error if the execution was canceled */
function failureMessage(error: unknown): string {
	const isCanceled = error instanceof ServiceError && error.failure.kind === 'canceled';
	const isFailed = error instanceof ServiceError || error instanceof AnswerError;
	if (isCanceled || !isFailed) throw error;
	return error.message;
}

/** A service with a largest limit, which is unknown, refuses larger values. */
function noneIfRefused(error: unknown): undefined {
	const status = error instanceof ServiceError ? error.failure.status : undefined;
	if (status !== 400 && status !== 422) throw error;
}

/** An entry as an item, with the keys that were asked for. An unknown entry is complete. */
function jsonOfEntry(
	entry: unknown,
	list: ServiceList,
	keys: readonly string[] | undefined,
): IDataObject {
	if (!isObject(entry)) return { [list.key]: entry as string };
	if (!keys || !isEntry(entry, list)) return entry;
	return Object.fromEntries(keys.filter((key) => key in entry).map((key) => [key, entry[key]]));
}

/**
 * Reads an answer with one result for each entry of its request, in the same order. If they aren't
 * as many, the outcomes are unknown, and the results come out once, for the whole request.
 *
 * @param key the list's key in the answer
 */
export function resultsInOrder(key: string): Operation['settle'] {
	return (answer, call) => {
		const results = listIn(answer, key);
		if (results.length === 0) throw new AnswerError(unreadable.noResults, answer);
		const isEach = results.length === call.rows.length && results.every(isObject);
		results.forEach((result, at) => {
			const json = isObject(result) ? result : ({ result } as IDataObject);
			if (isEach) call.rows[at]?.give(json);
			else call.share(json, { unclear: true });
		});
	};
}
