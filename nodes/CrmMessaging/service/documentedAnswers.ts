import type { IDataObject } from 'n8n-workflow';
import { answerHint } from '../catalogue/contacts';
import type { Sentence } from '../catalogue/sentence';
import { isNamed, isObject, orderedJson, setOwn, textOf } from '../fields/values';
import { jsonOf } from './answer';

/** What a documented key holds: any value, one of a kind, or what the request asks for. */
interface Expected {
	/** As sentences show it. */
	words: string;
	fits: (value: unknown) => boolean;
	/** Whether it counts entries of the request: no result counts if it differs. */
	isCount?: boolean;
	/** The sentence if it's empty although the request asks for something. */
	lacking?: (values: { json: string }) => Sentence;
	/** The keys of its object, or of each object in its list. */
	keys?: Documented;
	/** Whether an account chooses more keys of its object. Only a failure counts among them. */
	isOpen?: boolean;
}

/** The keys of an answer, a part of it or a callback, as the service documents them. */
export type Documented = Readonly<Record<string, Expected>>;

const anything: Expected = { words: 'a value', fits: () => true };
const anId: Expected = { words: 'an ID', fits: isNamed };

function anyOf(...keys: string[]): Documented {
	return Object.fromEntries(keys.map((key) => [key, anything]));
}

function inside(keys: Documented, isOpen = false): Expected {
	return { words: 'an object', fits: () => true, keys, isOpen };
}

/** One of some values, the usual one first; undefined among them if it may be absent. */
function oneOf(...values: unknown[]): Expected {
	return { words: jsonOf(values[0]), fits: (value) => values.includes(value) };
}

/** What the request asks for. No value, in the request or the answer, counts as `empty`. */
function asked(value: unknown, empty: unknown, more: Partial<Expected> = {}): Expected {
	const plain = (one: unknown) => orderedJson(isEmptyValue(one) ? empty : comparable(one));
	const words = isEmptyValue(value) ? 'none' : jsonOf(comparable(value));
	return { words, fits: (one) => plain(one) === plain(value), ...more };
}

/** A URL without its query, since answers are redacted and the service may drop it; a list sorted. */
function comparable(value: unknown): unknown {
	if (Array.isArray(value)) return [...new Set(value)].sort();
	const isUrl = typeof value === 'string' && URL.canParse(value);
	return isUrl ? new URL(value).origin + new URL(value).pathname : value;
}

function isEmptyValue(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
	return value === undefined || value === null || value === '';
}

/** The part of a request that its answer repeats. */
export interface Asked {
	body?: IDataObject;
	query?: IDataObject;
}

/** The result of an SMS, which may repeat the recipient (docs/contributing/service.md, Send SMS). */
export const smsResult: Documented = { delivery_id: anId, ...anyOf('valid', 'phone_number') };

/** The result of a push (docs/contributing/service.md, Send push notifications). */
export const pushResult: Documented = {
	delivery_id: anId,
	device_id: anId,
	...anyOf('valid', 'user_id', 'contact_id'),
};

/** The answer to messages. Their results are read one by one. */
export const deliveries = (): Documented => anyOf('deliveries');

/** A bulk job, with or without its wrapper (docs/contributing/service.md, Get a bulk job). */
export function bulkJobAnswer(_: Asked, { bulk }: IDataObject): Documented {
	const flags = anyOf('match_contact_user_id', 'validate_emails', 'status');
	const details = anyOf('number_of_contacts', 'contacts_webhook_extra_fields', 'webhook_url');
	const job = { _id: anId, ...flags, ...details };
	return bulk === undefined ? job : { bulk: inside(job) };
}

interface SyncBody {
	contacts?: readonly unknown[];
	purchase?: unknown;
	options?: { webhook?: IDataObject; email_validation?: IDataObject };
}

/** The states of a bulk job. The service documents only the first ones (docs/contributing/service.md, Readings). */
export const startingStates = ['queued', 'queue'];
export const failedStates = ['failed', 'error'];
export const processedState = 'processed';

/** The bulk job that a request creates (docs/contributing/service.md, Submit contacts and a purchase). */
export function createdJob({ body = {} }: Asked): Documented {
	const { contacts = [], purchase, options = {} } = body as SyncBody;
	const { webhook = {}, email_validation = {} } = options;
	const purchases = { isCount: true, lacking: answerHint.purchaseMissing };
	const validation = { lacking: answerHint.emailsNotValidated };
	return {
		_id: anId,
		number_of_contacts: asked(contacts.length, 0, { isCount: true }),
		number_of_purchase: asked(purchase ? 1 : 0, 0, purchases),
		validate_emails: asked(email_validation.validate ?? false, false, validation),
		contacts_extra_fields: asked(webhook.contacts_extra_fields, []),
		purchase_extra_fields: asked(webhook.purchase_extra_fields, []),
		webhook_url: asked(webhook.url, null, { lacking: answerHint.noCallback }),
		status: oneOf(...startingStates, processedState, undefined),
	};
}

