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
	const { asWhole } = operation;
	if (asWhole) return [{ items, place: 0, recipient: asWhole.recipientOf(envelope) }];
	return entries.map(({ item, place, data }) => ({
		items: [item],
		place,
		recipient: operation.recipientOf?.(data) ?? [],
	}));
}

/**
 * Finds units of an earlier try again: by who they are for, each once. Item and place decide
 * between equals, and where nothing names a unit.
 *
 * @returns for each unit of now that was found, the earlier one
 */
export function matchUnits(earlier: readonly Unit[], now: readonly Unit[]): Map<Unit, Unit> {
	const found = new Map<Unit, Unit>();
	const byPlace = new Map(now.map((unit) => [placeOf(unit), unit]));
	const left = earlier.filter((unit) => {
		const same = byPlace.get(placeOf(unit));
		if (!same || found.has(same) || !isSameInPlace(unit, same)) return true;
		found.set(same, unit);
		return false;
	});
	if (left.length === 0) return found;
	const byName = unitsByName(now.filter((unit) => !found.has(unit)));
	for (const unit of left) {
		const same = firstOpen(unit, byName, found);
		if (same) found.set(same, unit);
	}
	return found;
}

/** The first unit for the same one that was not found yet. */
function firstOpen(
	unit: Unit,
	byName: UnitsByName,
	found: ReadonlyMap<Unit, Unit>,
): Unit | undefined {
	for (const name of namesOf(unit)) {
		for (const alike of byName.get(name)?.values() ?? []) {
			// The last one is the first in order; those found are done with.
			while (alike.length > 0 && found.has(alike.at(-1) as Unit)) alike.pop();
			const one = alike.at(-1);
			if (one && isSameRecipient(unit.recipient, one.recipient)) return one;
		}
	}
	return undefined;
}

function isSameInPlace({ recipient }: Unit, other: Unit): boolean {
	const unnamed = recipient.length === 0 && other.recipient.length === 0;
	return unnamed || isSameRecipient(recipient, other.recipient) === true;
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

/**
 * Units by each of their names, and then by the names that decide before it: of those alike in both,
 * each is the same as a given one, or none is. So nobody is looked at twice.
 */
type UnitsByName = Map<string, Map<string, Unit[]>>;

/** The units of each list stand in reverse order. */
function unitsByName(units: readonly Unit[]): UnitsByName {
	const byName: UnitsByName = new Map();
	for (const unit of [...units].reverse()) {
		for (const [at, name] of namesOf(unit).entries()) {
			const before = unit.recipient.slice(0, at).map(([type]) => type);
			const kinds = byName.get(name) ?? new Map<string, Unit[]>();
			byName.set(name, kinds);
			const alike = kinds.get(before.join(' '));
			if (alike) alike.push(unit);
			else kinds.set(before.join(' '), [unit]);
		}
	}
	return byName;
}
