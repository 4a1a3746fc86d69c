import type { IDataObject } from 'n8n-workflow';
import { answerHint } from '../catalogue/contacts';
import type { Sentence } from '../catalogue/sentence';
import { isNamed, isObject, orderedJson, textOf } from '../fields/values';
import { jsonOf } from './answer';

/** What a documented key holds: its name in sentences, its test, and its value if it is absent. */
const keyKinds = {
	any: { words: 'a value', is: () => true, empty: undefined },
	count: { words: 'a whole number', is: Number.isInteger, empty: 0 },
	flag: { words: 'true or false', is: (value) => typeof value === 'boolean', empty: false },
	id: { words: 'an ID', is: isNamed, empty: undefined },
	list: { words: 'a list', is: Array.isArray, empty: undefined },
	object: { words: 'an object', is: isObject, empty: undefined },
	text: { words: 'a text', is: isText, empty: undefined },
	texts: {
		words: 'a list of texts',
		is: (value) => Array.isArray(value) && value.every(isText),
		empty: [],
	},
	url: { words: 'an address', is: isText, empty: undefined },
} satisfies Record<string, { words: string; is: (value: unknown) => boolean; empty: unknown }>;

/** A key of an answer or a callback, as the service documents it. */
export interface DocumentedKey {
	kind: keyof typeof keyKinds;
	/** The value of the request that it repeats; undefined if that has none. Omitted, any is right. */
	asked?: unknown;
	/** Other values that are right as well. */
	orOneOf?: readonly string[];
	/** Whether it is always there, and never empty. */
	required?: boolean;
	/** Whether it is compared with `asked` only if it is there. */
	optional?: boolean;
	/** The keys of its object, or of each object in its list. */
	keys?: Documented;
	/** Whether an account chooses more keys of its object. Only a failure counts among them. */
	isOpen?: boolean;
	/** The sentence if it is there and empty, although the request asks for something. */
	lacking?: (values: { json: string }) => Sentence;
}

export type Documented = Readonly<Record<string, DocumentedKey>>;

/** A documented key whose value isn't as documented, or not as the request asks. */
export interface Difference {
	key: string;
	json: string;
	asked: string;
	/** Whether it counts other entries than those of the request. */
	isCount: boolean;
	lacking?: DocumentedKey['lacking'];
}

/** What of an answer isn't as documented. */
export interface Oddities {
	differences: Difference[];
	/** Keys that the documentation doesn't show, with their values. */
	others?: IDataObject;
	/** Whether these report a failure, which may mean all of the answer. */
	isFailed: boolean;
}

/**
 * Compares an answer, a part of it or a callback with its documentation and its request. An absent
 * key counts as its kind's empty value.
 */
export function odditiesOf(object: IDataObject, documented: Documented): Oddities {
	if (isPlainlyDocumented(object, documented)) return nothingOdd;
	const differences: Difference[] = [];
	const others: Array<[key: string, value: unknown]> = [];
	let isFailed = false;
	for (const [key, entry] of Object.entries(documented)) {
		const value = object[key];
		if (!isAsDocumented(value, entry)) differences.push(difference(key, value, entry));
		else if (entry.keys && !isEmptyValue(value)) {
			for (const [at, inner] of [value].flat().entries()) {
				const path = Array.isArray(value) ? `${key}[${at}]` : key;
				if (!isObject(inner)) {
					differences.push(difference(path, inner, { kind: 'object' }));
					continue;
				}
				const found = odditiesOf(inner, entry.keys);
				for (const one of found.differences)
					differences.push({ ...one, key: `${key}.${one.key}` });
				if (found.others && (found.isFailed || !entry.isOpen))
					others.push([path, found.others]);
				isFailed ||= found.isFailed;
			}
		}
	}
	const own = Object.entries(object).filter(
		([key, value]) => !Object.hasOwn(documented, key) && !isEmptyValue(value),
	);
	isFailed ||= reportsFailure(Object.fromEntries(own));
	const all = Object.fromEntries([...others, ...own]) as IDataObject;
	return { differences, others: isEmptyValue(all) ? undefined : all, isFailed };
}

