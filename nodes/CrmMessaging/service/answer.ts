import type { IDataObject } from 'n8n-workflow';
import { unreadable } from '../catalogue/requests';
import { isObject } from '../fields/values';
import type { Endpoint } from './endpoints';
import { wordsOfExcess } from './excess';
import { largestAnswer, mostValues, type Content } from './exchange';
import type { Redactor } from './redactor';
import { unreadableAnswer, type RequestFailure } from './failure';
import { serviceText } from './serviceText';

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

/**
 * Reads a success. Our own request quoted in it is no secret to readers of the output.
 *
 * @returns its contents; undefined if the endpoint has no content
 */
export function readSuccess(
	endpoint: Endpoint,
	content: Content,
	redactor: Redactor,
): { parsed?: object; failure?: RequestFailure } {
	if (endpoint.results === undefined) return {};
	const { text, json, excess } = content;
	const unread = (what: string, words?: string) => ({
		failure: unreadableAnswer(endpoint, what, words),
	});
	if (text === undefined)
		return unread(unreadable.tooLarge({ megabytes: largestAnswer / 1024 ** 2 }));
	if (excess) return unread(wordsOfExcess(excess, mostValues));
	if (typeof json !== 'object' || json === null)
		return unread(unreadable.notAnObject, serviceText(content, redactor));
	return { parsed: redactor.mayBeIn(text) ? (redactor.inValue(json) as object) : json };
}
