/**
 * Computes a result once for all items with the same keys in the same order, such as an import's
 * rows.
 */
export class ByKeys<T> {
	private readonly known = new Map<string, T>();
	private keys: readonly string[] = [];
	private last: T | undefined;

	constructor(private readonly make: (keys: readonly string[]) => T) {}

	of(values: object): T {
		if (this.last !== undefined && hasKeys(values, this.keys)) return this.last;
		const keys = Object.keys(values);
		const text = JSON.stringify(keys);
		const found = this.known.get(text) ?? this.make(keys);
		this.known.set(text, found);
		this.keys = keys;
		this.last = found;
		return found;
	}
}

function hasKeys(values: object, keys: readonly string[]): boolean {
	let count = 0;
	for (const key in values) if (key !== keys[count++]) return false;
	return count === keys.length;
}
