import { Problem, shown, within } from '../inputError';
import { parseJson } from './json';

/**
 * Reads a list of objects; one object is a list of one, a text is parsed as JSON.
 *
 * @param what completes “… is not” where an entry is no object
 * @param read reads one object; a problem in it is told with its place in the list
 */
export function readObjects<T>(
	value: unknown,
	what: string,
	read: (object: Record<string, unknown>) => T,
): T[] {
	const given = parseJson(value);
	const entries: unknown[] = Array.isArray(given) ? given : [given];
	return entries.map((entry, index) =>
		within(String(index + 1), () => {
			if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
				throw new Problem(`${shown(entry)} is not ${what}`);
			}
			return read(entry as Record<string, unknown>);
		}),
	);
}
