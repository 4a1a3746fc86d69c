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
		if (!same || !isSameInPlace(unit, same)) return true;
		found.set(same, unit);
		return false;
	});
	if (left.length === 0) return found;
	const byName = unitsByName(now.filter((unit) => !found.has(unit)));
	for (const unit of left) {
		for (const name of namesOf(unit)) {
			const candidates = byName.get(name) ?? [];
			// Those found stand in front, mostly; without them the search stays short.
			while (candidates[0] && found.has(candidates[0])) candidates.shift();
			const same = candidates.find(
				(one) => !found.has(one) && isSameRecipient(unit.recipient, one.recipient),
			);
			if (same) {
				found.set(same, unit);
				break;
			}
		}
	}
	return found;
}

function isSameInPlace({ recipient }: Unit, other: Unit): boolean {
	const unnamed = recipient.length === 0 && other.recipient.length === 0;
	return unnamed || isSameRecipient(recipient, other.recipient) === true;
}

/** Where a unit, or what came of it, stands; in one try no two units have the same. */
export function placeOf({ items, place = 0 }: Partial<Unit> & Pick<Unit, 'items'>): string {
	return `${items[0] ?? 0}-${place}`;
}

function namesOf({ recipient }: Unit): string[] {
	return recipient.map(([type, name]) => `${type} ${name}`);
}

function unitsByName(units: readonly Unit[]): Map<string, Unit[]> {
	const byName = new Map<string, Unit[]>();
	for (const unit of units) {
		for (const name of namesOf(unit)) {
			const same = byName.get(name);
			if (same) same.push(unit);
			else byName.set(name, [unit]);
		}
	}
	return byName;
}
