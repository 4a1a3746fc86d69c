import type { IDataObject } from 'n8n-workflow';

/** A value as text, for messages. */
export function textOf(value: unknown): string {
	return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Whether a value is an object that is no list. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const truths = new Map<string, boolean>([
	...['true', 'yes', 'y', '1', 'on', 'ok'].map((word) => [word, true] as const),
	...['false', 'no', 'n', '0', 'off'].map((word) => [word, false] as const),
]);

/** Whether a value is true or false, however it is written; undefined where it is neither. */
export function truthOf(value: unknown): boolean | undefined {
	return truths.get(textOf(value).trim().toLowerCase());
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

/** Levels that a value may be nested: what is deeper cannot be stored, and breaks whoever reads it. */
export const deepestNesting = 100;

/** Whether a value is nested deeper than anything meant to be read. */
export function isTooDeep(value: unknown, depth = 0): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return (
		depth >= deepestNesting || Object.values(value).some((inner) => isTooDeep(inner, depth + 1))
	);
}
