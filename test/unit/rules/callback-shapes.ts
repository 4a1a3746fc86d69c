import type { IDataObject } from 'n8n-workflow';
import type { SentContact } from '../../../nodes/CrmMessaging/wait/outcome';

/** The service's callback for contacts, as observed. */
export const callback = (valid: IDataObject[], failed: IDataObject[] = []) => ({
	contacts_valid_count: valid.length,
	contacts_failed_count: failed.length,
	valid_contacts: valid,
	failed_contacts: failed.map((contact) => ({ contact, error: 'no address' })),
});
type Callback = ReturnType<typeof callback>;

/** Contacts that were sent, one per item. */
export const sent = (...contacts: IDataObject[]): SentContact[] =>
	contacts.map((contact, item) => ({ items: [item], said: contact }));

/** With keys such as `Valid-Contacts`. */
const withOtherKeys = (value: object) =>
	JSON.parse(
		JSON.stringify(value).replace(/"\w+":/g, (key) =>
			key.replaceAll('_', '-').replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
		),
	) as IDataObject;

/** A list of all contacts, each with its validity. */
function flat(
	{ valid_contacts, failed_contacts }: Callback,
	yes: unknown = true,
	no: unknown = false,
): IDataObject[] {
	return [
		...valid_contacts.map((contact) => ({ ...contact, valid: yes })),
		...failed_contacts.map(({ contact, error }) => ({ ...contact, valid: no, error })),
	] as IDataObject[];
}

/** The same callback in other shapes, as n8n passes them on. A list is under `body`. */
export const shapes: Record<string, (callback: Callback) => IDataObject> = {
	'as observed': (callback) => callback,
	'wrapped in bulk, next to other keys': (bulk) => ({ event: 'done', meta: { at: 1 }, bulk }),
	'a list of one': (callback) => ({ body: [callback] }),
	'JSON in a field of a form': (callback) => ({ payload: JSON.stringify(callback) }),
	'wrapped, with capitals and hyphens in its keys': (data) => withOtherKeys({ data }),
	'lists as JSON in form fields': ({ valid_contacts, failed_contacts }) => ({
		valid_contacts: JSON.stringify(valid_contacts),
		failed_contacts: JSON.stringify(failed_contacts),
	}),
	'lists wrapped, counts not': ({ valid_contacts, failed_contacts, ...counts }) => ({
		...counts,
		result: { valid_contacts, failed_contacts },
	}),
	'without counts': ({ valid_contacts, failed_contacts }) => ({
		valid_contacts,
		failed_contacts,
	}),
	'a flat list': (callback) => ({ contacts: flat(callback) }),
	'a flat list with booleans as text': (callback) => ({
		contacts: flat(callback, 'true', 'false'),
	}),
	'a flat list whose failed contacts have only an error': (callback) => ({
		contacts: flat(callback, true, undefined),
	}),
	'a bare list of contacts': (callback) => ({ body: flat(callback) }),
};

/** Callbacks that don't show the result of every contact. */
export const unreadable: Array<[what: string, callback: IDataObject]> = [
	['only an event', { event: 'bulk.processed' }],
	[
		'two objects that each could be the callback',
		{ a: { valid_contacts: ['g-1'] }, b: { valid_contacts: ['g-2'] } },
	],
	[
		'a callback two levels down',
		{ data: { bulk: { contacts: [{ user_id: 'g-1', valid: false }] } } },
	],
	['several callbacks', { body: [{ contacts_failed_count: 0 }, { contacts_failed_count: 0 }] }],
	['contacts without a result', { contacts: [{ user_id: 'g-1' }, { user_id: 'g-2' }] }],
	['a validity that isn’t a boolean', { contacts: [{ user_id: 'g-1', valid: 'maybe' }] }],
	['counts that aren’t numbers', { contacts_valid_count: 'all', contacts_failed_count: 'none' }],
	['failed contacts that aren’t named', { contacts_failed_count: 3, failed_contacts: [] }],
	['a number instead of contacts', { contacts: 2 }],
	['a list of texts', { contacts: ['g-1', 'g-2'] }],
	[
		'all contacts as valid, but three counted as failed',
		{ contacts_failed_count: 3, valid_contacts: [{ user_id: 'g-1' }, { user_id: 'g-2' }] },
	],
];
