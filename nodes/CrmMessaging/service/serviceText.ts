import { cut, isObject } from '../fields/values';
import type { Content } from './exchange';
import type { Redactor } from './redactor';

/** Characters of foreign words in a sentence. */
const longestQuote = 300;

/** The service's own words in an answer, without secrets and shortened; empty if it isn't read. */
export function serviceText({ text = '', json, excess }: Content, redactor: Redactor): string {
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
