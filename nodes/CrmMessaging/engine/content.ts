import type { IDataObject } from 'n8n-workflow';
import { orderedJson } from '../fields/values';
import { digestOf } from './ledger';
import type { Operation } from './operation';
import type { Row } from './row';

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
	const hashes = new Map(nameKeys.map((name) => [name, 0]));
	return ({ body }) => fingerprint(body, hashes);
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
 *
 * @param hashes of known fields; 0 for those that identify a contact
 */
function fingerprint(data: IDataObject, hashes: Map<string, number>): string {
	let sum = 0;
	for (const field in data) {
		let hash = hashes.get(field);
		if (hash === undefined) hashes.set(field, (hash = hashOf(field, offset)));
		if (hash === 0) continue;
		const value = data[field];
		sum +=
			typeof value === 'string'
				? hashOf(value, hash)
				: hashOf(JSON.stringify(value) ?? '', hash ^ 1);
	}
	return sum.toString(36);
}

const offset = 0x811c9dc5;

/** The FNV-1a hash of a text, continued from an earlier hash; never 0. */
function hashOf(text: string, before: number): number {
	let hash = before;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}
	return hash || 1;
}
