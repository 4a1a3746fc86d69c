import { jsonParse, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';
import { isObject } from '../fields/values';
import { keysIn, walkJson, type Excess } from '../service/excess';
import { readUnreadBody, webhookRequestOf } from '../n8n/webhooks';
import { limits } from '../service/endpoints';

/** Most values in a callback: a hundred for each contact of a request. */
export const mostFormValues = limits.contactsPerRequest * 100;

interface CallContent {
	/** The body, or the URL's parameters if it is empty, as with GET. Empty if there is an excess. */
	body: IDataObject;
	/** The URL's parameters next to a body, without n8n's and the node's own. */
	beside: IDataObject;
	/** Why the content isn't read, whatever the sender. */
	excess?: Excess;
}

/** A call as JSON, as a form, or with everything in its URL. */
export interface IncomingCall extends CallContent {
	/** The URL's parameters; repeated ones are lists. */
	query: IDataObject;
	authorization: string | undefined;
}

/** @param ownParameters URL parameters added by n8n and the node */
export async function readCall(
	context: IWebhookFunctions,
	ownParameters: readonly string[],
): Promise<IncomingCall> {
	const request = webhookRequestOf(context);
	await readUnreadBody(request);
	const { originalUrl, headers } = request;
	// n8n parses at most 1,000 URL parameters, so this parses the URL itself.
	const query = formPairs(/\?(.*)/s.exec(originalUrl)?.[1] ?? '');
	const content = callContentOf(context, { ...query }, ownParameters);
	return { query, authorization: headers.authorization, ...content };
}

function callContentOf(
	context: IWebhookFunctions,
	inUrl: IDataObject,
	ownParameters: readonly string[],
): CallContent {
	for (const name of ownParameters) delete inUrl[name];
	const { rawBody, method, headers } = webhookRequestOf(context);
	const text = rawBody?.toString() ?? '';
	const isForm = /^application\/x-www-form-urlencoded/i.test(headers['content-type'] ?? '');
	const unread = (excess: Excess): CallContent => ({ body: {}, beside: {}, excess });
	if (isForm && text.split('&', mostFormValues + 1).length > mostFormValues)
		return unread('too large');
	const sent = isForm ? readForm(text) : undefined;
	// A short form can stand for many values.
	const { excess, keys } = walkJson(sent ? JSON.stringify(sent) : text, mostFormValues);
	if (excess) return unread(excess);
	// n8n leaves JSON unread if the call doesn't show that it is JSON. Its XML isn't walked.
	const parsed: unknown = /^\s*</.test(text) ? {} : (context.getBodyData() ?? {});
	const isRead = typeof parsed === 'object' && !isWithoutContent(parsed);
	const json = isRead ? parsed : jsonParse<unknown>(text || '{}', { fallbackValue: text });
	// Of two values for a key, n8n keeps the last.
	const isAmbiguous = typeof json === 'object' && keys !== keysIn(json);
	const content = sent ?? (isAmbiguous && /^\s*[{[]/.test(text) ? text : json);
	const isInUrl = method === 'GET' || isWithoutContent(content);
	const body = isInUrl ? nested(inUrl) : isObject(content) ? content : { body: content };
	return { body: body as IDataObject, beside: isInUrl ? {} : inUrl };
}

function isWithoutContent(body: unknown): boolean {
	return body === '' || body === null || Object.keys(Object(body) as object).length === 0;
}

/** Reads a form; n8n itself parses at most 1,000 of its fields. */
export function readForm(form: string): IDataObject {
	return nested(formPairs(form));
}

/** The fields of a form; repeated ones are lists. */
function formPairs(form: string): IDataObject {
	const pairs = new Map<string, string | string[]>();
	for (const [key, value] of new URLSearchParams(form)) {
		const known = pairs.get(key);
		// Appended in place: a form may repeat a key a million times.
		if (Array.isArray(known)) known.push(value);
		else pairs.set(key, known === undefined ? value : [known, value]);
	}
	return Object.fromEntries(pairs);
}

type Tree = Map<string, Tree | string | string[]>;

/** Keys whose digits are a number in JSON (docs/contributing/service.md, The callback). */
const numbers = ['contacts_valid_count', 'contacts_failed_count', 'timestamp'];

/**
 * The JSON that a form's keys stand for, such as `valid_contacts[0][email]`. Unchanged if they stand
 * for more than one: `contacts[][email]` may belong to any contact.
 */
function nested(pairs: IDataObject): IDataObject {
	const tree: Tree = new Map();
	for (const [key, value] of Object.entries(pairs)) {
		const isNumber = numbers.includes(key) && typeof value === 'string' && /^\d+$/.test(value);
		const read = isNumber ? Number(value) : value;
		if (!plant(tree, keyPath(key), read as string | string[])) return pairs;
	}
	return valueOf(tree) as IDataObject;
}

/** Levels of brackets to read; anyone can send a key with thousands. */
const deepestForm = 32;

/** `valid_contacts[0][email]` as `valid_contacts`, `0`, `email`. */
function keyPath(key: string): string[] {
	const [name = '', ...inner] = key.split('[', deepestForm + 2);
	const isWhole = inner.length <= deepestForm && inner.every((part) => /^[^\]]*\]$/.test(part));
	return isWhole ? [name, ...inner.map((part) => part.slice(0, -1))] : [key];
}

/** Puts a field in its place. @returns whether it has exactly one */
function plant(tree: Tree, path: string[], value: string | string[]): boolean {
	const isList = path.length > 1 && path.at(-1) === '';
	if (isList) path.pop();
	const name = path.pop() as string;
	if (path.includes('') || (Array.isArray(value) && !isList)) return false;
	let place = tree;
	for (const part of path) {
		const inner = place.get(part) ?? (new Map() as Tree);
		if (!(inner instanceof Map)) return false;
		place.set(part, inner);
		place = inner;
	}
	if (place.has(name)) return false;
	place.set(name, isList ? [value].flat() : value);
	return true;
}

/** A list if its keys count up from 0. */
function valueOf(tree: Tree | string | string[]): unknown {
	if (!(tree instanceof Map)) return tree;
	const isList = tree.size > 0 && [...Array(tree.size).keys()].every((at) => tree.has(`${at}`));
	const entries = [...tree].map(([key, inner]): [string, unknown] => [key, valueOf(inner)]);
	const value = Object.fromEntries(entries);
	return isList ? Object.values(value) : value;
}
