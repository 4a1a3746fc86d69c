import { addTo } from '../fields/values';
import { displayName, isSameRecipient, RecipientIndex } from './recipient';
import type { Row } from './row';
import { namesOf } from './settle';

/**
 * Finds rows of an earlier try again: by who they are for, each once. Item and position decide between
 * equals, and if nothing names a row. Those with the very same names go first, so that no one takes
 * the place of someone who is still there.
 *
 * @returns for each row of now that was found, the earlier one
 */
export function matchRows(earlier: readonly Row[], now: readonly Row[]): Map<Row, Row> {
	const found = new Map<Row, Row>();
	let left = earlier;
	const find = (finder: (row: Row) => Row | undefined): boolean => {
		left = left.filter((row) => {
			const same = finder(row);
			if (!same || found.has(same)) return true;
			found.set(same, row);
			return false;
		});
		return left.length === 0;
	};
	const byPlace = new Map(now.map((row) => [placeOf(row), row]));
	const atPlace = (isSame: (one: Row, other: Row) => boolean) =>
		find((row) => {
			const other = byPlace.get(placeOf(row));
			return other && isSame(row, other) ? other : undefined;
		});
	if (atPlace((one, other) => namesOf(one) === namesOf(other))) return found;
	const open = () => now.filter((row) => !found.has(row));
	const byAllNames = namedRows(open());
	if (find((row) => byAllNames.get(namesOf(row))?.pop())) return found;
	atPlace((one, other) => isSameRecipient(one.recipient, other.recipient) === true);
	const index = new RecipientIndex<Row>();
	// The first of those alike is found first.
	for (const row of open().reverse()) index.add(row);
	find((row) => {
		const same = index.find(row.recipient);
		if (same) index.remove(same);
		return same;
	});
	return found;
}

/** Matches of contacts whose names were changed since they were sent. */
export interface Renamed {
	/** For each row of now that was found, the earlier one. */
	found: Map<Row, Row>;
	/** Rows of now that may be an earlier one, or another. */
	unclear: Row[];
}

/**
 * Finds rows again that were not found by their names: one at the same place of its item is the same
 * if all but its names is unchanged. If that changed too, nothing tells.
 */
export function matchRenamed(earlier: readonly Row[], now: readonly Row[]): Renamed {
	const found = new Map<Row, Row>();
	const byPlace = new Map(now.map((row) => [placeOf(row), row]));
	const lost = earlier.filter((row) => {
		const same = byPlace.get(placeOf(row));
		if (same === undefined || same.content !== row.content) return true;
		found.set(same, row);
		return false;
	});
	const lostItems = new Set(lost.flatMap(({ items }) => items));
	const unclear = now.filter(
		(row) => !found.has(row) && row.items.some((item) => lostItems.has(item)),
	);
	return { found, unclear };
}

/** Finds rows of an agent's call that say the same to the same one as any of an earlier call. */
export function matchSaid(earlier: readonly Row[], now: readonly Row[]): Map<Row, Row> {
	const keyOf = (row: Row) => `${row.content} ${namesOf(row)}`;
	const earlierByContent = new Map(earlier.map((row) => [keyOf(row), row]));
	const found = new Map<Row, Row>();
	for (const row of now) {
		const same = earlierByContent.get(keyOf(row));
		if (same) found.set(row, same);
	}
	return found;
}

/** An item has one row at a position. */
function placeOf({ item, position }: Row): string {
	return `${item}-${position}`;
}

/** Rows by all their names; those with the same ones in reverse order. */
function namedRows(rows: readonly Row[]): Map<string, Row[]> {
	const named = new Map<string, Row[]>();
	for (const row of [...rows].reverse()) {
		if (displayName(row.recipient) === undefined) continue;
		addTo(named, namesOf(row), row);
	}
	return named;
}
