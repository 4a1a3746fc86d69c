import type { Field } from '../../service/field';
import { Problem } from '../../service/problem';

/**
 * Makes sure that an object, whose keys a person wrote, has only keys that the service knows.
 *
 * @throws Problem naming the first key that is unknown
 */
export function knownKeys(
	given: Record<string, unknown>,
	fields: readonly Field[],
): Record<string, unknown> {
	const unknown = Object.keys(given).find((key) => !fields.some(({ name }) => name === key));
	if (unknown !== undefined) {
		const known = fields.map(({ name }) => name).join(', ');
		throw new Problem(`is not a key the service knows here; it knows ${known}`, [unknown]);
	}
	return given;
}
