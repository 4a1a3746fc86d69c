import { unreadable } from '../catalogue/requests';
import { figure } from '../catalogue/sentence';
import { deepestNesting, isObject } from '../fields/values';

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

/** Why a content isn't read, as the end of a sentence. */
export function wordsOfExcess(excess: Excess, most: number): string {
	if (excess === 'repeated key') return unreadable.repeatedKey;
	return excess === 'too deep'
		? unreadable.tooDeep({ levels: deepestNesting })
		: unreadable.tooManyValues({ most: figure(most) });
}
