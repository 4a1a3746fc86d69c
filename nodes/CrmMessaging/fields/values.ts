import type { IDataObject } from 'n8n-workflow';

/** A value as text, for messages. */
export function textOf(value: unknown): string {
	return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A text with a limited number of characters, with `…` where it was cut. */
export function cut(text: string, length: number): string {
	return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** Whether a value is an object that is no list. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is nothing, or a text of only white space. */
export function isBlank(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

const yes = ['true', 'yes', 'y', '1', 'on', 'ok'];
const no = ['false', 'no', 'n', '0', 'off'];

/** Whether a value of an answer is true or false, however it is written; undefined where it is neither. */
export function truthOf(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	const word = textOf(value).trim().toLowerCase();
	if (yes.includes(word)) return true;
	return no.includes(word) ? false : undefined;
}

/** A count, also as text; undefined where it is none. */
export function countOf(value: unknown): number | undefined {
	const text = textOf(value).trim();
	return /^\d+(\.0+)?$/.test(text) ? Number(text) : undefined;
}

/** Whether a value names something: a text that is not blank, or a number. */
export function isNamed(value: unknown): boolean {
	return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
}

/** Gives an object a key of its own, whatever the key is called; also `__proto__`. */
export function setOwn<T>(object: Record<string, T>, key: string, value: T): void {
	if (key !== '__proto__') object[key] = value;
	else {
		const descriptor = { value, enumerable: true, configurable: true, writable: true };
		Object.defineProperty(object, key, descriptor);
	}
}

/** Adds a value to the list that a key has. */
export function addTo<K, T>(lists: Map<K, T[]>, key: K, value: T): void {
	const list = lists.get(key);
	if (list) list.push(value);
	else lists.set(key, [value]);
}

/** Levels that a value may be nested: what is deeper cannot be stored, and breaks anyone who reads it. */
export const deepestNesting = 100;

/** Whether a value is nested deeper than anything meant to be read. */
export function isTooDeep(value: unknown, depth = 0): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (depth >= deepestNesting) return true;
	// A list of the values would cost more than the look at them, and so would one loop for both.
	if (Array.isArray(value)) {
		for (const inner of value) if (isTooDeep(inner, depth + 1)) return true;
		return false;
	}
	for (const key in value) {
		if (isTooDeep((value as Record<string, unknown>)[key], depth + 1)) return true;
	}
	return false;
}
