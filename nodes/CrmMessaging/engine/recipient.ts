import { addTo } from '../fields/values';

/**
 * An entry's recipient: its names, by type, the deciding one first. The first type that two entries both
 * have decides whether they are for the same one, so that a guest with another's email address stays
 * another guest.
 */
export type Recipient = Readonly<Record<string, string>>;

/** The recipient of what names no one. */
export const noRecipient: Recipient = Object.freeze({});

/** Makes a recipient of the names there are, the deciding one first. */
export function recipientNamed(names: Record<string, unknown>): Recipient {
	const recipient: Record<string, string> = {};
	for (const type in names) {
		const value = names[type];
		if (typeof value !== 'string' && typeof value !== 'number') continue;
		const name = String(value).trim();
		if (name !== '') recipient[type] = name;
	}
	return recipient;
}

/** Whether two entries are for the same one; undefined where nothing they both have tells. */
export function isSameRecipient(one: Recipient, other: Recipient): boolean | undefined {
	for (const type in one) {
		if (other[type] !== undefined) return other[type] === one[type];
	}
	return undefined;
}

/** A recipient as people read it: the name that decides; undefined if nothing names one. */
export function displayName(recipient: Recipient): string | undefined {
	for (const type in recipient) return recipient[type];
	return undefined;
}

/** The names of a recipient, each with its type. */
export function namesIn(recipient: Recipient): string[] {
	return Object.entries(recipient).map(([type, name]) => `${type} ${name}`);
}

/** The entries for a recipient. */
interface Addressed {
	readonly recipient: Recipient;
}

/**
 * Finds those that are for the same one. They are under each of their names, and then by the types of
 * the names that decide before it: of those alike in both, each is the same as a given one, or none is,
 * so one is looked at. A recipient without a name isn't found.
 */
export class RecipientIndex<T extends Addressed> {
	private readonly byName = new Map<string, Map<string, T[]>>();
	private readonly gone = new Set<T>();

	add(entry: T): void {
		for (const [name, before] of placesOf(entry.recipient)) {
			const named = this.byName.get(name) ?? new Map<string, T[]>();
			this.byName.set(name, named);
			addTo(named, before, entry);
		}
	}

	remove(entry: T): void {
		this.gone.add(entry);
	}

	/** One for the same recipient; of those alike, the one that was added last. */
	find(recipient: Recipient): T | undefined {
		for (const name of namesIn(recipient)) {
			for (const alike of this.byName.get(name)?.values() ?? []) {
				while (alike.length > 0 && this.gone.has(alike.at(-1) as T)) alike.pop();
				const last = alike.at(-1);
				if (last && isSameRecipient(recipient, last.recipient)) return last;
			}
		}
		return undefined;
	}
}

/** A recipient's places: under each name, with the types that decide before it. */
function placesOf(recipient: Recipient): Array<[name: string, before: string]> {
	const types = Object.keys(recipient);
	return namesIn(recipient).map((name, at) => [name, types.slice(0, at).join(' ')]);
}

/** Which recipients come more than once, by their names. */
export class RepeatedRecipients {
	private readonly seen = new Map<string, Set<string>>();
	private readonly again = new Map<string, Set<string>>();

	/** Whether any name came more than once. */
	get isAny(): boolean {
		return this.again.size > 0;
	}

	/** Counts a recipient. */
	note(recipient: Recipient): void {
		for (const type in recipient) {
			const name = recipient[type] as string;
			const names = namesOf(this.seen, type);
			const count = names.size;
			if (names.add(name).size === count) namesOf(this.again, type).add(name);
		}
	}

	/** Lets go of the names that came once, when all are counted. */
	keepRepeated(): void {
		this.seen.clear();
	}

	/** Whether another recipient has one of the same names. */
	has(recipient: Recipient): boolean {
		return Object.entries(recipient).some(([type, name]) => this.again.get(type)?.has(name));
	}
}

function namesOf(found: Map<string, Set<string>>, type: string): Set<string> {
	let names = found.get(type);
	if (!names) found.set(type, (names = new Set()));
	return names;
}

/**
 * Which of those that come in order share a recipient. One name in common is enough, since the service
 * may know a recipient by any of them.
 */
export class RecipientOrder<T> {
	/** The last one with each name. */
	private readonly last = new Map<string, T>();

	/**
	 * Puts one behind all that were put before.
	 *
	 * @returns the last one before it with each of its names
	 */
	put(entry: T, recipients: readonly Recipient[]): Set<T> {
		const before = new Set<T>();
		for (const name of recipients.flatMap(namesIn)) {
			const last = this.last.get(name);
			if (last === entry) continue;
			if (last !== undefined) before.add(last);
			this.last.set(name, entry);
		}
		return before;
	}
}
