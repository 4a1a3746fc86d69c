import { jsonParse } from 'n8n-workflow';
import { unreadable } from '../catalogue/requests';
import { figure } from '../catalogue/sentence';
import { withLongNumbersAsText } from '../fields/types/number';
import { deepestNesting, isObject } from '../fields/values';
import { transport } from './limiter';

/** What an answer holds. */
export interface Content {
	/** Empty if it is too large. */
	text: string;
	/** Its JSON, with long numeric IDs as texts; null if it is none, or isn't read. */
	json: unknown;
	/** Why it isn't read, as the end of a sentence. */
	excess?: string;
}

/** Reads the text of an answer, undefined if that is too large. */
export function contentOf(text: string | undefined): Content {
	const unread = (excess: string): Content => ({ text: text ?? '', json: null, excess });
	if (text === undefined) return unread(tooMuch(`${transport.mostBytes / 1024 ** 2} MB`));
	const { excess, keys } = walkJson(text, transport.mostValues);
	if (excess) return unread(excess);
	const json = jsonParse<unknown>(withLongNumbersAsText(text), { fallbackValue: null });
	const isAmbiguous = json !== null && keys !== keysIn(json);
	return isAmbiguous ? unread(unreadable.repeatedKey) : { text, json };
}

/** Why a content isn't read, as the end of a sentence. */
export function tooMuch(most: string): string {
	return unreadable.tooMuch({ most });
}

/**
 * Walks a JSON text before anything parses it, which may take a minute and a gigabyte.
 *
 * @param most values to allow: each follows a comma, or is first in its brackets
 * @returns why it can't be stored or keeps its readers busy, as the end of a sentence; and its number
 * of keys, since a parsed value has fewer if an object repeats one
 */
export function walkJson(json: string, most: number): { excess?: string; keys: number } {
	let [values, keys, depth] = [0, 0, 0];
	for (let at = 0; at < json.length; at++) {
		const sign = json[at];
		if (sign === '"') at = endOfText(json, at);
		else if (sign === ':') keys++;
		else if (sign === ',') values++;
		else if (sign === ']' || sign === '}') depth--;
		else if (sign === '[' || sign === '{') {
			values++;
			depth++;
		}
		if (depth > deepestNesting) return { excess: tooMuch(`${deepestNesting} levels`), keys };
		if (values > most) return { excess: tooMuch(`${figure(most)} values`), keys };
	}
	return { keys };
}

/** The place of the quote that ends a JSON string. */
function endOfText(json: string, start: number): number {
	let end = start + 1;
	while (end < json.length && json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
	return end;
}

/** The number of keys of all objects in a value. */
export function keysIn(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 0;
	const inner = Object.values(value) as unknown[];
	const own = isObject(value) ? inner.length : 0;
	return inner.reduce((sum: number, one) => sum + keysIn(one), own);
}

/** Reads UTF-8 up to a limit, decompressing as it arrives; undefined if it is larger. */
export async function textIn(body: AsyncIterable<Uint8Array>): Promise<string | undefined> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		if (size > transport.mostBytes) return undefined;
		chunks.push(chunk);
	}
	// Drops the byte order mark that some servers add.
	return new TextDecoder().decode(Buffer.concat(chunks));
}
