import type { Recipient } from './recipient';

/**
 * Which of those that come in order share a recipient. One name in common is enough, since the service
 * may know a recipient by any of them.
 */
export class Precedence<T> {
	/** The last one with each name, by the type of the name. */
	private readonly last = new Map<string, Map<string, T>>();

	/**
	 * Puts one behind all that were put before.
	 *
	 * @returns the last one before it with each of its names
	 */
	put(one: T, recipients: readonly Recipient[]): Set<T> {
		const before = new Set<T>();
		for (const recipient of recipients) {
			for (const [type, name] of recipient) {
				const named = this.namedBy(type);
				const last = named.get(name);
				if (last === one) continue;
				if (last !== undefined) before.add(last);
				named.set(name, one);
			}
		}
		return before;
	}

	private namedBy(type: string): Map<string, T> {
		let named = this.last.get(type);
		if (!named) this.last.set(type, (named = new Map<string, T>()));
		return named;
	}
}
