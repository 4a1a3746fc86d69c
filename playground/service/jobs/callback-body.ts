import type { Readings } from '../readings';
import {
	type BulkJob,
	type Contact,
	type ContactFields,
	type Purchase,
	randomText,
} from '../state/records';

/** Contact fields every callback carries (document: options.webhook.contacts_extra_fields). */
const DEFAULT_FIELDS = ['_id', 'user_id', 'email', 'phone_countrycode', 'phone_number'];

/** Purchase fields every callback of a purchase carries (document: options.webhook.purchase_extra_fields). */
const PURCHASE_FIELDS = ['transaction_code', '_id'];

/** The body of a callback. */
export interface CallbackBody extends Record<string, unknown> {
	account_id: string;
	/** Seconds since 1970. */
	timestamp?: number;
	/** 50 characters, signed together with the timestamp. */
	token?: string;
}

/**
 * Writes the report of a processed import: contacts in the form observed of the service, a purchase as
 * the readings say.
 *
 * @param processed the contacts that were stored and those that were not, and the purchase if it was stored
 * @param job which fields were asked for in addition
 */
export function callbackBody(
	accountId: string,
	processed: { valid: Contact[]; failed: ContactFields[]; purchase?: Purchase },
	job: Pick<BulkJob, 'contacts_extra_fields' | 'purchase_extra_fields'>,
	{ callbackPurchase, callbackSignature }: Readings,
): CallbackBody {
	const { valid, failed, purchase } = processed;
	const head: CallbackBody = { account_id: accountId };
	if (callbackSignature === 'signed') {
		head.timestamp = Math.floor(Date.now() / 1000);
		head.token = randomText(50);
	}
	const bought = purchase && pick(purchase, [...PURCHASE_FIELDS, ...job.purchase_extra_fields]);
	if (bought && callbackPurchase === 'alone') return { ...head, ...bought };
	const fields = [...DEFAULT_FIELDS, ...job.contacts_extra_fields];
	return {
		...head,
		contacts_valid_count: valid.length,
		contacts_failed_count: failed.length,
		valid_contacts: valid.map((contact) => pick(contact, fields)),
		failed_contacts: failed.map((contact, at) => ({
			contact: pick(contact, fields),
			// Both shapes of the reason have been seen, so they take turns.
			...(at % 2 === 0 ? { error: 'email is invalid' } : { errors: ['email is invalid'] }),
		})),
		...(bought && callbackPurchase === 'besideContacts' && { purchase: bought }),
	};
}

function pick(record: Record<string, unknown>, fields: string[]): Record<string, unknown> {
	return Object.fromEntries(fields.map((field) => [field, record[field] ?? null]));
}
