import { jsonParse, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';
import { addTo, excessOf, isObject, setOwn, type Excess } from '../fields/values';
import { readUnreadBody, webhookRequestOf } from '../n8n/webhooks';
import { limits } from '../service/endpoints';

/** Most values in a callback: a hundred for each contact of a request. */
export const mostValues = limits.contactsPerRequest * 100;

interface Content {
	body: IDataObject;
	excess?: Excess;
}

/** A call in any format the service may use: JSON, a form, or GET. */
export class Call {
	/** The URL's parameters; repeated ones are lists. */
	readonly query: IDataObject;
	readonly authorization: string | undefined;
	readonly address: string;
	private read: Content | undefined;

	private constructor(
		private readonly context: IWebhookFunctions,
		private readonly ownParameters: readonly string[],
	) {
		const { originalUrl, ip = '', headers } = webhookRequestOf(context);
		// n8n parses at most 1,000 URL parameters, so this parses the URL itself.
		this.query = formPairs(/\?(.*)/s.exec(originalUrl)?.[1] ?? '');
		this.authorization = headers.authorization;
		this.address = ip;
	}

	/** @param ownParameters URL parameters added by n8n and the node */
	static async of(context: IWebhookFunctions, ownParameters: readonly string[]): Promise<Call> {
		await readUnreadBody(webhookRequestOf(context));
		return new Call(context, ownParameters);
	}

	/**
	 * The body, or the URL's parameters if it is empty, as with GET. Read on demand: a large body
	 * costs nothing if the URL fails the check. Empty if there is an excess.
	 */
	get body(): IDataObject {
		return (this.read ??= this.contentRead()).body;
	}

	/** Why the content isn't read, whatever the sender. */
	get excess(): Excess | undefined {
		return (this.read ??= this.contentRead()).excess;
	}

	private contentRead(): Content {
		if (isTooLarge(formOf(this.context))) return { body: {}, excess: 'too large' };
		const content = this.content();
		const excess = excessOf(content, mostValues);
		return excess ? { body: {}, excess } : { body: readBody(content) };
	}

	private content(): IDataObject {
		const inUrl = Object.entries(this.query).filter(
			([name]) => !this.ownParameters.includes(name),
		);
		const isGet = webhookRequestOf(this.context).method === 'GET';
		const body = isGet ? {} : bodyOf(this.context);
		if (isGet || isEmpty(body)) return Object.fromEntries(inUrl);
		return isObject(body) ? body : { body: body as IDataObject[] };
	}
}

/** The raw body of a form, since n8n parses at most 1,000 of its fields. */
function formOf(context: IWebhookFunctions): Buffer | undefined {
	const { rawBody, headers } = webhookRequestOf(context);
	const type = headers['content-type']?.toLowerCase();
	return type?.includes('application/x-www-form-urlencoded') ? rawBody : undefined;
}

const ampersand = '&'.charCodeAt(0);

/** Whether a form has too many fields, which is known before it is parsed. */
function isTooLarge(form: Buffer = Buffer.of()): boolean {
	return form.filter((byte) => byte === ampersand).length >= mostValues;
}

function bodyOf(context: IWebhookFunctions): unknown {
	const form = formOf(context);
	if (form) return readForm(form.toString());
	const { rawBody } = webhookRequestOf(context);
	// A call without body has none here; n8n parses JSON only if the content type is JSON.
	const read: unknown = context.getBodyData() ?? {};
	const isUnread = isObject(read) && Object.keys(read).length === 0 && rawBody?.length;
	const content = isUnread ? rawBody.toString() : read;
	return typeof content === 'string' ? jsonIn(content) : content;
}

function isEmpty(body: unknown): boolean {
	if (typeof body === 'string') return body.trim() === '';
	return typeof body === 'object' && (body === null || Object.keys(body).length === 0);
}

/** Counts of valid and failed contacts, listed first because people look for them. */
export const counts = ['contacts_valid_count', 'contacts_failed_count'];

/** Keys with whole numbers, even if a form sends them as text. */
const numbers = [...counts, 'timestamp'];

/** Levels of brackets to read; anyone can send a key with thousands. */
const deepest = 32;

/** Reads a callback's body, JSON or a form with keys such as `valid_contacts[0][email]`. */
export function readBody(body: IDataObject): IDataObject {
	const isForm = Object.keys(body).some((key) => key.includes('['));
	const content = isForm ? (nested(leavesOf(body)) as IDataObject) : body;
	const first = counts.filter((key) => Object.hasOwn(content, key));
	const read: IDataObject = {};
	for (const key of new Set([...first, ...Object.keys(content)])) {
		const value = content[key];
		const isNumber = numbers.includes(key) && typeof value === 'string' && /^\d+$/.test(value);
		setOwn(read, key, isNumber ? Number(value) : value);
	}
	return read;
}

/** A value, and the keys that lead to it. */
type Leaf = [path: string[], value: unknown];

function leavesOf(form: IDataObject): Leaf[] {
	return Object.entries(form).flatMap(([key, value]) => {
		const path = keyPath(key);
		// `tags[]` repeats for each entry, so its value is already a list here.
		const values: unknown[] = path.includes('') && Array.isArray(value) ? value : [value];
		return values.map((one, at): Leaf => [path.map((part) => part || String(at)), one]);
	});
}

/** `valid_contacts[0][email]` as `valid_contacts`, `0`, `email`. */
function keyPath(key: string): string[] {
	const parts = key.split('[', deepest + 2);
	return parts.length > deepest + 1 ? [key] : parts.map((part) => part.replace(/\]$/, ''));
}

/** Values by their paths from a depth on: an object, or a list if its keys count up from 0. */
function nested(leaves: readonly Leaf[], depth = 0): unknown {
	const [path, value] = leaves.at(-1) ?? [[]];
	if (path.length === depth) return value;
	const byKey = new Map<string, Leaf[]>();
	for (const leaf of leaves) {
		const key = leaf[0][depth];
		if (key !== undefined) addTo(byKey, key, leaf);
	}
	const entries = [...byKey].map(([key, inner]) => [key, nested(inner, depth + 1)] as const);
	const isList = entries.every(([key], index) => key === String(index));
	return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/** Reads a form's body. JSON sent as a form is JSON, also with %22 and other escapes. */
export function readForm(body: string): unknown {
	const text = body.trim();
	const json = /^%(7b|5b)/i.test(text) ? formPairs(`json=${text.replace(/=$/, '')}`).json : text;
	const isJson = typeof json === 'string' && /^[{[]/.test(json);
	const read = isJson ? jsonIn(json) : undefined;
	return typeof read === 'object' ? read : formPairs(body);
}

export function jsonIn(text: string): unknown {
	return jsonParse<unknown>(text, { fallbackValue: text });
}

/** The fields of a form; repeated ones are lists. */
export function formPairs(form: string): IDataObject {
	const pairs = new Map<string, string | string[]>();
	for (const [key, value] of new URLSearchParams(form)) {
		const known = pairs.get(key);
		// Appended in place: a form may repeat a key a million times.
		if (Array.isArray(known)) known.push(value);
		else pairs.set(key, known === undefined ? value : [known, value]);
	}
	return Object.fromEntries(pairs);
}
