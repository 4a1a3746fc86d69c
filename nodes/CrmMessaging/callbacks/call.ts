import { jsonParse, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';
import { excessOf, isObject, type Excess } from '../fields/values';
import { readUnreadBody, webhookRequestOf } from '../n8n/webhooks';
import { limits } from '../service/endpoints';

/** Most values in a callback: a hundred for each contact of a request. */
export const mostValues = limits.contactsPerRequest * 100;

interface Content {
	body: IDataObject;
	/** The URL's parameters next to a body. */
	beside: IDataObject;
	excess?: Excess;
}

/** A call as JSON, as a form, or with everything in its URL. */
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
		return this.content.body;
	}

	/** The URL's parameters next to a body, without n8n's and the node's own. */
	get beside(): IDataObject {
		return this.content.beside;
	}

	/** Why the content isn't read, whatever the sender. */
	get excess(): Excess | undefined {
		return this.content.excess;
	}

	private get content(): Content {
		return (this.read ??= this.readContent());
	}

	private readContent(): Content {
		const { rawBody, method } = webhookRequestOf(this.context);
		const form = isForm(this.context) ? rawBody : undefined;
		if (form && hasTooMany(form)) return { body: {}, beside: {}, excess: 'too large' };
		const parameters = Object.entries(this.query);
		const inUrl = Object.fromEntries(
			parameters.filter(([name]) => !this.ownParameters.includes(name)),
		);
		const content =
			method === 'GET' ? {} : form ? readForm(form.toString()) : bodyOf(this.context);
		const isInUrl = isEmpty(content);
		const body = isInUrl ? formOf(inUrl) : isObject(content) ? content : { body: content };
		const excess = excessOf(body, mostValues);
		if (excess) return { body: {}, beside: {}, excess };
		return { body: body as IDataObject, beside: isInUrl ? {} : inUrl };
	}
}

function isForm(context: IWebhookFunctions): boolean {
	const type = webhookRequestOf(context).headers['content-type']?.toLowerCase() ?? '';
	return type.includes('application/x-www-form-urlencoded');
}

const ampersand = '&'.charCodeAt(0);

/** Whether a form has too many fields, which is known before it is parsed. */
function hasTooMany(form: Buffer): boolean {
	return form.filter((byte) => byte === ampersand).length >= mostValues;
}

/** JSON as n8n parsed it; n8n leaves it unread if the call doesn't say that it is JSON. */
function bodyOf(context: IWebhookFunctions): unknown {
	const read: unknown = context.getBodyData() ?? {};
	const text = typeof read === 'string' ? read : webhookRequestOf(context).rawBody?.toString();
	return isEmpty(read) || typeof read === 'string'
		? jsonParse<unknown>(text || '{}', { fallbackValue: text })
		: read;
}

function isEmpty(body: unknown): boolean {
	if (typeof body === 'string') return body.trim() === '';
	return typeof body === 'object' && (body === null || Object.keys(body).length === 0);
}

/** Reads a form; n8n itself parses at most 1,000 of its fields. */
export function readForm(form: string): IDataObject {
	return formOf(formPairs(form));
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

/** Keys whose digits are a number in JSON (docs/contributing/service.md, Callback). */
const numbers = ['contacts_valid_count', 'contacts_failed_count', 'timestamp'];

/**
 * A form's fields as the JSON that keys such as `valid_contacts[0][email]` stand for. Unchanged if
 * they stand for more than one: `contacts[][email]` may belong to any contact.
 */
function formOf(pairs: IDataObject): IDataObject {
	const tree: Tree = new Map();
	for (const [key, value] of Object.entries(pairs)) {
		if (!plant(tree, pathOf(key), value as string | string[])) return pairs;
	}
	const form = valueOf(tree) as IDataObject;
	for (const key of numbers) {
		const value = form[key];
		if (typeof value === 'string' && /^\d+$/.test(value)) form[key] = Number(value);
	}
	return form;
}

/** Levels of brackets to read; anyone can send a key with thousands. */
const deepest = 32;

/** `valid_contacts[0][email]` as `valid_contacts`, `0`, `email`. */
function pathOf(key: string): string[] {
	const [name = '', ...inner] = key.split('[', deepest + 2);
	const isWhole = inner.length <= deepest && inner.every((part) => /^[^\]]*\]$/.test(part));
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
	const keys = [...tree.keys()];
	const isList = keys.every((_, index) => tree.has(String(index)));
	if (isList && keys.length > 0) {
		return keys.map((_, index) => valueOf(tree.get(String(index)) as Tree));
	}
	return Object.fromEntries(keys.map((key) => [key, valueOf(tree.get(key) as Tree)]));
}
