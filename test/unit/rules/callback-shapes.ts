import type { IDataObject } from 'n8n-workflow';
import type { SentContact } from '../../../nodes/CrmMessaging/wait/outcome';

/** The service's callback for contacts, as it was observed. */
export const callback = (valid: IDataObject[], failed: IDataObject[] = []) => ({
	contacts_valid_count: valid.length,
	contacts_failed_count: failed.length,
	valid_contacts: valid,
	failed_contacts: failed.map((contact) => ({ contact, error: 'no address' })),
});
type Callback = ReturnType<typeof callback>;

/** Contacts that were sent, one an item. */
export const sent = (...said: IDataObject[]): SentContact[] =>
	said.map((one, item) => ({ items: [item], said: one }));

/** With keys such as `Valid-Contacts`. */
const inOtherWriting = (value: object) =>
	JSON.parse(
		JSON.stringify(value).replace(/"\w+":/g, (key) =>
			key.replaceAll('_', '-').replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
		),
	) as IDataObject;

/** A list of all contacts, each with whether it is valid. */
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

/** The same callback in other shapes, as n8n hands them on: a list is under `body`. */
export const shapes: Record<string, (callback: Callback) => IDataObject> = {
	'as it was observed': (callback) => callback,
	'wrapped in bulk, beside other keys': (bulk) => ({ event: 'done', meta: { at: 1 }, bulk }),
	'a list of one': (callback) => ({ body: [callback] }),
	'JSON in a field of a form': (callback) => ({ payload: JSON.stringify(callback) }),
	'in other case and with hyphens, wrapped': (data) => inOtherWriting({ data }),
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
	'a flat list by errors alone': (callback) => ({ contacts: flat(callback, true, undefined) }),
	'the bare list of contacts': (callback) => ({ body: flat(callback) }),
};

/** Callbacks from which no one can tell what happened to anyone. */
export const unreadable: Array<[what: string, callback: IDataObject]> = [
	['no more than an event', { event: 'bulk.processed' }],
	[
		'two that each could be it',
		{ a: { valid_contacts: ['g-1'] }, b: { valid_contacts: ['g-2'] } },
	],
	['one two levels down', { data: { bulk: { contacts: [{ user_id: 'g-1', valid: false }] } } }],
	['several callbacks', { body: [{ contacts_failed_count: 0 }, { contacts_failed_count: 0 }] }],
	['contacts of which nothing is said', { contacts: [{ user_id: 'g-1' }, { user_id: 'g-2' }] }],
	['a validity that is no word for it', { contacts: [{ user_id: 'g-1', valid: 'maybe' }] }],
	['counts that are no numbers', { contacts_valid_count: 'all', contacts_failed_count: 'none' }],
	['failed contacts without their names', { contacts_failed_count: 3, failed_contacts: [] }],
	['the number of contacts', { contacts: 2 }],
	['a list of texts', { contacts: ['g-1', 'g-2'] }],
	[
		'all of them as valid, and three as failed',
		{ contacts_failed_count: 3, valid_contacts: [{ user_id: 'g-1' }, { user_id: 'g-2' }] },
	],
];
