import { jsonParse, type IDataObject } from 'n8n-workflow';
import { unreadable } from '../catalogue/requests';
import { figure } from '../catalogue/sentence';
import { withLongNumbersAsText } from '../fields/types/number';
import { cut, deepestNesting, isObject } from '../fields/values';
import { transport } from './limiter';

/** What an answer holds. */
export interface Content {
	/** Empty if it's JSON, or isn't read. */
	text: string;
	/** Its JSON, with long numeric IDs as texts; null if it is none, or isn't read. */
	json: unknown;
	/** Why it isn't read, as the end of a sentence. */
	excess?: string;
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

/** A text's JSON, with long numeric IDs as texts. */
export function jsonIn(text: string, fallbackValue: unknown): unknown {
	return jsonParse<unknown>(withLongNumbersAsText(text), { fallbackValue });
}

/** Reads the text of an answer, undefined if that is too large. */
export function contentOf(text: string | undefined): Content {
	const unread = (excess: string): Content => ({ text: '', json: null, excess });
	if (text === undefined)
		return unread(unreadable.tooMuch({ most: `${transport.mostBytes / 1024 ** 2} MB` }));
	const json = jsonIn(text, null);
	const excess = excessIn(json, transport.mostValues);
	return excess ? unread(excess) : { text: json === null ? text : '', json };
}

/** Why a value can't be stored or keeps its readers busy, as the end of a sentence. */
export function excessIn(json: unknown, mostValues: number): string | undefined {
	let values = 0;
	const excessBelow = (value: unknown, depth: number): string | undefined => {
		if (typeof value !== 'object' || value === null) return undefined;
		if (depth > deepestNesting) return unreadable.tooMuch({ most: `${deepestNesting} levels` });
		const inner = Object.values(value) as unknown[];
		values += inner.length;
		if (values > mostValues)
			return unreadable.tooMuch({ most: `${figure(mostValues)} values` });
		for (const one of inner) {
			const excess = excessBelow(one, depth + 1);
			if (excess) return excess;
		}
		return undefined;
	};
	return excessBelow(json, 1);
}

/** A success that doesn't match the service's documentation; the message names what is missing. */
export class AnswerError extends Error {
	constructor(
		message: string,
		readonly answer?: unknown,
	) {
		super(message);
	}
}

/** Reads an object under a key. @throws AnswerError if there is none */
export function objectIn(answer: unknown, key: string): IDataObject {
	const inner = isObject(answer) ? answer[key] : undefined;
	if (!isObject(inner)) throw new AnswerError(unreadable.lacks({ what: key }), answer);
	return inner;
}

/** Reads a list under a key. @throws AnswerError if there is none */
export function listIn(answer: unknown, key: string): unknown[] {
	const list = isObject(answer) ? answer[key] : undefined;
	if (Array.isArray(list)) return list;
	throw new AnswerError(unreadable.lacks({ what: `list “${key}”` }), answer);
}

/** Characters of foreign words in a sentence. */
const longestQuote = 300;

/** The service's own words in an answer, shortened; empty if it isn't read. */
export function serviceText({ text, json }: Content): string {
	return json === null ? quoted(text) : wordsIn(json);
}

/** The words of an answer's JSON: the text of its `error`, else the JSON itself. */
export function wordsIn(json: unknown): string {
	const error = isObject(json) ? seenError(json.error) : undefined;
	return error === undefined ? jsonOf(json) : quoted(error);
}

/** An error as the service writes it (docs/contributing/service.md, Errors), else its JSON. */
export function textOfError(error: unknown): string {
	return seenError(error) ?? (error === undefined || error === null ? '' : JSON.stringify(error));
}

/** A text, or a list of texts or of objects that have one under `error`. */
function seenError(error: unknown): string | undefined {
	const entries: unknown[] = [error].flat().map((one) => (isObject(one) ? one.error : one));
	const isSeen = entries.every((one) => typeof one === 'string' && one.trim() !== '');
	return isSeen && entries.length > 0 ? entries.join(', ') : undefined;
}

/** The JSON of a value, shortened for a sentence. */
export function jsonOf(value: unknown): string {
	return cut(JSON.stringify(value) ?? '', longestQuote);
}

/** An error's own words, shortened. */
export function wordsOfError(error: unknown): string {
	return cut(error instanceof Error ? error.message : String(error), longestQuote);
}

/** Foreign text on one short line. */
export function quoted(text: string): string {
	return cut(text.replace(/\s+/g, ' ').trim(), longestQuote);
}
