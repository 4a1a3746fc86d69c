import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { contactReason } from '../catalogue/runs';
import { namesIn, recipientNamed, type Recipient } from '../engine/recipient';
import { addTo, isObject } from '../fields/values';
import { webhookRequestOf, type WebhookRequest } from '../n8n/webhooks';
import { excessIn, jsonIn, jsonOf, textOfError } from '../service/answer';
import { callbackOf, odditiesOf, reportsFailure } from '../service/documentedAnswers';
import { limits } from '../service/endpoints';
import { contactIdentity } from '../service/fields/contact';

/** Most values in a callback: a hundred for each contact of a request. */
export const mostFormValues = limits.contactsPerRequest * 100;

/** A callback as it came: JSON, a form, or everything in its URL. */
export interface Callback {
	/** The body, with the URL's other parameters as `query`; these alone if it is empty. */
	content: IDataObject;
	/** Services and proxies probe an address before they use it. */
	isEmpty: boolean;
	/** All of the URL's parameters; repeated ones are lists. */
	query: IDataObject;
	authorization: string | undefined;
}

/** Ends a call: nothing starts. Its message is for the log. The service calls again, but not after 406. */
export class RefusedCall extends Error {
	constructor(
		readonly status: 401 | 406 | 503,
		message: string,
	) {
		super(message);
	}
}

/** @throws RefusedCall if it holds too much, since n8n copies it for each parameter that a check reads */
export async function receivedCallback(
	context: IWebhookFunctions,
	ownParameters: readonly string[],
): Promise<Callback> {
	const request = await webhookRequestOf(context);
	const { authorization } = request.headers;
	const query = readForm(/\?(.*)/s.exec(request.originalUrl)?.[1] ?? '');
	const inUrl = { ...query };
	for (const name of ownParameters) delete inUrl[name];
	const body = bodyOf(request) ?? context.getBodyData();
	const excess = excessIn(body, mostFormValues);
	if (excess) throw new RefusedCall(406, excess);
	// A text has as many keys as letters.
	const { length } = typeof body === 'string' ? body : Object.keys(Object(body) as object);
	const hasQuery = Object.keys(inUrl).length > 0;
	if (length === 0) return { content: inUrl, isEmpty: !hasQuery, query, authorization };
	const beside = hasQuery ? { query: inUrl } : {};
	const content = { ...beside, ...(isObject(body) ? body : { body: body as string }) };
	return { content, isEmpty: false, query, authorization };
}

/** Undefined if n8n has read it in another way. */
function bodyOf({ rawBody, headers }: WebhookRequest): unknown {
	if (!rawBody?.length) return undefined;
	// Drops a byte order mark.
	const text = new TextDecoder().decode(rawBody);
	const isForm = /^application\/x-www-form-urlencoded/i.test(headers['content-type'] ?? '');
	return isForm ? readForm(text) : (jsonIn(text, text) ?? '');
}

/**
 * Reads a form, up to the first field that is too many, as the JSON that its keys stand for. Repeated fields
 * are lists, and `a[]=` alone is an empty one. If two fields have one place, its keys stay as they are.
 */
export function readForm(form: string): IDataObject {
	// n8n itself parses at most 1,000 fields.
	const fields = form.split('&', mostFormValues + 1).join('&');
	const pairs = new Map<string, string[]>();
	for (const [key, value] of new URLSearchParams(fields)) addTo(pairs, key, value);
	const tree: FormTree = new Map();
	for (const [key, values] of pairs) {
		const list = key.endsWith('[]') && (values.join() === '' ? [] : values);
		const path = keyPath(list ? key.slice(0, -2) : key);
		const name = path.pop() as string;
		const place = path.reduce(innerTree, tree);
		if (!place || place.has(name) || (values.length > 1 && !list))
			return Object.fromEntries(
				[...pairs].map(([one, all]) => [one, all.length > 1 ? all : all[0]]),
			);
		place.set(name, list || values[0]);
	}
	return valueOf(tree) as IDataObject;
}

type FormTree = Map<string, unknown>;

/**
 * `valid_contacts[0][email]` as `valid_contacts`, `0`, `email`. Another key, such as `contacts[][email]`,
 * is a name itself: it may belong to any contact. Anyone can send deeper keys.
 */
function keyPath(key: string): string[] {
	const isPath = /^[^[\]]+(\[[^[\]]+\]){0,6}$/.test(key);
	return isPath ? key.replaceAll(']', '').split('[') : [key];
}

/** The tree under a name; undefined if a value has its place. */
function innerTree(tree: FormTree | undefined, name: string): FormTree | undefined {
	if (tree && !tree.has(name)) tree.set(name, new Map());
	const inner = tree?.get(name);
	return inner instanceof Map ? inner : undefined;
}

/** A list if its keys count up from 0. */
function valueOf(tree: unknown): unknown {
	if (!(tree instanceof Map)) return tree;
	const entries = [...(tree as FormTree)].map(([key, inner]) => [key, valueOf(inner)] as const);
	const value = Object.fromEntries(entries);
	const isList = tree.size > 0 && Object.keys(value).every((key, at) => key === `${at}`);
	return isList ? Object.values(value) : value;
}

