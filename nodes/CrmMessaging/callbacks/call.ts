import { jsonParse, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';
import { excessOf, isObject, setOwn, type Excess } from '../fields/values';
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
	/** The caller's address, as n8n sees it behind N8N_PROXY_HOPS proxies. */
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

	/**
	 * A call whose body has been read, whatever its type.
	 *
	 * @param ownParameters URL parameters added by n8n and the node
	 */
	static async of(context: IWebhookFunctions, ownParameters: readonly string[]): Promise<Call> {
		await readUnreadBody(webhookRequestOf(context));
		return new Call(context, ownParameters);
	}

	/**
	 * The callback: the body, or the URL's parameters if the body is empty, as with GET. It is read
	 * on demand: a large body costs nothing if the URL already fails the check. Empty if there is
	 * an excess.
	 */
	get body(): IDataObject {
		return (this.read ??= this.contentRead()).body;
	}

	/** Why the content isn't read, whatever the sender. */
	get excess(): Excess | undefined {
		return (this.read ??= this.contentRead()).excess;
	}

	private contentRead(): Content {
		if (fieldCountOf(this.context) > mostValues) return { body: {}, excess: 'too large' };
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
		if (isGet || (isEmpty(body) && inUrl.length > 0)) return Object.fromEntries(inUrl);
		return isObject(body) ? body : { body: body as IDataObject[] };
	}
}

/** The raw body of a form, since n8n parses at most 1,000 of its fields. */
function formOf(context: IWebhookFunctions): Buffer | undefined {
	const { rawBody, headers } = webhookRequestOf(context);
	const type = headers['content-type']?.toLowerCase();
	return type?.includes('application/x-www-form-urlencoded') ? rawBody : undefined;
}

/** Number of form fields, counted without parsing. */
function fieldCountOf(context: IWebhookFunctions): number {
	const form = formOf(context) ?? Buffer.of();
	let count = 1;
	for (const byte of form) if (byte === ampersand) count++;
	return count;
}

const ampersand = '&'.charCodeAt(0);

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

/** Whether the body is missing, an empty object or list, or blank. */
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

/**
 * Reads a callback's body, either JSON or a form with keys such as `valid_contacts[0][email]`.
 *
 * @returns the body, with the counts first
 */
export function readBody(body: IDataObject): IDataObject {
	const isForm = Object.keys(body).some((key) => key.includes('['));
	const content = isForm ? nest(body) : body;
	const first = counts.filter((key) => Object.hasOwn(content, key));
	const read: IDataObject = {};
	for (const key of new Set([...first, ...Object.keys(content)])) {
		const value = content[key];
		const isNumber = numbers.includes(key) && typeof value === 'string' && /^\d+$/.test(value);
		setOwn(read, key, isNumber ? Number(value) : value);
	}
	return read;
}

type Branch = Map<string, unknown>;

function nest(form: IDataObject): IDataObject {
	const root: Branch = new Map();
	for (const [key, value] of Object.entries(form)) {
		const path = keyPath(key);
		// `tags[]` repeats for each entry, so its value is already a list here.
		const values: unknown[] = path.includes('') && Array.isArray(value) ? value : [value];
		for (const [index, one] of values.entries()) {
			const branches = path.map((part) => part || String(index));
			const leaf = branches.pop() as string;
			branches.reduce(branchAt, root).set(leaf, one);
		}
	}
	return plain(root) as IDataObject;
}

/** `valid_contacts[0][email]` as `valid_contacts`, `0`, `email`. */
function keyPath(key: string): string[] {
	const parts = key.split('[', deepest + 2);
	return parts.length > deepest + 1 ? [key] : parts.map((part) => part.replace(/\]$/, ''));
}

function branchAt(parent: Branch, key: string): Branch {
	const existing = parent.get(key);
	if (existing instanceof Map) return existing as Branch;
	const branch: Branch = new Map();
	parent.set(key, branch);
	return branch;
}

/** A branch as an object, or as a list if its keys count up from 0. */
function plain(value: unknown): unknown {
	if (!(value instanceof Map)) return value;
	const keys = [...(value as Branch).keys()];
	const values = [...(value as Branch).values()].map(plain);
	const isList = keys.length > 0 && keys.every((key, index) => key === String(index));
	return isList ? values : Object.fromEntries(keys.map((key, index) => [key, values[index]]));
}

/**
 * Reads the body of a form call. JSON sent as a form is read as JSON, also with %22 and other
 * escapes. Parsed as a form, it would be one strange key.
 */
export function readForm(body: string): unknown {
	const text = body.trim();
	const json = /^%(7b|5b)/i.test(text) ? formPairs(`json=${text.replace(/=$/, '')}`).json : text;
	const isJson = typeof json === 'string' && /^[{[]/.test(json);
	const read = isJson ? jsonIn(json) : undefined;
	return typeof read === 'object' ? read : formPairs(body);
}

/** Parses a text as JSON; returns the text if that fails. */
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
