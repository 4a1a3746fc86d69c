import type { IDataObject } from 'n8n-workflow';

export function textOf(value: unknown): string {
	return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

export function cut(text: string, length: number): string {
	return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list's only entry; any other value unchanged. */
export function unwrapped(value: unknown): unknown {
	return Array.isArray(value) && value.length === 1 ? (value as unknown[])[0] : value;
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

export function orderedJson(value: unknown): string {
	return JSON.stringify(value, (_, part: unknown) => {
		if (!isObject(part)) return part;
		const keys = Object.keys(part).sort();
		return Object.fromEntries(keys.map((key) => [key, part[key]]));
	});
}
