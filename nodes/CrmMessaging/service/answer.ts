import type { IDataObject } from 'n8n-workflow';

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

/** A value of an answer as text, for messages. */
export function textOf(value: unknown): string {
	return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Whether a value is an object that is no list. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const truths = new Map<string, boolean>([
	...['true', 'yes', 'y', '1', 'on', 'ok'].map((word) => [word, true] as const),
	...['false', 'no', 'n', '0', 'off'].map((word) => [word, false] as const),
]);

/** Whether a value of an answer is true or false, however it is written; undefined where it is neither. */
export function truthOf(value: unknown): boolean | undefined {
	return truths.get(textOf(value).trim().toLowerCase());
}

/** A count in an answer, also as text; undefined where it is none. */
export function countOf(value: unknown): number | undefined {
	const text = textOf(value).trim();
	return /^\d+(\.0+)?$/.test(text) ? Number(text) : undefined;
}

/** Whether a value of an answer names something. */
export function isNamed(value: unknown): boolean {
	return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
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
