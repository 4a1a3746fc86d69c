import { namesIn, type Addressed, type Recipient } from '../engine/recipient';

/**
 * Finds entries with the same recipient. The index key is a name plus the types of stronger names.
 * Entries with equal keys all match a recipient or none does, so the last is kept. Entries without
 * names aren't found.
 */
export class RecipientIndex<T extends Addressed> {
	private readonly byName = new Map<string, Map<string, T>>();

	add(entry: T): void {
		const types = Object.keys(entry.recipient);
		for (const [at, name] of namesIn(entry.recipient).entries()) {
			const named = this.byName.get(name) ?? new Map<string, T>();
			this.byName.set(name, named);
			named.set(types.slice(0, at).join(' '), entry);
		}
	}

	/** An entry with the same recipient; of equal ones, the last added. */
	find(recipient: Recipient): T | undefined {
		for (const name of namesIn(recipient)) {
			for (const last of this.byName.get(name)?.values() ?? []) {
				const other = last.recipient;
				const [shared = ''] = Object.keys(recipient).filter((type) => type in other);
				if (other[shared] === recipient[shared]) return last;
			}
		}
		return undefined;
	}
}
