import { clearValue, isPlainObject, unclear } from './plainPath';

/**
 * The part of an item that code reads, where all that it reads are plain values or lists of them:
 * code cannot tell it from the item itself, and it fits into JSON.
 *
 * @param paths lead to what the code reads
 * @returns undefined where the code needs the item itself
 */
export function readPart(json: object, paths: Iterable<readonly string[]>): object | undefined {
	const part = {};
	for (const path of paths) {
		if (!copyAlong(path, json, part)) return undefined;
	}
	return part;
}

/** Copies the value at the end of a path; false where that is more than plain. */
function copyAlong(path: readonly string[], from: unknown, to: Record<string, unknown>): boolean {
	for (const key of path) {
		if (!isPlainObject(from)) return false;
		const value = Object.hasOwn(from, key) ? from[key] : undefined;
		if (value === undefined) return true;
		if (isPlain(value)) {
			to[key] = value;
			return true;
		}
		from = value;
		to = (to[key] ??= {}) as Record<string, unknown>;
	}
	return false;
}

function isPlain(value: unknown): boolean {
	if (!Array.isArray(value)) return clearValue(value) !== unclear;
	return (
		Object.keys(value).length === value.length &&
		value.every((one) => one !== undefined && clearValue(one) !== unclear)
	);
}
