import { jsonParse, type IDataObject } from 'n8n-workflow';
import { brokenRequest, unreadable } from '../catalogue/requests';
import { figure } from '../catalogue/sentence';
import { withLongNumbersAsText } from '../fields/types/number';
import {
	deepestNesting,
	isNamed,
	isObject,
	isTooDeep,
	textOf,
	truthOf,
	type Excess,
} from '../fields/values';
import type { Endpoint } from './endpoints';
import { largestAnswer } from './exchange';
import type { Redactor } from './redactor';
import { unclearSuccess, unreadableAnswer, type RequestFailure } from './failure';
import { answerText, isWordKey, pageIn, plainKey, quoted, serviceText } from './serviceText';

/** A success that doesn't match the service's documentation; the message names what is missing. */
export class AnswerError extends Error {
	constructor(
		message: string,
		readonly answer?: unknown,
	) {
		super(message);
	}
}

/** Reads an object, bare or under a key. @throws AnswerError if there is none */
export function objectIn(answer: unknown, key?: string): IDataObject {
	const inner =
		key !== undefined && isObject(answer) && isObject(answer[key]) ? answer[key] : answer;
	if (!isObject(inner)) throw new AnswerError(unreadable.noObject(key ?? 'object'), answer);
	return inner;
}

/** Reads a list. @throws AnswerError if there is none */
export function listIn(answer: unknown, key: string): unknown[] {
	const list = isObject(answer) ? answer[key] : undefined;
	if (!Array.isArray(list)) throw new AnswerError(unreadable.noList(key), answer);
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
		? unreadable.tooDeep(deepestNesting)
		: unreadable.tooManyValues(figure(most));
}

/** Under an error's key, it means no error. */
const noError = /^(|0+|false|none|null|nil|ok|okay|success|n\/a)$/i;

const failing =
	/^(err(or)?|fail(ed|ure)?|reject(ed)?|refused|invalid|denied|not_?(valid|accepted))$/i;

const successKeys = new Set(['success', 'successful', 'ok', 'accepted', 'isvalid']);

const stateKeys = new Set(['status', 'state', 'result']);

const idKeys = new Set(['id', 'uuid', 'bulkid', 'deliveryid']);

/** Whether a key is an error's, such as `error` or `error_message`. */
export function isErrorKey(key: string): boolean {
	return plainKey(key).startsWith('error');
}

/** Whether an object has a key such as `error` that reports a problem. */
export function hasError(data: IDataObject): boolean {
	for (const key in data) if (isErrorKey(key) && saysError(data[key])) return true;
	return false;
}

/** Whether an object reports failure by another key, such as `success` or `status`. */
export function saysFailed(data: IDataObject): boolean {
	for (const key in data) {
		const plain = plainKey(key);
		if (successKeys.has(plain) && truthOf(data[key]) === false) return true;
		if (stateKeys.has(plain) && failing.test(textOf(data[key]).trim())) return true;
	}
	return false;
}

/** Whether a success is only an error: some services report every failure with status 200. */
export function isOnlyError(answer: unknown): boolean {
	if (Array.isArray(answer)) return answer.length > 0 && answer.every(isOnlyError);
	if (!isObject(answer) || !(hasError(answer) || saysFailed(answer))) return false;
	return !Object.entries(answer).some(([key, value]) => {
		if (isErrorKey(key) || isWordKey(key)) return false;
		return idKeys.has(plainKey(key)) ? isNamed(value) : holdsAnything(value);
	});
}

/** Whether a value under an error's key reports an error. */
export function saysError(value: unknown): boolean {
	if (value === null || value === undefined) return false;
	if (typeof value === 'object') return Object.values(value).some(saysError);
	return !noError.test(textOf(value).trim());
}

function holdsAnything(value: unknown): boolean {
	return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
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
	if (endpoint.success === 'nothing') return {};
	const unread = (what: string, text?: string) => ({
		failure: unreadableAnswer(endpoint, what, text),
	});
	if (body === undefined) return unread(unreadable.tooLarge(largestAnswer / 1024 ** 2));
	const page = pageIn(body);
	if (page !== undefined) {
		// Something is between n8n and the service.
		const sentence = brokenRequest.pageInsteadOfAnswer(quoted(page, redactor));
		return { failure: unclearSuccess(endpoint, sentence, true) };
	}
	if (holdsTooMany(body)) return unread(wordsOfExcess('too large', mostValues));
	const parsed = jsonParse<unknown>(withLongNumbersAsText(body), { fallbackValue: null });
	if (typeof parsed !== 'object' || parsed === null) {
		return unread(unreadable.notAnObject, serviceText(body, redactor));
	}
	if (isTooDeep(parsed)) return unread(wordsOfExcess('too deep', mostValues));
	if (isOnlyError(parsed)) {
		const sentence = brokenRequest.errorInsteadOfAnswer(answerText(parsed, redactor));
		return { failure: unclearSuccess(endpoint, sentence) };
	}
	return { parsed: redactor.mayBeIn(body) ? (redactor.inValue(parsed) as object) : parsed };
}
