import type { Contact } from '../state/records';
import type { ContactFields } from '../state/wire';
import { randomText } from '../state/ids';

/** Contact fields every callback carries (document: options.webhook.contacts_extra_fields). */
const DEFAULT_FIELDS = ['_id', 'user_id', 'email', 'phone_countrycode', 'phone_number'];

/** What a callback says. */
export interface CallbackBody extends Record<string, unknown> {
	account_id: string;
	/** Seconds since 1970. */
	timestamp: number;
	/** 50 characters, signed together with the timestamp. */
	token: string;
	contacts_valid_count: number;
	contacts_failed_count: number;
	valid_contacts: Array<Record<string, unknown>>;
	failed_contacts: Array<Record<string, unknown>>;
}

/**
 * Writes the report of a processed submission, in the form observed of the service. What it says of
 * the purchase is not known, so it says nothing.
 * @param accountId the account
 * @param valid contacts that were stored
 * @param failed contacts that were not
 * @param extraFields contact fields asked for in addition
 */
export function callbackBody(
	accountId: string,
	valid: Contact[],
	failed: ContactFields[],
	extraFields: string[],
): CallbackBody {
	const fields = [...DEFAULT_FIELDS, ...extraFields];
	return {
		account_id: accountId,
		timestamp: Math.floor(Date.now() / 1000),
		token: randomText(50),
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

function pick(contact: ContactFields, fields: string[]): Record<string, unknown> {
	return Object.fromEntries(fields.map((field) => [field, contact[field] ?? null]));
}
