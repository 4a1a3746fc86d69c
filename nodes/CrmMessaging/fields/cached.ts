/** A map that drops its oldest entry above a limit. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
	constructor(private readonly bound: number) {
		super();
	}

	/** Puts an entry last, even if it exists. */
	override set(key: Key, value: Value): this {
		this.delete(key);
		super.set(key, value);
		const [oldest] = this.keys();
		if (this.size > this.bound) this.delete(oldest as Key);
		return this;
	}
}

/** Remembers results by key; without a bound, only those of a small, fixed set. */
export function cached<T>(find: (key: string) => T, bound = Infinity): (key: string) => T {
	const known = new BoundedMap<string, T>(bound);
	return (key) => {
		if (!known.has(key)) known.set(key, find(key));
		return known.get(key) as T;
	};
}
