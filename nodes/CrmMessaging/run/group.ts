import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../fields/inputError';
import { itemsOfEntries } from './entry';
import type { Batch, BatchLimit, ItemReading, WrongItems } from './operation';

/** Requests' batches, and what cannot be sent. */
export interface Divided {
	batches: Batch[];
	refused: WrongItems[];
}

/**
 * Divides groups into requests, in order, up to the limit.
 *
 * @param maxPerRequest entries a request, at most the limit's own
 */
export function divideGroups(
	groups: readonly Batch[],
	limit: BatchLimit,
	maxPerRequest: number,
): Divided {
	const { batches, refused }: Divided = { batches: [], refused: [] };
	for (const group of groups) {
		if (limit.indivisible && group.entries.length > maxPerRequest) {
			refused.push({
				items: group.items,
				error: new InputError(
					`${group.entries.length.toLocaleString('en')} ${limit.entries} ${limit.indivisible(group.envelope)}`,
				),
			});
		} else {
			batches.push(...divide(group, maxPerRequest));
		}
	}
	return { batches, refused };
}

/** Puts entries together that share everything but their own row, in input order. */
export function groupReadings(readings: readonly ItemReading[]): Batch[] {
	const groups = new Map<string, Batch>();
	let group: Batch | undefined;
	for (const { item, envelope, entries } of readings) {
		// Mostly all items have the same object, and no text of it is needed.
		if (envelope !== group?.envelope) group = groupWith(groups, envelope);
		group.items.push(item);
		for (const entry of entries) group.entries.push(entry);
	}
	return [...groups.values()];
}

function groupWith(groups: Map<string, Batch>, envelope: IDataObject): Batch {
	const key = JSON.stringify(envelope);
	let group = groups.get(key);
	if (!group) groups.set(key, (group = { envelope, entries: [], items: [] }));
	return group;
}

/** What is left of batches without some items. */
export function withoutItems(batches: readonly Batch[], left: ReadonlySet<number>): Batch[] {
	if (left.size === 0) return [...batches];
	return batches
		.map((batch) => ({
			...batch,
			entries: batch.entries.filter(({ item }) => !left.has(item)),
			items: batch.items.filter((item) => !left.has(item)),
		}))
		.filter(({ items }) => items.length > 0);
}

/** Divides what travels together into requests of at most so many entries, in order. */
export function divide({ envelope, entries, items }: Batch, maxPerRequest: number): Batch[] {
	if (entries.length <= maxPerRequest) return [{ envelope, entries, items }];
	const batches: Batch[] = [];
	for (let start = 0; start < entries.length; start += maxPerRequest) {
		const part = entries.slice(start, start + maxPerRequest);
		batches.push({ envelope, entries: part, items: itemsOfEntries(part) });
	}
	return batches;
}
