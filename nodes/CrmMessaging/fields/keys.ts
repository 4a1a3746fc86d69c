import type { Field } from './field';
import { InputError } from './inputError';

/**
 * Makes sure that an object, whose keys a person wrote, has only keys that the service knows.
 *
 * @param others keys that are read elsewhere
 * @throws InputError naming the first key that is unknown
 */
export function knownKeys(
	given: Record<string, unknown>,
	fields: readonly Field[],
	...others: string[]
): Record<string, unknown> {
	const known = [...fields.map(({ name }) => name), ...others];
	const unknown = Object.keys(given).find((key) => !known.includes(key));
	if (unknown !== undefined) {
		throw new InputError(`is not a key the service knows here; it knows ${known.join(', ')}`, [
			unknown,
		]);
	}
	return given;
}

/** Gives an object a key of its own, whatever the key is called; also `__proto__`. */
export function setOwn<T>(object: Record<string, T>, key: string, value: T): void {
	if (key !== '__proto__') object[key] = value;
	else {
		const descriptor = { value, enumerable: true, configurable: true, writable: true };
		Object.defineProperty(object, key, descriptor);
	}
}

/** Levels that a value may be nested: what is deeper cannot be stored, and breaks whoever reads it. */
export const deepestNesting = 100;

/** Whether a value is nested deeper than anything meant to be read. */
export function isTooDeep(value: unknown, depth = 0): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return (
		depth >= deepestNesting || Object.values(value).some((inner) => isTooDeep(inner, depth + 1))
	);
}
