import { addTo } from '../fields/values';
import { displayName, untypedName, type Recipient } from './recipient';
import { firstItemOf, type Row, type SentOutcome } from './row';

/** A row that was sent, or may have been, as an execution stores it. */
export interface StoredRow {
	items: readonly number[];
	position: number;
	recipient: Recipient;
	content?: string;
	outcome: SentOutcome;
}

/** A row's content, if that decides whether it is sent again. */
export type ContentReader = (row: Row) => string;

/**
 * Finds rows of an earlier try again, each once: by recipient, and by content if that counts. Of equal
 * rows, the one at the same place of its item is first, then by order. The same ID of another type is
 * last: a person may correct the type between two tries.
 */
export function matchRows(
	earlier: readonly StoredRow[],
	now: readonly Row[],
	contentOf?: ContentReader,
): Map<Row, StoredRow> {
	const found = new Map<Row, StoredRow>();
	if (earlier.length === 0) return found;
	const left = new Set(earlier);
	const take = (row: Row, before: StoredRow): void => {
		found.set(row, before);
		left.delete(before);
	};
	const keys = new Map(now.map((row) => [row, keyOf(row, contentOf)]));
	const atPlace = new Map(now.map((row) => [rowPlace(row), row]));
	for (const before of earlier) {
		const row = atPlace.get(rowPlace(before));
		if (row && keys.get(row) === storedKeyOf(before)) take(row, before);
	}
	const takeEqual = (keyNow: ContentReader, keyBefore: (before: StoredRow) => string): void => {
		const open = new Map<string, StoredRow[]>();
		for (const before of left) addTo(open, keyBefore(before), before);
		// In reverse, so that the first of equal rows is taken first.
		for (const alike of open.values()) alike.reverse();
		for (const row of now) {
			const before = found.has(row) ? undefined : open.get(keyNow(row))?.pop();
			if (before) take(row, before);
		}
	};
	takeEqual((row) => keys.get(row) ?? '', storedKeyOf);
	if (left.size > 0 && !contentOf) takeEqual(untypedKeyOf, untypedKeyOf);
	return found;
}

/** Finds rows of an agent's call with the same recipient and content as in any earlier call. */
export function matchContents(
	earlier: readonly StoredRow[],
	now: readonly Row[],
	contentOf: ContentReader,
): Map<Row, StoredRow> {
	const known = new Map(earlier.map((row) => [storedKeyOf(row), row]));
	return new Map(
		now.flatMap((row) => {
			const same = known.get(keyOf(row, contentOf));
			return same ? [[row, same] as const] : [];
		}),
	);
}

/** Identifies a row's recipient, or its place if it has none, and its content if that counts. */
export function keyOf(row: Row, contentOf?: ContentReader): string {
	return `${recipientKey(row)} ${contentOf?.(row) ?? ''}`;
}

function storedKeyOf(row: StoredRow): string {
	return `${recipientKey(row)} ${row.content ?? ''}`;
}

type Placed = Pick<Row, 'items' | 'position' | 'recipient'>;

function recipientKey(row: Placed): string {
	const { recipient } = row;
	return displayName(recipient) === undefined ? rowPlace(row) : JSON.stringify(recipient);
}

function untypedKeyOf(row: Placed): string {
	return untypedName(row.recipient) ?? rowPlace(row);
}

/** An item has one row per position. */
function rowPlace({ items, position }: Placed): string {
	return `${firstItemOf({ items })}-${position}`;
}
