import type { Recipient } from './recipient';

/** Which recipients come more than once, by their names. */
export class Recurrence {
	private readonly seen = new Map<string, Set<string>>();
	private readonly again = new Map<string, Set<string>>();

	/** Whether any name came more than once. */
	get isAny(): boolean {
		return this.again.size > 0;
	}

	/** Counts a recipient. */
	note(recipient: Recipient): void {
		for (const [type, name] of recipient) {
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
		return recipient.some(([type, name]) => this.again.get(type)?.has(name));
	}
}

function namesOf(found: Map<string, Set<string>>, type: string): Set<string> {
	let names = found.get(type);
	if (!names) found.set(type, (names = new Set()));
	return names;
}
