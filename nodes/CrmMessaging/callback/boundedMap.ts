/** A map that remembers things within a bound: what was put into it first is dropped first. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
	/** @param bound entries it holds at most */
	constructor(private readonly bound: number) {
		super();
	}

	/** Puts an entry last, also one that was there before. */
	override set(key: Key, value: Value): this {
		this.delete(key);
		super.set(key, value);
		const [oldest] = this.keys();
		if (this.size > this.bound) this.delete(oldest as Key);
		return this;
	}
}
