import type { Readings } from '../readings';
import type { ContactFields, SyncDataBody } from '../state/wire';

/** The contacts of a submission, sorted by whether they are taken. */
export interface SortedContacts {
	valid: ContactFields[];
	failed: ContactFields[];
}

/**
 * Does what `options.email_validation` asks (document: endpoint 5). Without `validate`, every contact
 * is valid; what the other two change is a matter of reading.
 */
export function sortByEmail(
	body: SyncDataBody,
	credits: number,
	readings: Readings,
): SortedContacts {
	const contacts = body.contacts ?? [];
	const { validate, create_if_invalid, create_if_no_credit } =
		body.options?.email_validation ?? {};
	const all = { valid: contacts, failed: [] };
	if (!validate) return all;
	const emails = contacts.filter(({ email }) => email !== undefined).length;
	if (emails > credits) {
		const isRefused = readings.createIfNoCredit === 'onlyIfTrue' && !create_if_no_credit;
		return isRefused ? { valid: [], failed: contacts } : all;
	}
	const createsInvalid =
		readings.createIfInvalid === 'asNamed' ? create_if_invalid : !create_if_invalid;
	if (createsInvalid) return all;
	const isValid = ({ email }: ContactFields) =>
		email === undefined || /^[^@\s]+@[^@\s]+$/.test(email);
	return {
		valid: contacts.filter(isValid),
		failed: contacts.filter((contact) => !isValid(contact)),
	};
}
