import type { LinkedReader, LinkedItem } from '../../../n8n/expressions';

/** A path into the data of an item, such as `$json.a.b["c"]` or `$('Node').item.json.a`. */
export interface LinkedPath {
	from: LinkedItem;
	keys: readonly string[];
}

const root =
	/^\$(?:json|(?:input|\(("[^"\\\n]*"|'[^'\\\n]*')\))\.(item|first\(\)|last\(\))\.json|node\[("[^"\\\n]*"|'[^'\\\n]*')\]\.json)/;
const step = /\??\.([A-Za-z_]\w*)|\[(?:("[^"\\\n]*"|'[^'\\\n]*')|(0|[1-9]\d*))\]/y;

/** Reads code that is exactly one path; undefined for any other code. */
export function linkedPathOf(code: string): LinkedPath | undefined {
	const text = code.trim();
	const [start, node, which = 'item', indexed] = root.exec(text) ?? [];
	if (start === undefined) return undefined;
	const keys: string[] = [];
	step.lastIndex = start.length;
	while (step.lastIndex < text.length) {
		const [, name, key, index] = step.exec(text) ?? [];
		const found = name ?? key?.slice(1, -1) ?? index;
		if (found === undefined) return undefined;
		keys.push(found);
	}
	if (keys.length === 0) return undefined;
	const from: LinkedItem = indexed
		? { node: indexed.slice(1, -1), which: 'sameIndex' }
		: { node: node?.slice(1, -1), which: which.replace('()', '') as LinkedItem['which'] };
	return { from, keys };
}

/** A value that only the expression engine can determine. */
export const unclear = Symbol('unclear');

/**
 * Follows a path into an item.
 *
 * @returns the value if it is plain or missing, else `unclear`
 */
export function follow(item: ReturnType<LinkedReader>, keys: readonly string[]): unknown {
	let value = item?.json;
	if (value === undefined || value === null) return unclear;
	for (const key of keys) {
		// n8n returns undefined if a path continues after null or undefined.
		if (value === undefined || value === null) return undefined;
		if (!isPlainContainer(value, key)) return unclear;
		const property = Object.getOwnPropertyDescriptor(value, key);
		if (!property ? key in value : !('value' in property)) return unclear;
		value = property?.value as unknown;
	}
	return isPlainValue(value) ? value : unclear;
}

/** A list, or an object without a class of its own, in whichever realm it was made. */
function isPlainContainer(value: unknown, key: string): value is object {
	if (typeof value !== 'object' || value === null) return false;
	if (Array.isArray(value)) return /^\d+$/.test(key);
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whether a value is the same inside and outside n8n's engine. */
function isPlainValue(value: unknown): boolean {
	if (value === undefined || value === null || typeof value === 'boolean') return true;
	// A lone surrogate doesn't survive the trip through the engine.
	if (typeof value === 'string') return value.isWellFormed();
	return typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0);
}