/**
 * Finds entries with the same recipient. The index key is a name plus the types of stronger names: entries
 * with equal keys all match a recipient or none does, so the last is kept.
 */
export class RecipientIndex<T extends { recipient: Recipient }> {
	private readonly byName = new Map<string, Map<string, T>>();

	add(entry: T): void {
		const types = Object.keys(entry.recipient);
		for (const [at, name] of namesIn(entry.recipient).entries()) {
			const named = this.byName.get(name) ?? new Map<string, T>();
			this.byName.set(name, named);
			named.set(types.slice(0, at).join(' '), entry);
		}
	}

	/** An entry with the same recipient; of equal ones, the last added. */
	find(recipient: Recipient): T | undefined {
		for (const name of namesIn(recipient)) {
			for (const last of this.byName.get(name)?.values() ?? []) {
				const other = last.recipient;
				const [shared = ''] = Object.keys(recipient).filter((type) => type in other);
				if (other[shared] === recipient[shared]) return last;
			}
		}
		return undefined;
	}
}

/** What a callback reports (docs/contributing/service.md, The callback). */
export interface CallbackReport {
	body: IDataObject;
	/** The valid ones first, each with `valid` (null unless certain), `reason` (or null) and `callback` (`rest`). */
	contacts: IDataObject[];
	/** Everything except the lists of contacts. */
	rest: IDataObject;
	/** Why none of its contacts counts as valid. */
	problem?: string;
}

/** Reads a callback's content, without secrets, for the trigger and for a run that waits. */
export function readCallback(body: IDataObject): CallbackReport {
	const { valid_contacts = [], failed_contacts = [], ...rest } = body;
	const areLists = Array.isArray(valid_contacts) && Array.isArray(failed_contacts);
	const valid: unknown[] = areLists ? valid_contacts : [];
	const failed: unknown[] = areLists ? failed_contacts : [];
	const documented = callbackOf(valid.length, failed.length);
	const { differences, others, isFailed: reportsFailed } = odditiesOf(rest, documented);
	const failure = reportsFailed ? [contactReason.failure({ json: jsonOf(others) })] : [];
	const [problem] = [...failure, ...differences.map(contactReason.differs)];
	if (valid.length + failed.length === 0) return { body, contacts: [], rest: body, problem };
	const failures = failed.map((entry) => failedContact(entry, rest));
	const failedOnes = new RecipientIndex();
	for (const contact of failures) failedOnes.add({ recipient: listedIdentity(contact) });
	const reason = others ? contactReason.alsoHolds({ json: jsonOf(others) }) : null;
	const successes = valid.map((entry) => {
		const contact = isObject(entry) ? entry : { contact: entry as string };
		const isFailed = failedOnes.find(listedIdentity(contact)) || reportsFailure(contact);
		const contradiction = isFailed ? contactReason.contradictory : undefined;
		const doubt = problem ?? (isObject(entry) ? contradiction : contactReason.noObject);
		const valid = doubt === undefined ? true : null;
		return withOutcome({ valid, reason: doubt ?? reason, callback: rest }, contact);
	});
	return { body, contacts: [...successes, ...failures], rest, problem };
}

/** The trigger's output: an item a callback, with a reason if not all of it is certain, or a contact. */
export function outputOfCallback(
	{ body, contacts, problem }: CallbackReport,
	output: 'callback' | 'contact',
): IDataObject[] {
	if (output === 'callback') {
		const doubt = problem ?? contacts.find(({ valid }) => valid === null)?.reason;
		return [doubt === undefined ? body : whole(body, doubt as string)];
	}
	return contacts.length > 0 ? contacts : [whole(body, problem ?? contactReason.noContacts)];
}

function whole(body: IDataObject, reason: string): IDataObject {
	return withOutcome({ valid: null, reason }, body, 'callback');
}

/** A contact that a callback lists: by the service's own ID, else as contacts are matched. */
function listedIdentity(contact: IDataObject): Recipient {
	return recipientNamed({ _id: contact._id, ...contactIdentity(contact) });
}

function failedContact(entry: unknown, callback: IDataObject): IDataObject {
	const listed = isObject(entry) ? entry : { contact: entry as string };
	const { contact = {}, error, errors, ...others } = listed;
	const reason = [error, errors].map(textOfError).filter(Boolean).join(', ');
	const own = isObject(contact) ? contact : { contact };
	return withOutcome({ valid: false, reason, callback }, { ...others, ...own });
}

/** Accounts choose field names, so a field can't overwrite the outcome: then `key` has them all. */
function withOutcome(
	outcome: { valid: boolean | null; reason: string | null; callback?: IDataObject },
	fields: IDataObject,
	key = 'contact',
): IDataObject {
	const { callback: _, ...first } = outcome;
	const hides = Object.keys(outcome).some((name) => Object.hasOwn(fields, name));
	return { ...first, ...fields, ...(hides && { [key]: fields }), ...outcome };
}
