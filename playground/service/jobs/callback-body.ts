import type { Readings } from '../readings';
import type { BulkJob, Contact, Purchase } from '../state/records';
import type { ContactFields } from '../state/wire';
import { randomText } from '../state/ids';

/** Contact fields every callback carries (document: options.webhook.contacts_extra_fields). */
const DEFAULT_FIELDS = ['_id', 'user_id', 'email', 'phone_countrycode', 'phone_number'];

/** Purchase fields every callback of a purchase carries (document: options.webhook.purchase_extra_fields). */
const PURCHASE_FIELDS = ['transaction_code', '_id'];

/** The body of a callback that reports contacts. */
export interface CallbackBody extends Record<string, unknown> {
	account_id: string;
	/** Seconds since 1970. */
	timestamp?: number;
	/** 50 characters, signed together with the timestamp. */
	token?: string;
	contacts_valid_count: number;
	contacts_failed_count: number;
	valid_contacts: Array<Record<string, unknown>>;
	failed_contacts: Array<Record<string, unknown>>;
}

/** The result of a bulk job. */
export interface Processed {
	/** Contacts that were stored. */
	valid: Contact[];
	/** Contacts that were not. */
	failed: ContactFields[];
	/** The purchase, where there was one and it was stored. */
	purchase: Purchase | undefined;
}

/**
 * Writes the report of a processed submission: contacts in the form observed of the service, a
 * purchase as the readings say.
 * @param job which fields were asked for in addition
 */
export function callbackBody(
	accountId: string,
	processed: Processed,
	job: Pick<BulkJob, 'contacts_extra_fields' | 'purchase_extra_fields'>,
	{ callbackPurchase, callbackSignature }: Readings,
): object {
	const { valid, failed, purchase } = processed;
	const told = purchase && pick(purchase, [...PURCHASE_FIELDS, ...job.purchase_extra_fields]);
	const signed = callbackSignature === 'signed';
	const head = {
		account_id: accountId,
		...(signed && { timestamp: Math.floor(Date.now() / 1000), token: randomText(50) }),
	};
	if (told && callbackPurchase === 'alone') return { ...head, ...told };
	return {
		...head,
		...contactsReport(valid, failed, [...DEFAULT_FIELDS, ...job.contacts_extra_fields]),
		...(told && callbackPurchase === 'besideContacts' && { purchase: told }),
	};
}

function contactsReport(
	valid: Contact[],
	failed: ContactFields[],
	fields: string[],
): Pick<CallbackBody, 'valid_contacts' | 'failed_contacts'> & Record<string, unknown> {
	return {
		contacts_valid_count: valid.length,
		contacts_failed_count: failed.length,
		valid_contacts: valid.map((contact) => pick(contact, fields)),
		failed_contacts: failed.map((contact, at) => ({
			contact: pick(contact, fields),
			// Both shapes of the reason have been seen, so they take turns.
			...(at % 2 === 0 ? { error: 'email is invalid' } : { errors: ['email is invalid'] }),
		})),
	};
}

function pick(contact: Record<string, unknown>, fields: string[]): Record<string, unknown> {
	return Object.fromEntries(fields.map((field) => [field, contact[field] ?? null]));
}
