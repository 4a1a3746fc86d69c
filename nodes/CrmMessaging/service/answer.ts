import type { IDataObject } from 'n8n-workflow';
import { isObject, isNamed, textOf, truthOf } from '../fields/values';
import { isWordKey, plainKey } from './serviceText';

/** A success whose body is not what the service promises; the message says what is missing. */
export class AnswerError extends Error {
	/** @param answer what the service said instead */
	constructor(
		message: string,
		readonly answer?: unknown,
	) {
		super(message);
	}
}

/**
 * Reads an object out of an answer; some keys come wrapped or bare.
 *
 * @throws AnswerError where there is none
 */
export function objectIn(answer: unknown, key?: string): IDataObject {
	const inner =
		key !== undefined && isObject(answer) && isObject(answer[key]) ? answer[key] : answer;
	if (!isObject(inner)) throw new AnswerError(`it holds no ${key ?? 'object'}`, answer);
	return inner;
}

/**
 * Reads a list out of an answer.
 *
 * @throws AnswerError where there is none
 */
export function listIn(answer: unknown, key: string): unknown[] {
	const list = isObject(answer) ? answer[key] : undefined;
	if (!Array.isArray(list)) throw new AnswerError(`it holds no list “${key}”`, answer);
	return list;
}

/** Values of an answer that are read: little can hold millions, and each becomes an item that n8n keeps. */
export const mostValues = 1_000_000;

/** Whether a JSON text may hold more values: each follows a comma, or is the first in its brackets. */
export function holdsTooMany(json: string): boolean {
	let left = mostValues;
	// A mark takes a character at least.
	if (json.length <= left) return false;
	for (let at = 0; at < json.length && left >= 0; at++) {
		const character = json[at];
		if (character === ',' || character === '[' || character === '{') left--;
	}
	return left < 0;
}

/** A text that stands where an error would, and says that there is none. */
const noError = /^(|0+|false|none|null|nil|ok|okay|success|n\/a)$/i;

const failing =
	/^(err(or)?|fail(ed|ure)?|reject(ed)?|refused|invalid|denied|not_?(valid|accepted))$/i;

const successKeys = new Set(['success', 'successful', 'ok', 'accepted', 'isvalid']);

const stateKeys = new Set(['status', 'state', 'result']);

const idKeys = new Set(['id', 'uuid', 'bulkid', 'deliveryid']);

/** Whether a key is that of an error, such as `error` or `error_message`. */
export function isErrorKey(key: string): boolean {
	return plainKey(key).startsWith('error');
}

/** Whether an object has a key such as `error` that says that something went wrong. */
export function hasError(data: IDataObject): boolean {
	return Object.entries(data).some(([key, value]) => isErrorKey(key) && saysError(value));
}

/** Whether an object says by another key, such as `success` or `status`, that it failed. */
export function saysFailed(data: IDataObject): boolean {
	return Object.entries(data).some(([key, value]) => {
		if (successKeys.has(plainKey(key))) return truthOf(value) === false;
		return stateKeys.has(plainKey(key)) && failing.test(textOf(value).trim());
	});
}

/**
 * Whether a success holds nothing but an error: some services and gateways report every failure with
 * status 200. What brings a list, an object or an ID with it is more than that.
 */
export function isOnlyError(answer: unknown): boolean {
	if (Array.isArray(answer)) return answer.length > 0 && answer.every(isOnlyError);
	if (!isObject(answer) || !(hasError(answer) || saysFailed(answer))) return false;
	return !Object.entries(answer).some(([key, value]) => {
		if (isErrorKey(key) || isWordKey(key)) return false;
		return idKeys.has(plainKey(key)) ? isNamed(value) : holdsAnything(value);
	});
}

function saysError(value: unknown): boolean {
	if (value === null || value === undefined) return false;
	if (typeof value === 'object') return Object.values(value).some(saysError);
	return !noError.test(textOf(value).trim());
}

function holdsAnything(value: unknown): boolean {
	return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
