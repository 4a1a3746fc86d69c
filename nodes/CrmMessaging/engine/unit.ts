import { itemsOfEntry, type Batch, type Operation } from './operation';
import { isSameRecipient, type Recipient, RecipientIndex } from './recipient';

/** What is accepted or not as one: an entry, or a request whose entries belong together. */
export interface Unit {
	/** The input items it came from. */
	items: number[];
	/** Its place among the entries of its item. */
	place: number;
	recipient: Recipient;
	/** What it says, where that tells it from others beside its names. */
	content?: string;
}

/** What operations call their units, for example `contacts`. */
export function unitName({ limit, asWhole }: Operation): string {
	return asWhole?.name ?? limit.entries;
}

/**
 * The units of a batch; those that are entries stand in the order of the entries.
 *
 * @param contents what each says, where somebody asks
 */
export function unitsOf(
	operation: Operation,
	{ envelope, entries, items }: Batch,
	contents: readonly string[] = [],
): Unit[] {
	const { asWhole, recipientOf } = operation;
	if (asWhole) {
		const recipient = asWhole.recipientOf(envelope);
		return [{ items, place: 0, recipient, content: contents[0] }];
	}
	return entries.map((entry, at) => {
		const recipient = recipientOf?.(entry.data) ?? [];
		return {
			items: itemsOfEntry(entry),
			place: entry.place,
			// A guest whose number a test goes to still gets the own message.
			recipient: entry.marks?.test ? asTest(recipient) : recipient,
			content: contents[at],
		};
	});
}

/** The recipient of a test, who is no one of those that messages are for. */
function asTest(recipient: Recipient): Recipient {
	return recipient.map(([type, name]) => [`test ${type}`, name]);
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
	if (atPlace((one, other) => namesOf(one) === namesOf(other))) return found;
	const open = () => now.filter((unit) => !found.has(unit));
	const byAllNames = namedUnits(open());
	if (find((unit) => byAllNames.get(namesOf(unit))?.pop())) return found;
	atPlace((one, other) => isSameRecipient(one.recipient, other.recipient) === true);
	const index = new RecipientIndex<Unit>();
	// The first of those alike is found first.
	for (const unit of open().reverse()) index.add(unit);
	find((unit) => {
		const same = index.find(unit.recipient);
		if (same) index.remove(same);
		return same;
	});
	return found;
}

/** What was found of contacts whose names were changed since they were sent. */
export interface Renamed {
	/** For each unit of now that was found, the earlier one. */
	found: Map<Unit, Unit>;
	/** Units of now that may be an earlier one, or another. */
	unclear: Unit[];
}

/**
 * Finds units again that were not found by their names: one at the same place of its item is the
 * same where all but its names is unchanged. Where that changed too, nothing tells.
 */
export function matchRenamed(earlier: readonly Unit[], now: readonly Unit[]): Renamed {
	const found = new Map<Unit, Unit>();
	const byPlace = new Map(now.map((unit) => [placeOf(unit), unit]));
	const lost = earlier.filter((unit) => {
		const same = byPlace.get(placeOf(unit));
		if (same === undefined || same.content !== unit.content) return true;
		found.set(same, unit);
		return false;
	});
	const lostItems = new Set(lost.flatMap(({ items }) => items));
	const unclear = now.filter(
		(unit) => !found.has(unit) && unit.items.some((item) => lostItems.has(item)),
	);
	return { found, unclear };
}

/** Finds units of an agent's call that say the same to the same one as any of an earlier call. */
export function matchSaid(earlier: readonly Unit[], now: readonly Unit[]): Map<Unit, Unit> {
	const keyOf = (unit: Unit) => `${unit.content} ${namesOf(unit)}`;
	const said = new Map(earlier.map((unit) => [keyOf(unit), unit]));
	const found = new Map<Unit, Unit>();
	for (const unit of now) {
		const same = said.get(keyOf(unit));
		if (same) found.set(unit, same);
	}
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

/** Units by all their names; those with the same ones in reverse order. */
function namedUnits(units: readonly Unit[]): Map<string, Unit[]> {
	const named = new Map<string, Unit[]>();
	for (const unit of [...units].reverse()) {
		if (unit.recipient.length === 0) continue;
		const names = namesOf(unit);
		const alike = named.get(names);
		if (alike) alike.push(unit);
		else named.set(names, [unit]);
	}
	return named;
}

/** All names of a unit, as a text. */
export function namesOf({ recipient }: Unit): string {
	return JSON.stringify(recipient);
}
