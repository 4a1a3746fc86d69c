import { jsonParse } from 'n8n-workflow';
import { cut, isObject } from '../fields/values';
import type { Redactor } from './redactor';

/** Characters of the service's words in a sentence. */
const longestQuote = 300;

/** Characters to read before secrets are redacted and the rest is shortened. */
const longestRead = 10_000;

/**
 * The service's own words in a body, on one line and without secrets. They are the text of its
 * `error`, else the body itself. A page is named by its title.
 *
 * @param redactor applied before the text is shortened, which could split a secret
 */
export function serviceText(body: string, redactor: Redactor): string {
	const parsed = jsonParse<unknown>(body, { fallbackValue: null });
	const error = isObject(parsed) ? seenError(parsed.error) : undefined;
	return quoted(error ?? pageIn(body) ?? body, redactor);
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
	return cut(JSON.stringify(value), longestQuote);
}

/** Foreign text on one short line without secrets. */
export function quoted(text: string, redactor: Redactor): string {
	const line = text.replace(/\s+/g, ' ').trim().slice(0, longestRead);
	return cut(redactor.inText(line), longestQuote);
}

/** Characters of a body to search for signs of a page. */
const pageBeginning = 20_000;

/** Recognizes a web page. @returns it for a sentence, with its title; undefined for other bodies */
export function pageIn(body: string): string | undefined {
	const text = body.slice(0, pageBeginning);
	if (!/^\s*</.test(text) || !/<(!doctype\s+html|html|head|body|title)\b/i.test(text))
		return undefined;
	const [, written = ''] = /<title\b[^<>]*>([^<]*)/i.exec(text) ?? [];
	const title = written.replace(/\s+/g, ' ').trim();
	return title === '' ? 'a web page' : `a web page “${title}”`;
}
