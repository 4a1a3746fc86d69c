import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { isObject, setOwn } from '../fields/values';
import { readUnreadBody, webhookRequestOf } from '../n8n/webhooks';

/** A call in any of the forms the service may use: JSON, a form, or GET. */
export class Call {
	/** The parameters of the URL; those that come several times as lists. */
	readonly query: IDataObject;
	readonly authorization: string | undefined;
	/** Who calls, as n8n sees it behind as many proxies as N8N_PROXY_HOPS says. */
	readonly address: string;
	private read: IDataObject | undefined;

	private constructor(
		private readonly context: IWebhookFunctions,
		private readonly ownParameters: readonly string[],
	) {
		const { originalUrl, ip = '', headers } = webhookRequestOf(context);
		this.query = urlQuery(originalUrl);
		this.authorization = headers.authorization;
		this.address = ip;
	}

	/**
	 * A call whose body has been read, whatever it says of its type.
	 *
	 * @param ownParameters those of the URL that n8n and the node have put there
	 */
	static async of(context: IWebhookFunctions, ownParameters: readonly string[]): Promise<Call> {
		await readUnreadBody(webhookRequestOf(context));
		return new Call(context, ownParameters);
	}

	/**
	 * The callback: the body, or what the URL carries where the body is empty, as with GET. It is read
	 * when it is asked for, so that a large one costs nothing where the URL already tells that nobody
	 * may call.
	 */
	get body(): IDataObject {
		return (this.read ??= readBody(this.content()));
	}

	private content(): IDataObject {
		const inUrl = Object.entries(this.query).filter(
			([name]) => !this.ownParameters.includes(name),
		);
		const isGet = webhookRequestOf(this.context).method === 'GET';
		const body = isGet ? {} : bodyOf(this.context);
		if (isGet || (isEmpty(body) && inUrl.length > 0)) return Object.fromEntries(inUrl);
		return isObject(body) ? body : { body: body as IDataObject[] };
	}
}

/** n8n reads at most 1,000 fields of a form, so a form is read from the raw body. */
function bodyOf(context: IWebhookFunctions): unknown {
	const { rawBody, headers } = webhookRequestOf(context);
	const type = headers['content-type']?.toLowerCase();
	const isForm = type?.includes('application/x-www-form-urlencoded');
	if (isForm && rawBody) return readForm(rawBody.toString());
	// A call without a body has none; n8n reads JSON only where the call says that it is JSON.
	const read: unknown = context.getBodyData() ?? {};
	const isUnread = isObject(read) && Object.keys(read).length === 0 && rawBody?.length;
	const given = isUnread ? rawBody.toString() : read;
	return typeof given === 'string' ? jsonIn(given) : given;
}

/** Whether a body says nothing: none, an empty object or list, or blanks. */
function isEmpty(body: unknown): boolean {
	if (typeof body === 'string') return body.trim() === '';
	return typeof body === 'object' && (body === null || Object.keys(body).length === 0);
}

/** n8n reads at most 1,000 parameters of a URL, so they are read from the URL itself. */
function urlQuery(url: string): IDataObject {
	const start = url.indexOf('?');
	return start < 0 ? {} : formPairs(url.slice(start + 1));
}

/** How many contacts were taken and how many were not: what people look for first. */
const counts = ['contacts_valid_count', 'contacts_failed_count'];

/** Keys of the callback that are whole numbers, also when a form sends them as text. */
const numbers = [...counts, 'timestamp'];

/** Levels of brackets that are read; anyone can send a key with thousands of them. */
const deepest = 32;

/**
 * Reads a callback's body, be it JSON, or a form with keys such as `valid_contacts[0][email]`.
 *
 * @returns the body with the counts before everything else
 */
export function readBody(body: IDataObject): IDataObject {
	const keys = Object.keys(body);
	const given = keys.some((key) => key.includes('[')) ? nest(Object.entries(body)) : body;
	const read: IDataObject = {};
	for (const key of counts) if (Object.hasOwn(given, key)) read[key] = given[key];
	// Copied once: anyone can send half a million keys.
	for (const key of given === body ? keys : Object.keys(given)) setOwn(read, key, given[key]);
	for (const key of numbers) {
		const value = read[key];
		if (typeof value === 'string' && /^\d+$/.test(value)) read[key] = Number(value);
	}
	return read;
}

type Branch = Map<string, unknown>;

function nest(pairs: Array<[string, unknown]>): IDataObject {
	const root: Branch = new Map();
	for (const [key, value] of pairs) {
		const path = keyPath(key);
		// `tags[]` comes once for each place in the list, and then its value is a list here.
		const values: unknown[] = path.includes('') && Array.isArray(value) ? value : [value];
		for (const [index, one] of values.entries()) {
			put(
				root,
				path.map((part) => part || String(index)),
				one,
			);
		}
	}
	return plain(root) as IDataObject;
}

/** The parts of a key such as `valid_contacts[0][email]`. */
function keyPath(key: string): string[] {
	const parts = key.split('[', deepest + 2);
	return parts.length > deepest + 1 ? [key] : parts.map((part) => part.replace(/\]$/, ''));
}

function put(root: Branch, path: string[], value: unknown): void {
	let at = root;
	for (const part of path.slice(0, -1)) at = branchAt(at, part);
	at.set(path.at(-1) as string, value);
}

function branchAt(at: Branch, key: string): Branch {
	const existing = at.get(key);
	if (existing instanceof Map) return existing as Branch;
	const branch: Branch = new Map();
	at.set(key, branch);
	return branch;
}

/** A branch whose keys count up from 0 is a list. */
function plain(value: unknown): unknown {
	if (!(value instanceof Map)) return value;
	const pairs = [...(value as Branch)].map(([key, inner]): [string, unknown] => [
		key,
		plain(inner),
	]);
	const isList = pairs.length > 0 && pairs.every(([key], index) => key === String(index));
	return isList ? pairs.map(([, inner]) => inner) : Object.fromEntries(pairs);
}

/**
 * Reads the body of a call that says it is a form. JSON sent so is read as JSON, as it stands or with
 * its signs written as %22 and the like: read as a form, it would be one strange key.
 */
export function readForm(body: string): unknown {
	const text = body.trim();
	const json = /^%(7b|5b)/i.test(text) ? formPairs(`json=${text.replace(/=$/, '')}`).json : text;
	const isJson = typeof json === 'string' && /^[{[]/.test(json);
	const read = isJson ? jsonIn(json) : undefined;
	return typeof read === 'object' ? read : formPairs(body);
}

/** What a text holds as JSON; one that isn't JSON is given back. */
export function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

/** The fields of a form, those that come several times as lists. */
export function formPairs(form: string): IDataObject {
	const pairs = new Map<string, string | string[]>();
	for (const [key, value] of new URLSearchParams(form)) {
		const known = pairs.get(key);
		// Added in place: a form may hold the same key a million times.
		if (Array.isArray(known)) known.push(value);
		else pairs.set(key, known === undefined ? value : [known, value]);
	}
	return Object.fromEntries(pairs);
}
