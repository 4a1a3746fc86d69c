import { jsonParse, type IDataObject } from 'n8n-workflow';
import { brokenRequest, unreadable } from '../catalogue/requests';
import { figure } from '../catalogue/sentence';
import { withLongNumbersAsText } from '../fields/types/number';
import { deepestNesting, excessOf, isObject, type Excess } from '../fields/values';
import type { Endpoint } from './endpoints';
import { largestAnswer } from './exchange';
import type { Redactor } from './redactor';
import { requestFailure, unreadableAnswer, type RequestFailure } from './failure';
import { pageIn, quoted, serviceText } from './serviceText';

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
	if (!isObject(inner)) throw new AnswerError(unreadable.noObject({ key }), answer);
	return inner;
}

/** Reads a list under a key. @throws AnswerError if there is none */
export function listIn(answer: unknown, key: string): unknown[] {
	const list = isObject(answer) ? answer[key] : undefined;
	if (!Array.isArray(list)) throw new AnswerError(unreadable.noList({ key }), answer);
	return list;
}

/** Values to read in an answer: a short text can hold millions, and n8n stores each as an item. */
export const mostValues = 1_000_000;

/**
 * Whether a JSON text may hold too many values. They would take memory before they could be counted.
 * Each follows a comma, or is first in its brackets.
 */
function holdsTooMany(json: string): boolean {
	let left = mostValues;
	// A separator needs at least one character.
	if (json.length <= left) return false;
	for (let index = 0; index < json.length && left >= 0; index++) {
		const character = json[index];
		if (character === ',' || character === '[' || character === '{') left--;
	}
	return left < 0;
}

/** Why a content isn't read, as the end of a sentence. */
export function wordsOfExcess(excess: Excess, most: number): string {
	return excess === 'too deep'
		? unreadable.tooDeep({ levels: deepestNesting })
		: unreadable.tooManyValues({ most: figure(most) });
}

/**
 * Reads a success. Our own request quoted in it is no secret to readers of the output.
 *
 * @param body undefined if it is too large to read
 * @returns its contents, with long numeric IDs as texts; undefined if the endpoint has no content
 */
export function readSuccess(
	endpoint: Endpoint,
	body: string | undefined,
	redactor: Redactor,
): { parsed?: object; failure?: RequestFailure } {
	if (endpoint.results === undefined) return {};
	const unread = (what: string, text?: string) => ({
		failure: unreadableAnswer(endpoint, what, text),
	});
	if (body === undefined)
		return unread(unreadable.tooLarge({ megabytes: largestAnswer / 1024 ** 2 }));
	const page = pageIn(body);
	if (page !== undefined) {
		// Something is between n8n and the service.
		const sentence = brokenRequest.pageInsteadOfAnswer({ page: quoted(page, redactor) });
		return { failure: requestFailure(endpoint, sentence) };
	}
	if (holdsTooMany(body)) return unread(wordsOfExcess('too large', mostValues));
	const parsed = jsonParse<unknown>(withLongNumbersAsText(body), { fallbackValue: null });
	if (typeof parsed !== 'object' || parsed === null) {
		return unread(unreadable.notAnObject, serviceText(body, redactor));
	}
	if (excessOf(parsed)) return unread(wordsOfExcess('too deep', mostValues));
	return { parsed: redactor.mayBeIn(body) ? (redactor.inValue(parsed) as object) : parsed };
}
