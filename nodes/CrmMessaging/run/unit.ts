import { itemsOfEntry } from './entry';
import type { Batch, Operation } from './operation';
import { isSameRecipient, type Recipient } from './recipient';

/** What is accepted or not as one: an entry, or a request whose entries belong together. */
export interface Unit {
	/** The input items it came from. */
	items: number[];
	/** Its place among the entries of its item. */
	place: number;
	recipient: Recipient;
}

/** What operations call their units, for example `contacts`. */
export function unitName({ limit, asWhole }: Operation): string {
	return asWhole?.name ?? limit.entries;
}

/** The units of a batch; those that are entries stand in the order of the entries. */
export function unitsOf(operation: Operation, { envelope, entries, items }: Batch): Unit[] {
	const { asWhole, recipientOf } = operation;
	if (asWhole) return [{ items, place: 0, recipient: asWhole.recipientOf(envelope) }];
	return entries.map((entry) => ({
		items: itemsOfEntry(entry),
		place: entry.place,
		recipient: recipientOf?.(entry.data) ?? [],
	}));
}

/** Whom a batch reaches, by its units and by its entries. */
export function recipientsOf(operation: Operation, { envelope, entries }: Batch): Recipient[] {
	const { asWhole, recipientOf } = operation;
	const recipients = recipientOf ? entries.map(({ data }) => recipientOf(data)) : [];
	return asWhole ? [asWhole.recipientOf(envelope), ...recipients] : recipients;
}

/**
 * Finds units of an earlier try again: by who they are for, each once. Item and place decide
 * between equals, and where nothing names a unit. Those with the very same names go first, so that
 * nobody takes the place of someone who is still there.
 *
 * @returns for each unit of now that was found, the earlier one
 */
export function matchUnits(earlier: readonly Unit[], now: readonly Unit[]): Map<Unit, Unit> {
	const found = new Map<Unit, Unit>();
	let left = earlier;
	const find = (finder: (unit: Unit) => Unit | undefined): boolean => {
		left = left.filter((unit) => {
			const same = finder(unit);
			if (!same || found.has(same)) return true;
			found.set(same, unit);
			return false;
		});
		return left.length === 0;
	};
	const byPlace = new Map(now.map((unit) => [placeOf(unit), unit]));
	const atPlace = (isSame: (one: Unit, other: Unit) => boolean) =>
		find((unit) => {
			const other = byPlace.get(placeOf(unit));
			return other && isSame(unit, other) ? other : undefined;
		});
	if (atPlace((one, other) => allNamesOf(one) === allNamesOf(other))) return found;
	const index = indexOf(now.filter((unit) => !found.has(unit)));
	if (find((unit) => firstOpen(unit, [allNamesOf(unit)], index, found))) return found;
	atPlace((one, other) => isSameRecipient(one.recipient, other.recipient) === true);
	find((unit) => firstOpen(unit, namesOf(unit), index, found));
	return found;
}

/** An item has one unit at a place. */
export function placeOf({
	items,
	place = 0,
}: {
	items: readonly number[];
	place?: number;
}): string {
	return `${items[0] ?? 0}-${place}`;
}

function namesOf({ recipient }: Unit): string[] {
	return recipient.map(([type, name]) => `${type} ${name}`);
}

function allNamesOf({ recipient }: Unit): string {
	return JSON.stringify(recipient);
}

/**
 * Units by each of their names, and then by the types of the names that decide before it: of those
 * alike in both, each is the same as a given one, or none is. So nobody is looked at twice. By all
 * their names together, they are alike anyway.
 */
type Index = Map<string, Map<string, Unit[]>>;

/** The units of each list stand in reverse order; where nothing names one, it stands in none. */
function indexOf(units: readonly Unit[]): Index {
	const index: Index = new Map();
	const put = (name: string, before: string, unit: Unit) => {
		const kinds = index.get(name) ?? new Map<string, Unit[]>();
		const alike = kinds.get(before) ?? [];
		alike.push(unit);
		index.set(name, kinds.set(before, alike));
	};
	for (const unit of [...units].reverse()) {
		const types: string[] = [];
		for (const [type, name] of unit.recipient) {
			put(`${type} ${name}`, types.join(' '), unit);
			types.push(type);
		}
		if (types.length > 0) put(allNamesOf(unit), '', unit);
	}
	return index;
}

/** The first unit for the same one that was not found yet. */
function firstOpen(
	{ recipient }: Unit,
	names: readonly string[],
	index: Index,
	found: ReadonlyMap<Unit, Unit>,
): Unit | undefined {
	for (const name of names) {
		for (const alike of index.get(name)?.values() ?? []) {
			while (alike.length > 0 && found.has(alike.at(-1) as Unit)) alike.pop();
			const one = alike.at(-1);
			if (one && isSameRecipient(recipient, one.recipient)) return one;
		}
	}
	return undefined;
}
