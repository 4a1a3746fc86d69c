import { words } from '../../fields/words';
import { isPoint, isSign, tokensOf, type Token } from './tokens';

/** The keys to a value in an item's data. */
export type PlainPath = readonly string[];

/** Names that n8n's expression engine guards itself. */
export const guardedNames: ReadonlySet<string> = new Set(
	words(`
		__proto__, constructor, prototype, arguments, caller, callee, mainModule, getPrototypeOf,
		setPrototypeOf, defineProperty, defineProperties, binding, getOwnPropertyDescriptor,
		getOwnPropertyDescriptors, prepareStackTrace, dlopen, getBuiltinModule, loadEnvFile,
		_linkedBinding, _load, execve, $
	`),
);

/**
 * Parses code that is exactly one plain path, such as `$json.a.b["c"]`.
 *
 * @param code between the braces of an expression
 * @returns the path's keys; undefined for any other code
 */
export function plainPathOf(code: string): PlainPath | undefined {
	const tokens = tokensOf(code) ?? [];
	const [root] = tokens;
	const { path, end } = stepsAt(tokens, 1);
	const isPath = root?.kind === 'name' && root.text === '$json' && path.length > 0;
	if (!isPath || end < tokens.length || path.some((key) => guardedNames.has(key)))
		return undefined;
	return path;
}

/**
 * The steps from a value into its data: `.key`, `?.key`, `["key"]` and `[0]`. They end at a method,
 * a computed key, or a name that every object has.
 *
 * @param start index of the token after the value
 * @returns the keys, and the index after the last step
 */
export function stepsAt(tokens: readonly Token[], start: number): { path: string[]; end: number } {
	const path: string[] = [];
	for (let end = start; ;) {
		const [sign, name, after] = tokens.slice(end, end + 3);
		const isProperty = isPoint(sign) && name?.kind === 'property' && !isSign(after, '(');
		const key = isProperty ? name.text : isSign(sign, '[') && isSign(after, ']') && keyIn(name);
		if (typeof key !== 'string' || key in Object.prototype) return { path, end };
		path.push(key);
		end += isProperty ? 2 : 3;
	}
}

/** The key in a token between brackets; undefined if it is computed. */
export function keyIn(token: Token | undefined): string | undefined {
	if (token?.kind === 'number' && /^\d+$/.test(token.text)) return token.text;
	if (token?.kind !== 'string' || token.text.includes('\\')) return undefined;
	return token.text.slice(1, -1);
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
