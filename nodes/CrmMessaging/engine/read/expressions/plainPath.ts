import { guardedNames } from './pureNames';
import { isNamedNode, stepsTo, treeOf, type PlainPath } from './syntax';

/**
 * Reads code that is exactly one plain path, such as `$json.a.b["c"]`.
 *
 * @param code between the braces of an expression
 * @returns the path's keys; undefined for any other code
 */
export function plainPathOf(code: string): PlainPath | undefined {
	const tree = treeOf(code);
	if (tree === undefined) return undefined;
	const { root, path } = stepsTo(tree.type === 'ChainExpression' ? tree.expression : tree);
	const isPath = isNamedNode(root, '$json') && path.length > 0;
	return isPath && !path.some((key) => guardedNames.has(key)) ? path : undefined;
}

/** A value that only the expression engine can determine. */
export const unclear = Symbol('unclear');

/**
 * Follows a plain path.
 *
 * @returns the value if it is plain or missing, else `unclear`
 */
export function followPath(
	json: object,
	path: PlainPath,
): string | number | boolean | null | undefined | typeof unclear {
	let value: unknown = json;
	for (const key of path) {
		// n8n returns undefined if a path continues after null or undefined.
		if (value === undefined || value === null) return undefined;
		if (!isPlainObject(value)) return unclear;
		value = Object.hasOwn(value, key) ? value[key] : undefined;
	}
	return clearValue(value);
}

/** A value that is the same inside and outside n8n's engine; `unclear` for any other. */
function clearValue(value: unknown): string | number | boolean | null | undefined | typeof unclear {
	if (value === undefined || value === null || typeof value === 'boolean') return value;
	// A lone surrogate doesn't survive the trip through the engine.
	if (typeof value === 'string') return value.isWellFormed() ? value : unclear;
	if (typeof value !== 'number') return unclear;
	return Number.isFinite(value) && !Object.is(value, -0) ? value : unclear;
}

/** Whether a value is an object without a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
	if (typeof value !== 'object' || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}

/** Whether a raw text is an expression. */
export function isExpression(raw: unknown): raw is string {
	return typeof raw === 'string' && raw.startsWith('=');
}

/**
 * The part of an item that code reads, if it consists of plain values or lists of them. Code can't
 * distinguish it from the item, and it fits into JSON.
 *
 * @param paths that the code reads
 * @returns undefined if the code needs the item itself
 */
export function readPart(json: object, paths: Iterable<readonly string[]>): object | undefined {
	const part = {};
	for (const path of paths) {
		if (!copyAlong(path, json, part)) return undefined;
	}
	return part;
}

/** Copies the value at the end of a path; returns false if it isn't plain. */
function copyAlong(path: readonly string[], from: unknown, to: Record<string, unknown>): boolean {
	for (const key of path) {
		if (!isPlainObject(from)) return false;
		const value = Object.hasOwn(from, key) ? from[key] : undefined;
		if (value === undefined) return true;
		if (isPlainValue(value)) {
			to[key] = value;
			return true;
		}
		from = value;
		to = (to[key] ??= {}) as Record<string, unknown>;
	}
	return false;
}

function isPlainValue(value: unknown): boolean {
	if (!Array.isArray(value)) return clearValue(value) !== unclear;
	return (
		Object.keys(value).length === value.length &&
		value.every((one) => one !== undefined && clearValue(one) !== unclear)
	);
}
