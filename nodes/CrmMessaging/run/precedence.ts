import type { Recipient } from './recipient';

/** Names after which those before them are let go, where nobody can have to wait for theirs any more. */
const enoughNames = 10_000;

/** Some that came one after the other. */
class Stretch<T> {
	/** The last one with each name, by the type of the name. */
	private readonly last = new Map<string, Map<string, T>>();
	/** Those that were not done when somebody looked. */
	private readonly open: T[] = [];
	size = 0;

	lastWith(type: string, name: string): T | undefined {
		return this.last.get(type)?.get(name);
	}

	note(one: T, type: string, name: string): void {
		let named = this.last.get(type);
		if (!named) this.last.set(type, (named = new Map<string, T>()));
		this.size -= named.size;
		this.size += named.set(name, one).size;
		if (this.open.at(-1) !== one) this.open.push(one);
	}

	isDone(isDone: (one: T) => boolean): boolean {
		const { open } = this;
		while (open.length > 0 && isDone(open.at(-1) as T)) open.pop();
		return open.length === 0;
	}
}

/**
 * Which of those that come in order share a recipient. One name in common is enough, since the service
 * may know a recipient by any of them. Names of those that are done are let go, a stretch at a time.
 */
export class Precedence<T> {
	private earlier = new Stretch<T>();
	private recent = new Stretch<T>();

	/**
	 * @param isDone whether nobody has to wait for one any more
	 * @param enough names after which those before them may be let go
	 */
	constructor(
		private readonly isDone: (one: T) => boolean,
		private readonly enough = enoughNames,
	) {}

	/** Names that are kept. */
	get size(): number {
		return this.earlier.size + this.recent.size;
	}

	/**
	 * Puts one behind all that were put before.
	 *
	 * @returns the last one before it with each of its names, but for some that are done
	 */
	put(one: T, recipients: readonly Recipient[]): Set<T> {
		if (this.recent.size >= this.enough && this.earlier.isDone(this.isDone)) {
			this.earlier = this.recent;
			this.recent = new Stretch();
		}
		const before = new Set<T>();
		for (const recipient of recipients) {
			for (const [type, name] of recipient) {
				const last = this.recent.lastWith(type, name) ?? this.earlier.lastWith(type, name);
				if (last === one) continue;
				if (last !== undefined) before.add(last);
				this.recent.note(one, type, name);
			}
		}
		return before;
	}
}
