import type { IDataObject } from 'n8n-workflow';

/** A success whose body is not what the service promises; the message says what is missing. */
export class AnswerError extends Error {}

/**
 * Reads an object out of an answer; some keys come wrapped or bare.
 *
 * @throws AnswerError where there is none
 */
export function objectIn(answer: unknown, key?: string): IDataObject {
	const inner =
		key !== undefined && isObject(answer) && isObject(answer[key]) ? answer[key] : answer;
	if (!isObject(inner)) throw new AnswerError(`it holds no ${key ?? 'object'}`);
	return inner;
}

/**
 * Reads a list out of an answer.
 *
 * @throws AnswerError where there is none
 */
export function listIn(answer: unknown, key: string): unknown[] {
	const list = isObject(answer) ? answer[key] : undefined;
	if (!Array.isArray(list)) throw new AnswerError(`it holds no list “${key}”`);
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