const nothingOdd: Oddities = Object.freeze({ differences: [], isFailed: false });

/** Whether an object has each required key and no other, as a message's result usually does. */
function isPlainlyDocumented(object: IDataObject, documented: Documented): boolean {
	for (const key in documented) {
		const entry = documented[key] as DocumentedKey;
		if ('asked' in entry || entry.keys) return false;
		const value = object[key];
		const isRight = !isEmptyValue(value) && keyKinds[entry.kind].is(value);
		if (value === undefined ? entry.required : !isRight) return false;
	}
	for (const key in object) if (!Object.hasOwn(documented, key)) return false;
	return true;
}

function isAsDocumented(value: unknown, entry: DocumentedKey): boolean {
	const { kind, asked, orOneOf = [], required, optional } = entry;
	const { is, empty } = keyKinds[kind];
	if (isEmptyValue(value)) {
		if (required) return false;
		return (optional && value === undefined) || isSame(empty, asked ?? empty, kind);
	}
	if (!is(value)) return false;
	return !('asked' in entry) || isSame(value, asked, kind) || orOneOf.includes(value as string);
}

function isSame(value: unknown, asked: unknown, kind: DocumentedKey['kind']): boolean {
	if (kind === 'id') return textOf(value) === textOf(asked);
	if (kind === 'url') return withoutQuery(value) === withoutQuery(asked);
	if (kind === 'texts') return setOf(value) === setOf(asked);
	return value === asked || orderedJson(value) === orderedJson(asked);
}

/** Answers are redacted, and the service may drop a query, so only the rest of a URL counts. */
function withoutQuery(value: unknown): string {
	const text = isEmptyValue(value) ? '' : textOf(value);
	return URL.canParse(text) ? new URL(text).origin + new URL(text).pathname : text;
}

function setOf(value: unknown): string {
	return JSON.stringify([...new Set((value ?? []) as string[])].sort());
}

function difference(key: string, value: unknown, entry: DocumentedKey): Difference {
	const { kind, asked, lacking } = entry;
	const shown = (one: unknown) => jsonOf(kind === 'url' ? withoutQuery(one) : one);
	const { words, empty } = keyKinds[kind];
	const wanted = isEmptyValue(asked) ? 'none' : shown(asked);
	return {
		key,
		json: value === undefined ? 'missing' : shown(value),
		asked: 'asked' in entry ? wanted : words,
		isCount: kind === 'count' && 'asked' in entry && Number.isInteger(value),
		...(value !== undefined && (isEmptyValue(value) || value === empty) && { lacking }),
	};
}

/** The hint about a difference of an answer. */
export function differenceHint({ key, json, asked, lacking }: Difference): Sentence {
	return lacking?.({ json }) ?? answerHint.differs({ key, json, asked });
}

/**
 * Whether keys next to results mean that these don't count. A form has booleans as texts.
 */
export function reportsFailure({ success, valid, status, error, errors }: IDataObject): boolean {
	const isTrue = (value: unknown) => [undefined, null, true, 'true'].some((one) => one === value);
	const isFailed = typeof status === 'string' && failedStates.includes(plainWord(status));
	const isError = [error, errors].some((value) => Boolean(value) && !isEmptyValue(value));
	return !isTrue(success) || !isTrue(valid) || isFailed || isError;
}

/** The states of a bulk job. The service documents only the first ones (docs/contributing/service.md, Readings). */
export const startingStates = ['queued', 'queue'];
export const failedStates = ['failed', 'error'];
export const processedState = 'processed';

/** A state as it's compared. */
export function plainWord(status: unknown): string {
	return textOf(status).trim().toLowerCase();
}

function isEmptyValue(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
	return value === undefined || value === null || value === '';
}

function isText(value: unknown): boolean {
	return typeof value === 'string';
}
