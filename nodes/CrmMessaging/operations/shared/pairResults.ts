import type { IDataObject } from 'n8n-workflow';
import type { Entry } from '../../run/operation';
import { isSameRecipient, type Recipient } from '../../run/recipient';
import { isObject } from '../../transport/answer';

/** A result of an answer. */
export interface PlacedResult {
	result: unknown;
	/** The place of the entry it would be of by its order, where the answer has an order to go by. */
	place?: number;
}

/** What an answer says of the entries of its request. */
export interface Pairing {
	/** Results that belong to an entry, and the entry of each, in the same order. */
	results: IDataObject[];
	entries: Entry[];
	/** Of each of them, whether only its place says whose it is. */
	placed: boolean[];
	/** Results that may be of several entries, or are of none. */
	left: unknown[];
	/** Entries without a result of their own. */
	open: Entry[];
}

/** Who an entry, or a result, says it is of. */
export type NamesOf = (data: IDataObject) => Recipient;

/**
 * Joins results to the entries they are of: by what each says about itself, and by its place only
 * where nothing in the whole answer contradicts its order. What stays uncertain is not joined.
 *
 * @param namesOf who an entry is for
 * @param several whether an entry may have several results, as a contact with two devices has
 * @param toldBy who a result says it is of, where that is written in other ways
 */
export function pairResults(
	placed: readonly PlacedResult[],
	entries: readonly Entry[],
	namesOf: NamesOf,
	several: boolean,
	toldBy: NamesOf = namesOf,
): Pairing {
	return (
		pairInOrder(placed, entries, namesOf, toldBy) ??
		pairByNames(placed, entries, namesOf, several, toldBy)
	);
}

/**
 * Mostly each entry has its result at its own place, which says nothing else. Where the answer has no
 * order to go by, each result has to name the entry at its place.
 */
function pairInOrder(
	placed: readonly PlacedResult[],
	entries: readonly Entry[],
	namesOf: NamesOf,
	toldBy: NamesOf,
): Pairing | undefined {
	if (placed.length !== entries.length) return undefined;
	const byPlace: boolean[] = [];
	const results: IDataObject[] = [];
	for (const [at, { result, place }] of placed.entries()) {
		if (!isObject(result)) return undefined;
		const told = toldBy(result);
		if (place === undefined ? told.length === 0 : place !== at) return undefined;
		const isNamed = told.length > 0;
		if (isNamed && isSameRecipient(namesOf((entries[at] as Entry).data), told) !== true) {
			return undefined;
		}
		byPlace.push(!isNamed && entries.length > 1);
		results.push(result);
	}
	return { results, entries: [...entries], placed: byPlace, left: [], open: [] };
}

function pairByNames(
	placed: readonly PlacedResult[],
	entries: readonly Entry[],
	namesOf: NamesOf,
	several: boolean,
	toldBy: NamesOf,
): Pairing {
	const wanted = entries.map(({ data }) => namesOf(data));
	const told = placed.map(({ result }) => (isObject(result) ? toldBy(result) : []));
	const sameAs = (at: number, entry: number) =>
		isSameRecipient(wanted[entry] as Recipient, told[at] as Recipient);
	const named = indexOf(wanted);
	const owners = new Map<number, number>();
	const answered = new Set<number>();
	const give = (find: (at: number) => number | undefined): void => {
		placed.forEach((_, at) => {
			const entry = owners.has(at) ? undefined : find(at);
			if (entry === undefined) return;
			owners.set(at, entry);
			answered.add(entry);
		});
	};
	const namedBy = (at: number): number[] =>
		(told[at] as Recipient)
			.flatMap(([type, name]) => named.get(`${type} ${name}`) ?? [])
			.filter((entry) => sameAs(at, entry));

	give((at) => {
		const { place } = placed[at] as PlacedResult;
		return place !== undefined && sameAs(at, place) ? place : undefined;
	});
	give((at) => namedBy(at).find((entry) => !answered.has(entry)));
	const isInOrder = placed.every(({ result, place }, at) => {
		if (place === undefined || !isObject(result)) return false;
		return (owners.get(at) ?? place) === place && sameAs(at, place) !== false;
	});
	const byName = new Set(owners.keys());
	if (isInOrder) give((at) => placed[at]?.place);
	const byPlace = new Set([...owners.keys()].filter((at) => !byName.has(at)));
	if (several) {
		give((at) => namedBy(at)[0]);
		give((at) => {
			if (!isObject(placed[at]?.result)) return undefined;
			const [only, ...others] = [...entries.keys()].filter(
				(entry) => sameAs(at, entry) !== false,
			);
			return others.length === 0 ? only : undefined;
		});
	}
	const joined = [...placed.keys()].filter((at) => owners.has(at));
	return {
		results: joined.map((at) => placed[at]?.result as IDataObject),
		entries: joined.map((at) => entries[owners.get(at) as number] as Entry),
		placed: joined.map((at) => entries.length > 1 && byPlace.has(at)),
		left: placed.flatMap(({ result }, at) => (owners.has(at) ? [] : [result])),
		open: entries.filter((_, entry) => !answered.has(entry)),
	};
}

/** Places of entries by each of their names. */
function indexOf(wanted: readonly Recipient[]): Map<string, number[]> {
	const byName = new Map<string, number[]>();
	wanted.forEach((recipient, entry) => {
		for (const [type, name] of recipient) {
			const key = `${type} ${name}`;
			const same = byName.get(key);
			if (same) same.push(entry);
			else byName.set(key, [entry]);
		}
	});
	return byName;
}
