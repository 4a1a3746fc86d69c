import type { IDataObject } from 'n8n-workflow';
import type { SentContact } from '../../../nodes/CrmMessaging/wait/outcome';

/** A callback as it was observed of the service. */
export interface ObservedCallback extends IDataObject {
	contacts_valid_count: number;
	contacts_failed_count: number;
	valid_contacts: IDataObject[];
	failed_contacts: Array<{ contact: IDataObject; error: string }>;
}

/** The service's callback for contacts, some of them failed. */
export function observed(valid: IDataObject[], failed: IDataObject[] = []): ObservedCallback {
	const told = failed.map((contact) => ({ contact, error: 'no address' }));
	return callback(valid, told) as ObservedCallback;
}

/** A callback of contacts, with failed ones as the service reports them. */
export const callback = (valid: IDataObject[], failed: IDataObject[] = []): IDataObject => ({
	contacts_valid_count: valid.length,
	contacts_failed_count: failed.length,
	valid_contacts: valid,
	failed_contacts: failed,
});

/** Contacts that were sent, one an item. */
export const sent = (...said: IDataObject[]): SentContact[] =>
	said.map((one, item) => ({ items: [item], said: one }));

function withKeys(value: unknown, rename: (key: string) => string): unknown {
	if (Array.isArray(value)) return value.map((one) => withKeys(one, rename));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [rename(key), withKeys(inner, rename)]),
	);
}

const camel = (key: string): string =>
	key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const pascal = (key: string): string =>
	camel(key.replace(/^[a-z]/, (letter) => letter.toUpperCase()));

/** A list of all contacts, each with whether it is valid. */
function flat(
	{ valid_contacts, failed_contacts }: ObservedCallback,
	yes: unknown = true,
	no: unknown = false,
): IDataObject[] {
	return [
		...valid_contacts.map((contact) => ({ ...contact, valid: yes })),
		...failed_contacts.map(({ contact, error }) => ({ ...contact, valid: no, error })),
	] as IDataObject[];
}

/** The same callback in other shapes, as n8n hands them on: a list is under `body`. */
export const shapes: Record<string, (callback: ObservedCallback) => IDataObject> = {
	'as it was observed': (callback) => callback,
	'wrapped in data': (data) => ({ data }),
	'wrapped in bulk, beside other keys': (bulk) => ({ event: 'done', meta: { at: 1 }, bulk }),
	'a list of one': (callback) => ({ body: [callback] }),
	'a list of one in data': (callback) => ({ data: [callback] }),
	'JSON in a field of a form': (callback) => ({ payload: JSON.stringify(callback) }),
	'in camelCase': (callback) => withKeys(callback, camel) as IDataObject,
	'in PascalCase, wrapped': (callback) => withKeys({ data: callback }, pascal) as IDataObject,
	'with hyphens': (callback) =>
		withKeys(callback, (key) => key.replace(/_/g, '-')) as IDataObject,
	'its lists as JSON in a form': ({ valid_contacts, failed_contacts }) => ({
		valid_contacts: JSON.stringify(valid_contacts),
		failed_contacts: JSON.stringify(failed_contacts),
	}),
	'its lists wrapped, its counts not': ({ valid_contacts, failed_contacts, ...counts }) => ({
		...counts,
		result: { valid_contacts, failed_contacts },
	}),
	'without counts': ({ valid_contacts, failed_contacts }) => ({
		valid_contacts,
		failed_contacts,
	}),
	'a flat list': (callback) => ({ contacts: flat(callback) }),
	'a flat list in texts, in a form': (callback) => ({
		contacts: flat(callback, 'true', 'false'),
	}),
	'a flat list of yes and no': (callback) => ({ contacts: flat(callback, 'Yes', 'no') }),
	'a flat list of 1 and 0, wrapped': (callback) => ({ data: { contacts: flat(callback, 1, 0) } }),
	'a flat list by errors alone': (callback) => ({ contacts: flat(callback, true, undefined) }),
	'a flat list in camelCase': (callback) =>
		withKeys({ contacts: flat(callback) }, camel) as IDataObject,
	'the bare list of contacts': (callback) => ({ body: flat(callback) }),
	'the list of contacts in data': (callback) => ({ ok: true, data: flat(callback) }),
};

/** Callbacks from which no one can tell what happened to anyone. */
export const unreadable: Array<[what: string, callback: IDataObject]> = [
	['nothing', {}],
	['no more than an event', { event: 'bulk.processed' }],
	[
		'two that each could be it',
		{ a: { valid_contacts: ['g-1'] }, b: { valid_contacts: ['g-2'] } },
	],
	['one two levels down', { data: { bulk: { contacts: [{ user_id: 'g-1', valid: false }] } } }],
	['several callbacks', { body: [{ contacts_failed_count: 0 }, { contacts_failed_count: 0 }] }],
	['contacts of which nothing is said', { contacts: [{ user_id: 'g-1' }, { user_id: 'g-2' }] }],
	['contacts whose validity is null', { contacts: [{ user_id: 'g-1', valid: null }] }],
	['a validity that is no word for it', { contacts: [{ user_id: 'g-1', valid: 'maybe' }] }],
	['counts that are no numbers', { contacts_valid_count: 'all', contacts_failed_count: 'none' }],
	['failed contacts without their names', { contacts_failed_count: 3, failed_contacts: [] }],
	['the number of contacts', { contacts: 2 }],
	['a list of texts', { contacts: ['g-1', 'g-2'] }],
	['a text', { body: 'done' }],
	[
		'all of them as valid, and three as failed',
		{ contacts_failed_count: 3, valid_contacts: [{ user_id: 'g-1' }, { user_id: 'g-2' }] },
	],
];
