import { addTo, orderedJson } from '../fields/values';
import { displayName, isSameRecipient, RecipientIndex } from './recipient';
import type { Row } from './row';
import { namesOf } from './outcomes';
import type { IDataObject } from 'n8n-workflow';
import { digestOf } from './ledger';
import type { Operation } from './operation';

/**
 * Finds rows of an earlier try again by recipient, each once. Item and position break ties and
 * identify rows without a recipient. Identical names are matched first, so no one takes the place
 * of another recipient.
 *
 * @returns the earlier row of each current row found
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
	// In reverse, so the first of equal rows is found first.
	for (const row of open().reverse()) index.add(row);
	find((row) => {
		const same = index.find(row.recipient);
		if (same) index.remove(same);
		return same;
	});
	return found;
}

/** The matches of contacts whose names changed since they were sent. */
export interface Renamed {
	/** The earlier row of each current row found. */
	found: Map<Row, Row>;
	/** Current rows that may or may not be an earlier one. */
	unclear: Row[];
}

/**
 * Finds rows that weren't found by name. A row at the same position of its item is the same if only
 * its names changed. If other fields changed too, it's unclear.
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

/** Finds rows of an agent's call with the same content and recipient as in any earlier call. */
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

/** An item has one row per position. */
function placeOf({ item, position }: Row): string {
	return `${item}-${position}`;
}

/** Rows by all their names; equal ones in reverse order. */
function namedRows(rows: readonly Row[]): Map<string, Row[]> {
	const named = new Map<string, Row[]>();
	for (const row of [...rows].reverse()) {
		if (displayName(row.recipient) === undefined) continue;
		addTo(named, namesOf(row), row);
	}
	return named;
}

/** A row's content, as a text that differs between rows. */
export type ContentReader = (row: Row) => string;

/**
 * Returns a reader of the content by which rows are recognized, in addition to names.
 *
 * @returns undefined if names alone decide
 */
export function contentReader(
	operation: Operation,
	isAgentCall: boolean,
): ContentReader | undefined {
	if (isAgentCall) return ofAgent(operation);
	const { nameKeys } = operation;
	if (!nameKeys) return undefined;
	const names = new Set(nameKeys);
	return ({ body }) => fingerprint(body, names);
}

/** For an agent: a message's text, or the row's whole request. */
function ofAgent({ message }: Operation): ContentReader {
	return ({ envelope, body, parts, text = '' }) => {
		if (parts) return digestOf(orderedJson([envelope, parts.map((part) => part.body)]));
		if (!message) return digestOf(orderedJson([envelope, body]));
		return digestOf(JSON.stringify([message.shownBeside?.(envelope) ?? '', text]));
	};
}

/**
 * A hash of all fields except those that identify a contact, in any order. A digest would cost too
 * much: it is compared with only one other contact's, and there may be very many.
 */
function fingerprint(data: IDataObject, names: ReadonlySet<string>): string {
	let sum = 0;
	for (const field in data) {
		if (names.has(field)) continue;
		const hash = hashOf(field, offset);
		const value = data[field];
		const isText = typeof value === 'string';
		sum += isText ? hashOf(value, hash) : hashOf(JSON.stringify(value) ?? '', hash ^ 1);
	}
	return String(sum);
}

const offset = 0x811c9dc5;

/** The FNV-1a hash of a text, continued from an earlier hash. */
function hashOf(text: string, before: number): number {
	let hash = before;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}
	return hash;
}
