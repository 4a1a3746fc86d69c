import type { IDataObject } from 'n8n-workflow';

export function textOf(value: unknown): string {
	return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A text shortened to a maximum length, with `…` if it was cut. */
export function cut(text: string, length: number): string {
	return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isBlank(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

/** Whether a value can be a name: a number, or a text that isn't blank. */
export function isNamed(value: unknown): boolean {
	return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
}

/** Sets an object's own key, even `__proto__`. */
export function setOwn<T>(object: Record<string, T>, key: string, value: T): void {
	if (key !== '__proto__') object[key] = value;
	else {
		const descriptor = { value, enumerable: true, configurable: true, writable: true };
		Object.defineProperty(object, key, descriptor);
	}
}

export function addTo<K, T>(lists: Map<K, T[]>, key: K, value: T): void {
	const list = lists.get(key);
	if (list) list.push(value);
	else lists.set(key, [value]);
}

/** Levels of nesting: deeper values can't be stored, and break their readers. */
export const deepestNesting = 100;

/**
 * Why JSON isn't read: it couldn't be stored, its readers would be busy for long, or it has two
 * values for a key.
 */
export type Excess = 'too deep' | 'too large' | 'repeated key';

/**
 * Walks a JSON text before anything parses it, which may take a minute and a gigabyte.
 *
 * @param most values to allow: each follows a comma, or is first in its brackets
 * @returns its number of keys; a parsed value has fewer if an object repeats one
 */
export function walkJson(json: string, most: number): { excess?: Excess; keys: number } {
	let [values, keys, depth] = [0, 0, 0];
	for (let at = 0; at < json.length; at++) {
		const sign = json[at];
		if (sign === '"') at = endOfText(json, at);
		else if (sign === ':') keys++;
		else if (sign === ']' || sign === '}') depth--;
		else if (sign === ',') values++;
		else if (sign === '[' || sign === '{') {
			values++;
			depth++;
		}
		if (depth > deepestNesting) return { excess: 'too deep', keys };
		if (values > most) return { excess: 'too large', keys };
	}
	return { keys };
}

/** The number of keys of all objects in a value. */
export function keysIn(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 0;
	const inner = Object.values(value) as unknown[];
	return inner.reduce(
		(sum: number, one) => sum + keysIn(one),
		isObject(value) ? inner.length : 0,
	);
}

/** The place of the quote that ends a JSON string. */
function endOfText(json: string, start: number): number {
	let end = json.indexOf('"', start + 1);
	while (end > 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
	return end > 0 ? end : json.length;
}

function isEscaped(json: string, at: number): boolean {
	let before = at;
	while (json[before - 1] === '\\') before--;
	return (at - before) % 2 === 1;
}

export function orderedJson(value: unknown): string {
	return JSON.stringify(value, (_, part: unknown) => {
		if (!isObject(part)) return part;
		const keys = Object.keys(part).sort();
		return Object.fromEntries(keys.map((key) => [key, part[key]]));
	});
}
