import type { IDataObject } from 'n8n-workflow';
import { unreadable } from '../catalogue/requests';
import { figure } from '../catalogue/sentence';
import { deepestNesting, isObject, setOwn, textOf, type Excess } from '../fields/values';
import type { Endpoint } from './endpoints';
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

/** Why a content isn't read, as the end of a sentence. */
export function wordsOfExcess(excess: Excess, most: number): string {
	return excess === 'too deep'
		? unreadable.tooDeep({ levels: deepestNesting })
		: unreadable.tooManyValues({ most: figure(most) });
}

/**
 * The keys of an answer that its documentation doesn't show, with their values; undefined if all of
 * them are empty.
 */
export function undocumented(
	answer: IDataObject,
	documented: readonly string[],
): IDataObject | undefined {
	let others: IDataObject | undefined;
	for (const key in answer) {
		if (documented.includes(key) || isEmptyValue(answer[key])) continue;
		setOwn((others ??= {}), key, answer[key]);
	}
	return others;
}

function isEmptyValue(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
	return value === undefined || value === null || value === '';
}

export type State = 'inProgress' | 'completed' | 'failed' | 'unknown';

/** The service documents only `queued` and `queue` (docs/contributing/service.md, Readings). */
const states: Record<string, readonly string[]> = {
	inProgress: ['queued', 'queue', 'pending', 'processing', 'in_progress', 'inprogress'],
	completed: ['processed', 'completed', 'finished', 'done'],
	failed: ['failed', 'error', 'rejected', 'canceled', 'cancelled'],
};

/**
 * The meaning of a `status`, in any case.
 *
 * @param completed other words for completed
 */
export function stateOf(status: unknown, completed: readonly string[] = []): State {
	const word = wordOf(status);
	if (completed.map(wordOf).includes(word)) return 'completed';
	const [state = 'unknown'] = Object.keys(states).filter((one) => states[one]?.includes(word));
	return state as State;
}

function wordOf(status: unknown): string {
	return textOf(status).trim().toLowerCase();
}

/** Whether `success`, `status` or `error` next to results means that they don't count. */
export function reportsFailure({ success, status, error, errors }: IDataObject): boolean {
	// A form has booleans as texts.
	const isSuccess = [undefined, null, true, 'true'].some((value) => value === success);
	const isError = (value: unknown) => Boolean(value) && !isEmptyValue(value);
	return !isSuccess || stateOf(status) === 'failed' || isError(error) || isError(errors);
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
	if (endpoint.answerKeys.length === 0) return {};
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
