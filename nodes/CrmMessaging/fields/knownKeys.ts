import type { Field } from './field';
import { Problem } from './inputError';

/**
 * Makes sure that an object, whose keys a person wrote, has only keys that the service knows.
 *
 * @param others keys that are read elsewhere
 * @throws Problem naming the first key that is unknown
 */
export function knownKeys(
	given: Record<string, unknown>,
	fields: readonly Field[],
	...others: string[]
): Record<string, unknown> {
	const known = [...fields.map(({ name }) => name), ...others];
	const unknown = Object.keys(given).find((key) => !known.includes(key));
	if (unknown !== undefined) {
		throw new Problem(`is not a key the service knows here; it knows ${known.join(', ')}`, [
			unknown,
		]);
	}
	return given;
}
