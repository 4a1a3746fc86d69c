import { types } from 'node:util';

/**
 * Every text in a value, at any depth: also keys and non-enumerable properties, such as an error's
 * message, stack and cause. The value may be of another realm.
 */
export function textsIn(start: unknown): string[] {
	const texts: string[] = [];
	const seen = new Set<unknown>();
	const waiting: unknown[] = [start];
	while (waiting.length > 0) {
		const value = waiting.pop();
		if (typeof value === 'string') texts.push(value);
		if (typeof value !== 'object' || value === null || seen.has(value)) continue;
		seen.add(value);
		if (types.isUint8Array(value)) {
			texts.push(Buffer.from(value).toString());
			continue;
		}
		if (types.isNativeError(value)) waiting.push(value.stack);
		if (types.isMap(value) || types.isSet(value)) waiting.push(...(value as Set<unknown>));
		for (const key of Reflect.ownKeys(value)) {
			if (typeof key === 'string') texts.push(key);
			// Through the descriptor: a getter may do anything.
			waiting.push(Reflect.getOwnPropertyDescriptor(value, key)?.value);
		}
	}
	return texts;
}
