import { isSameRecipient, type Recipient } from './recipient';

/** What is for a recipient. */
interface Addressed {
	readonly recipient: Recipient;
}

/**
 * Finds those that are for the same one. They stand under each of their names, and then by the types of
 * the names that decide before it: of those alike in both, each is the same as a given one, or none is,
 * so one is looked at. Whom nothing names, nobody finds.
 */
export class RecipientIndex<T extends Addressed> {
	private readonly byName = new Map<string, Map<string, T[]>>();
	private readonly gone = new Set<T>();

	add(one: T): void {
		for (const [name, before] of placesOf(one.recipient)) {
			const named = this.byName.get(name) ?? new Map<string, T[]>();
			this.byName.set(name, named);
			const alike = named.get(before);
			if (alike) alike.push(one);
			else named.set(before, [one]);
		}
	}

	remove(one: T): void {
		this.gone.add(one);
	}

	/** One for the same recipient; of those alike, the one that was added last. */
	find(recipient: Recipient): T | undefined {
		for (const [type, name] of recipient) {
			for (const alike of this.byName.get(`${type} ${name}`)?.values() ?? []) {
				while (alike.length > 0 && this.gone.has(alike.at(-1) as T)) alike.pop();
				const last = alike.at(-1);
				if (last && isSameRecipient(recipient, last.recipient)) return last;
			}
		}
		return undefined;
	}
}

/** Where a recipient stands: under each name, with the types that decide before it. */
function placesOf(recipient: Recipient): Array<[name: string, before: string]> {
	const types: string[] = [];
	return recipient.map(([type, name]) => {
		const before = types.join(' ');
		types.push(type);
		return [`${type} ${name}`, before];
	});
}
