import { addTo } from '../fields/values';

/**
 * Identifies an entry's recipient: names by type, the strongest first. The first type that two
 * entries share decides whether they match. A guest with another's email address stays a separate
 * guest.
 */
export type Recipient = Readonly<Record<string, string>>;

/** The recipient of an entry without names. */
export const noRecipient: Recipient = Object.freeze({});

/** Builds a recipient from its names, the strongest first. */
export function recipientNamed(names: Record<string, unknown>): Recipient {
	if (areClean(names)) return names;
	const recipient: Record<string, string> = {};
	for (const type in names) {
		const value = names[type];
		if (typeof value !== 'string' && typeof value !== 'number') continue;
		const name = String(value).trim();
		if (name !== '') recipient[type] = name;
	}
	return recipient;
}

/** Whether all names are texts that need no change, as most are. */
function areClean(names: Record<string, unknown>): names is Record<string, string> {
	for (const type in names) {
		const name = names[type];
		if (typeof name !== 'string' || name === '' || name.trim() !== name) return false;
	}
	return true;
}

/** Whether two recipients match; undefined if they share no type of name. */
function isSameRecipient(one: Recipient, other: Recipient): boolean | undefined {
	for (const type in one) {
		if (other[type] !== undefined) return other[type] === one[type];
	}
	return undefined;
}

/** A recipient's strongest name for texts; undefined if it has none. */
export function displayName(recipient: Recipient): string | undefined {
	const type = firstTypeOf(recipient);
	return type === undefined ? undefined : recipient[type];
}

/** A recipient that gets a test instead of another one, even if it is a recipient itself. */
export function testRecipient(recipient: Recipient): Recipient {
	const names = Object.entries(recipient);
	return Object.fromEntries(names.map(([type, name]) => [`${test}${type}`, name]));
}

const test = 'test ';

/** A recipient's strongest name without its type, except that a test's differs from others. */
export function untypedName(recipient: Recipient): string | undefined {
	for (const type in recipient) return (type.startsWith(test) ? test : '') + recipient[type];
	return undefined;
}

/** A recipient's names, each with its type. */
export function namesIn(recipient: Recipient): string[] {
	return Object.entries(recipient).map(([type, name]) => `${type} ${name}`);
}

interface Addressed {
	readonly recipient: Recipient;
}

/**
 * Finds entries with the same recipient. The index key is a name plus the types of stronger names.
 * Entries with equal keys all match a recipient or none does, so one is checked. Entries without
 * names aren't found.
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

	/** An entry with the same recipient; of equal ones, the last added. */
	find(recipient: Recipient): T | undefined {
		for (const name of namesIn(recipient)) {
			for (const alike of this.byName.get(name)?.values() ?? []) {
				while (this.gone.has(alike.at(-1) as T)) alike.pop();
				const last = alike.at(-1);
				if (last && isSameRecipient(recipient, last.recipient)) return last;
			}
		}
		return undefined;
	}
}

/** A recipient's index keys: each name, with the types of stronger names. */
function placesOf(recipient: Recipient): Array<[name: string, before: string]> {
	const types = Object.keys(recipient);
	return namesIn(recipient).map((name, at) => [name, types.slice(0, at).join(' ')]);
}

interface Entry extends Addressed {
	readonly parts?: readonly Addressed[];
}

/** Recipients that appear more than once, by name. */
export class RepeatedRecipients {
	private readonly again = new Map<string, Set<string>>();

	/** @param entries may have parts with recipients of their own */
	constructor(entries: readonly Entry[]) {
		if (!this.noteOneType(entries)) this.noteAll(entries, new Map());
	}

	/** If all begin with one type of name, it alone decides whether two match. @returns whether so */
	private noteOneType(entries: readonly Entry[]): boolean {
		const seen = new Set<string>();
		const again = new Set<string>();
		let only: string | undefined;
		const isOneType = entries.every(({ recipient, parts }) => {
			const type = firstTypeOf(recipient);
			if (type === undefined) return !parts;
			if (parts || type !== (only ??= type)) return false;
			const name = recipient[type] as string;
			const { size } = seen;
			if (seen.add(name).size === size) again.add(name);
			return true;
		});
		if (isOneType && only !== undefined && again.size > 0) this.again.set(only, again);
		return isOneType;
	}

	private noteAll(entries: readonly Entry[], seen: Map<string, Set<string>>): void {
		for (const { recipient, parts } of entries) {
			for (const type in recipient) {
				const name = recipient[type] as string;
				const names = namesOfType(seen, type);
				if (names.has(name)) namesOfType(this.again, type).add(name);
				names.add(name);
			}
			if (parts) this.noteAll(parts, seen);
		}
	}

	get isAny(): boolean {
		return this.again.size > 0;
	}

	add(recipient: Recipient): void {
		for (const type in recipient) namesOfType(this.again, type).add(recipient[type] as string);
	}

	/** Whether another entry may have the same recipient. */
	has(recipient: Recipient): boolean {
		for (const type in recipient) {
			if (this.again.get(type)?.has(recipient[type] as string)) return true;
		}
		return false;
	}
}

function firstTypeOf(recipient: Recipient): string | undefined {
	for (const type in recipient) return type;
	return undefined;
}

function namesOfType(found: Map<string, Set<string>>, type: string): Set<string> {
	let names = found.get(type);
	if (!names) found.set(type, (names = new Set()));
	return names;
}
