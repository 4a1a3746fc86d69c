import type { Entry } from './operation';

/** The input items of an entry: its own, and those whose entries went into it. */
export function itemsOfEntry({ item, others }: Entry): number[] {
	return others ? [item, ...others] : [item];
}

/** The input items of entries, each once. */
export function itemsOfEntries(entries: readonly Entry[]): number[] {
	const items = new Set<number>();
	for (const { item, others = [] } of entries) {
		items.add(item);
		for (const other of others) items.add(other);
	}
	return [...items];
}
