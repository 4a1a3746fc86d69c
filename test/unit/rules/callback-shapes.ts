import type { IDataObject } from 'n8n-workflow';
import type { SentRecord } from '../../../nodes/CrmMessaging/callbacks/waitedOutput';

/** The service's callback for contacts, as observed. */
export const callback = (valid: IDataObject[], failed: IDataObject[] = []) => ({
	contacts_valid_count: valid.length,
	contacts_failed_count: failed.length,
	valid_contacts: valid,
	failed_contacts: failed.map((contact) => ({ contact, error: 'no address' })),
});

/** Contacts that were sent, one per item. */
export const sent = (...contacts: IDataObject[]): SentRecord['contacts'] =>
	contacts.map((contact, item) => ({ items: [item], said: contact }));

/** Callbacks that don't show the result of every contact. */
export const unreadable: Array<[what: string, callback: IDataObject]> = [
	['only an event', { event: 'bulk.processed' }],
	['another list', { contacts: [{ user_id: 'g-1', valid: true }] }],
	['all as valid, but three counted as failed', { ...callback([]), contacts_failed_count: 3 }],
];