/** Campaigns, which match the query's filters (docs/contributing/service.md, List campaigns). */
export function campaignsAnswer({ query = {} }: Asked): Documented {
	const { status, schedule_type } = query;
	const campaign: Documented = {
		id: anId,
		...anyOf('name', 'description', 'created_at', 'updated_at', 'time_zone', 'send_date'),
		...anyOf('filters', 'reports'),
		status: status === undefined ? anything : oneOf(status),
		schedule_type: schedule_type === undefined ? anything : oneOf(schedule_type),
	};
	return { campaigns: inside(campaign, true) };
}

/** A hotel: its texts are under the names of its custom fields, by language. */
export function hotelAnswer({ body = {} }: Asked): Documented {
	const { uuid, name, items = [] } = body as { items?: IDataObject[] } & IDataObject;
	const texts = new Map<string, IDataObject>();
	for (const { language, data } of items) {
		for (const [field, text] of Object.entries(data as IDataObject))
			texts.set(field, { ...texts.get(field), [language as string]: text });
	}
	const fields = [...texts].map(([field, own]) => [field, asked(own, {})] as const);
	const hotel = { ...Object.fromEntries(fields), uuid: asked(uuid, ''), name: asked(name, '') };
	return { hotel_data: inside(hotel) };
}

/** A callback without its lists, which it counts (docs/contributing/service.md, The callback). */
export function callbackOf(valid: number, failed: number): Documented {
	const purchase = anyOf('transaction_code', '_id');
	return {
		...anyOf('account_id', 'timestamp', 'token'),
		contacts_valid_count: oneOf(valid, undefined),
		contacts_failed_count: oneOf(failed, undefined),
		// The service describes the fields of a purchase, but not their place.
		...purchase,
		purchase: inside(purchase, true),
	};
}

/** A documented key whose value isn't as documented, or not as the request asks. */
export interface Difference extends Pick<Expected, 'isCount' | 'lacking'> {
	key: string;
	json: string;
	asked: string;
}

/** What of an answer isn't as documented. */
export interface Oddities {
	differences: Difference[];
	/** Keys that the documentation doesn't show, with their values. */
	others?: IDataObject;
	/** Whether these report a failure, which may mean all of the answer. */
	isFailed: boolean;
}

/** Compares an answer, a part of it or a callback with its documentation and its request. */
export function odditiesOf(object: IDataObject, documented: Documented): Oddities {
	const differences: Difference[] = [];
	const others: IDataObject = {};
	let isFailed = false;
	for (const [key, expected] of Object.entries(documented)) {
		const value = object[key];
		if (!expected.fits(value)) differences.push(differenceOf(key, value, expected));
		const parts: unknown[] = expected.keys ? [value ?? []].flat() : [];
		for (const [at, part] of parts.entries()) {
			const path = Array.isArray(value) ? `${key}[${at}]` : key;
			if (!isObject(part)) {
				differences.push(differenceOf(path, part, expected));
				continue;
			}
			const found = odditiesOf(part, expected.keys ?? {});
			for (const one of found.differences)
				differences.push({ ...one, key: `${key}.${one.key}` });
			if (found.others && (found.isFailed || !expected.isOpen)) others[path] = found.others;
			isFailed ||= found.isFailed;
		}
	}
	const own: IDataObject = {};
	for (const key of Object.keys(object)) {
		if (!Object.hasOwn(documented, key) && !isEmptyValue(object[key]))
			setOwn(own, key, object[key]);
	}
	const all = { ...others, ...own };
	isFailed ||= reportsFailure(own);
	return { differences, others: isEmptyValue(all) ? undefined : all, isFailed };
}

function differenceOf(key: string, value: unknown, expected: Expected): Difference {
	const { words, isCount, lacking } = expected;
	return {
		key,
		json: value === undefined ? 'missing' : jsonOf(comparable(value)),
		asked: words,
		isCount: isCount && Number.isInteger(value),
		lacking: value || value === undefined ? undefined : lacking,
	};
}

/** The hint about a difference of an answer. */
export function differenceHint({ key, json, asked: words, lacking }: Difference): Sentence {
	return lacking?.({ json }) ?? answerHint.differs({ key, json, asked: words });
}

/** Whether keys next to results mean that these don't count. A form has booleans as texts. */
export function reportsFailure({ success, valid, status, error, errors }: IDataObject): boolean {
	const isTrue = (value: unknown) => [undefined, null, true, 'true'].some((one) => one === value);
	const isFailed = typeof status === 'string' && failedStates.includes(plainWord(status));
	const isError = [error, errors].some((value) => Boolean(value) && !isEmptyValue(value));
	return !isTrue(success) || !isTrue(valid) || isFailed || isError;
}

/** A state as it's compared. */
export function plainWord(status: unknown): string {
	return textOf(status).trim().toLowerCase();
}
