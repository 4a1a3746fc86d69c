import type { IDataObject } from 'n8n-workflow';
import { isNamed, isObject, orderedJson, setOwn, textOf } from '../fields/values';
import { jsonOf } from './answer';

/** What a value should be, as sentences show it; undefined if it is that. */
type Check = (value: unknown) => string | undefined;

/**
 * The documented keys of an answer or a callback: each with a check, with the keys of its objects, or with
 * the number of the request's entries, without which no result counts.
 */
export interface Documented {
	readonly [key: string]: Check | number | Documented;
}

const anything: Check = () => undefined;
const anId: Check = (value) => (isNamed(value) ? undefined : 'an ID');

function known(...keys: string[]): Record<string, Check> {
	return Object.fromEntries(keys.map((key) => [key, anything]));
}

/** What the request asks for, or another value that fits. The answer may lack it if that's nothing. */
function asked(value: unknown, ...others: unknown[]): Check {
	const plain = (one: unknown) => orderedJson(one ?? null);
	const fitting = [value, ...others, ...(value ? [] : [undefined])].map(plain);
	return (given) => (fitting.includes(plain(given)) ? undefined : jsonOf(value));
}

/** Without its query, which may hold a secret. */
function askedAddress(url: unknown): Check {
	const plain = (one: unknown) => textOf(one ?? '').split('?')[0];
	return (given) => (plain(given) === plain(url) ? undefined : plain(url) || 'none');
}

function isEmptyValue(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
	return value === undefined || value === null || value === '';
}

/** What a request asks of its endpoint. Its answer repeats some of it. */
export interface RequestContent {
	body?: IDataObject;
	query?: IDataObject;
	/** Values for all path segments except `account_id`. */
	segments?: Record<string, string>;
}

/** The result of an SMS, which may repeat the recipient (docs/contributing/service.md, Send SMS). */
export const smsResult: Documented = { delivery_id: anId, ...known('valid', 'phone_number') };

/** The result of a push (docs/contributing/service.md, Send push notifications). */
export const pushResult: Documented = {
	delivery_id: anId,
	device_id: anId,
	...known('valid', 'user_id', 'contact_id'),
};

/** The answer to messages. Their results are read one by one. */
export const deliveries = (): Documented => known('deliveries');

/** A bulk job, with or without its wrapper (docs/contributing/service.md, Get a bulk job). */
export function bulkJobAnswer(_: RequestContent, { bulk }: IDataObject): Documented {
	const flags = known('match_contact_user_id', 'validate_emails', 'status');
	const details = known('number_of_contacts', 'contacts_webhook_extra_fields', 'webhook_url');
	const job = { _id: anId, ...flags, ...details };
	return bulk === undefined ? job : { bulk: job };
}

/** The states of a bulk job. The service documents only the first ones (docs/contributing/service.md, Readings). */
export const startingStates: [usual: string, other: string] = ['queued', 'queue'];
export const failedStates = ['failed', 'error'];
export const processedState = 'processed';

/** The bulk job that a request creates (docs/contributing/service.md, Submit contacts and a purchase). */
export function createdJob({ body = {} }: RequestContent): Documented {
	const { contacts = [], purchase, options = {} } = body;
	const { webhook = {}, email_validation = {} } = options as Record<string, IDataObject>;
	return {
		_id: anId,
		number_of_contacts: (contacts as unknown[]).length,
		number_of_purchase: purchase ? 1 : 0,
		validate_emails: asked(email_validation.validate ?? false),
		...known('contacts_extra_fields', 'purchase_extra_fields'),
		webhook_url: askedAddress(webhook.url),
		status: asked(...startingStates, processedState, undefined),
	};
}

/** The answer to a list of campaigns (docs/contributing/service.md, List campaigns). */
export function campaignsAnswer(): Documented {
	const names = known('name', 'description', 'status', 'schedule_type', 'time_zone');
	const times = known('created_at', 'updated_at', 'send_date');
	return { campaigns: { id: anId, ...names, ...times, ...known('filters', 'reports') } };
}

/** A hotel: its texts are under the names of its custom fields, by language. */
export function hotelAnswer({ body = {} }: RequestContent): Documented {
	const { uuid, name, items = [] } = body as { items?: IDataObject[] } & IDataObject;
	const texts: Record<string, Record<string, Check>> = {};
	for (const { language, data } of items) {
		for (const [field, text] of Object.entries(data as IDataObject))
			setOwn(texts, field, { ...texts[field], [language as string]: asked(text) });
	}
	return { hotel_data: { ...texts, uuid: asked(uuid), name: asked(name) } };
}

/** With the fields that an account chooses. */
const aPurchase: Check = (value = {}) =>
	isObject(value) && !reportsFailure(value) ? undefined : 'a purchase without an error';

/** A callback without its lists, which it counts (docs/contributing/service.md, The callback). */
export function callbackOf(valid: number, failed: number): Documented {
	return {
		...known('account_id', 'timestamp', 'token'),
		// A form has counts as texts.
		contacts_valid_count: asked(valid, `${valid}`, undefined),
		contacts_failed_count: asked(failed, `${failed}`, undefined),
		// The service describes the fields of a purchase, but not their place.
		...known('transaction_code', '_id'),
		purchase: aPurchase,
	};
}

/** A documented key whose value isn't as documented, or not as the request asks. */
export interface Difference {
	key: string;
	json: string;
	asked: string;
	isCount: boolean;
}

/** What of an answer isn't as documented. */
export interface Oddities {
	differences: Difference[];
	/** Keys that the documentation doesn't show, with their values. */
	others?: IDataObject;
	/** Whether it reports a failure, which may mean all of it. */
	isFailed: boolean;
}

/** Compares an answer, a part of it or a callback with its documentation and its request. */
export function odditiesOf(object: IDataObject, documented: Documented): Oddities {
	const isUnknown = ([key, value]: [string, unknown]) =>
		!Object.hasOwn(documented, key) && !isEmptyValue(value);
	const others = Object.fromEntries(Object.entries(object).filter(isUnknown));
	let isFailed = reportsFailure(object);
	const differences: Difference[] = [];
	for (const [key, expected] of Object.entries(documented)) {
		const value = object[key];
		if (typeof expected !== 'object') {
			const isOfEntries = typeof expected === 'number';
			const words = (isOfEntries ? asked(expected) : expected)(value);
			if (words === undefined) continue;
			const json = value === undefined ? 'missing' : jsonOf(value);
			const isCount = isOfEntries && Number.isInteger(value);
			differences.push({ key, json, asked: words, isCount });
			continue;
		}
		for (const part of [value].flat()) {
			const inner = odditiesOf(isObject(part) ? part : {}, expected);
			for (const one of inner.differences)
				differences.push({ ...one, key: `${key}.${one.key}` });
			// An entry of a list is an output item, which shows its other keys.
			const isShown = Array.isArray(value) && !inner.isFailed;
			if (inner.others && !isShown) others[key] = inner.others;
			isFailed ||= inner.isFailed;
		}
	}
	return { differences, others: isEmptyValue(others) ? undefined : others, isFailed };
}

/** Whether keys next to results mean that these don't count. */
export function reportsFailure({ success, valid, status, error, errors }: IDataObject): boolean {
	// A form has booleans as texts.
	const isDenied = [success, valid].some((flag) => textOf(flag ?? true) !== 'true');
	const isFailed = failedStates.includes(plainWord(status));
	return isDenied || isFailed || [error, errors].some((one) => one && !isEmptyValue(one));
}

/** A state as it's compared. */
export function plainWord(status: unknown): string {
	return textOf(status).trim().toLowerCase();
}
