import type { IDataObject } from 'n8n-workflow';
import { unreadable } from '../catalogue/requests';
import { cut, isObject } from '../fields/values';
import type { Content } from './content';
import type { Redactor } from './redactor';

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

/** The service's own words in an answer, without secrets and shortened; empty if it isn't read. */
export function serviceText({ text, json, excess }: Content, redactor: Redactor): string {
	if (excess) return '';
	return json === null ? quoted(text, redactor) : wordsIn(json, redactor);
}

/** The words of an answer's JSON: the text of its `error`, else the JSON itself. */
export function wordsIn(json: unknown, redactor: Redactor): string {
	const error = isObject(json) ? seenError(json.error) : undefined;
	return error === undefined ? jsonOf(redactor.inValue(json)) : quoted(error, redactor);
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

/** The JSON of a value without secrets, shortened for a sentence. */
export function jsonOf(value: unknown): string {
	return cut(JSON.stringify(value) ?? '', longestQuote);
}

/** An error's own words, shortened. */
export function wordsOfError(error: unknown): string {
	return cut(error instanceof Error ? error.message : String(error), longestQuote);
}

/** Foreign text on one short line. It is shortened last, which could split a secret. */
export function quoted(text: string, redactor: Redactor): string {
	return cut(redactor.inText(text.replace(/\s+/g, ' ').trim()), longestQuote);
}
