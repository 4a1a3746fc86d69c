import { addTo, orderedJson } from '../../fields/values';
import { displayName, untypedName } from '../recipient';
import type { Row } from '../row';
import { namesOf } from '../send/outcomes';
import { type ContentReader, digestOf } from './ledger';
import type { Operation } from '../operation';

/**
 * Finds rows of an earlier try again, each once: by recipient, and by content if it counts. Of equal
 * rows, the one at the same place of its item is first. The same ID of another type is found last: a
 * person may correct the type between two tries.
 *
 * @returns the earlier row of each current row found
 */
export function matchRows(earlier: readonly Row[], now: readonly Row[]): Map<Row, Row> {
	const found = new Map<Row, Row>();
	let left = earlier;
	const find = (sameAs: (row: Row) => Row | undefined): void => {
		left = left.filter((row) => {
			const same = sameAs(row);
			if (!same) return true;
			found.set(same, row);
			return false;
		});
	};
	const byPlace = new Map(now.map((row) => [rowPlace(row), row]));
	find((row) => {
		const same = byPlace.get(rowPlace(row));
		return same && matchKeyOf(same) === matchKeyOf(row) ? same : undefined;
	});
	for (const key of [matchKeyOf, untypedKeyOf]) {
		if (left.length === 0) break;
		const open = new Map<string, Row[]>();
		// In reverse, so the first of equal rows is found first.
		for (const row of [...now].reverse()) if (!found.has(row)) addTo(open, key(row), row);
		find((row) => open.get(key(row))?.pop());
	}
	return found;
}

/** Finds rows of an agent's call with the same content and recipient as in any earlier call. */
export function matchContents(earlier: readonly Row[], now: readonly Row[]): Map<Row, Row> {
	const byKey = new Map(earlier.map((row) => [matchKeyOf(row), row]));
	const found = new Map<Row, Row>();
	for (const row of now) {
		const same = byKey.get(matchKeyOf(row));
		if (same) found.set(row, same);
	}
	return found;
}

/** Identifies a row's recipient, or its place if it has none, and its content if that counts. */
export function matchKeyOf(row: Row): string {
	const { recipient, content = '' } = row;
	return `${displayName(recipient) === undefined ? rowPlace(row) : namesOf(row)} ${content}`;
}

/** A row's recipient without its type; a row whose content counts has only its key. */
function untypedKeyOf(row: Row): string {
	const name = row.content === undefined ? untypedName(row.recipient) : undefined;
	return name ?? matchKeyOf(row);
}

/** An item has one row per position. */
function rowPlace({ item, position }: Row): string {
	return `${item}-${position}`;
}

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
	const { contentOf } = operation;
	return contentOf && (({ body }) => digestOf(JSON.stringify(contentOf(body))));
}

/** For an agent: a message's text and time, or the row's whole request. */
function ofAgent({ message }: Operation): ContentReader {
	return (row) => {
		const { envelope, body, parts, text = '' } = row;
		if (parts) return digestOf(orderedJson([envelope, parts.map((part) => part.body)]));
		if (!message) return digestOf(orderedJson([envelope, body]));
		const around = [message.shownBeside?.(envelope) ?? '', message.timeOf(row)];
		return digestOf(JSON.stringify([...around, text]));
	};
}
