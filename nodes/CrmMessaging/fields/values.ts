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

/** Excess that no real value has: it couldn't be stored, or its readers would be busy for long. */
export type Excess = 'too deep' | 'too large';

/** More than fit into memory; V8 counts larger ones in new objects. */
const noLimit = 2 ** 30;

/** Visits each value inside another once, and stops at a limit. */
export function excessOf(content: unknown, most = noLimit): Excess | undefined {
	let left = most;
	const look = (value: unknown, depth: number): Excess | undefined => {
		if (left-- < 0) return 'too large';
		if (typeof value !== 'object' || value === null) return undefined;
		if (depth >= deepestNesting) return 'too deep';
		// One loop for both, or a list of the values, would cost more than the check.
		if (Array.isArray(value)) {
			for (let index = 0; index < value.length; index++) {
				const excess = look(value[index], depth + 1);
				if (excess) return excess;
			}
			return undefined;
		}
		for (const key in value) {
			const excess = look((value as Record<string, unknown>)[key], depth + 1);
			if (excess) return excess;
		}
		return undefined;
	};
	return look(content, 0);
}

export function orderedJson(value: unknown): string {
	return JSON.stringify(value, (_, part: unknown) => {
		if (!isObject(part)) return part;
		const keys = Object.keys(part).sort();
		return Object.fromEntries(keys.map((key) => [key, part[key]]));
	});
}
