import type { ContactFields, SyncDataBody } from '../state/wire';

/** The contacts of a submission, sorted by whether they are taken. */
export interface SortedContacts {
	valid: ContactFields[];
	failed: ContactFields[];
}

/**
 * Does what `options.email_validation` asks (document: endpoint 5). Without `validate`, and with too
 * few credits, every contact is valid. Otherwise a contact with an invalid e-mail fails: the document
 * says of `create_if_invalid` that "when true, the contact is created unless its e-mail is invalid",
 * and names no value with which it would be created.
 * @param body the submission
 * @param credits how many e-mails the account can have validated
 */
export function sortByEmail(body: SyncDataBody, credits: number): SortedContacts {
	const contacts = body.contacts ?? [];
	const emails = contacts.filter(({ email }) => typeof email === 'string').length;
	if (!body.options?.email_validation?.validate || emails > credits) {
		return { valid: contacts, failed: [] };
	}
	const isValid = ({ email }: ContactFields) =>
		typeof email !== 'string' || /^[^@\s]+@[^@\s]+$/.test(email);
	return {
		valid: contacts.filter(isValid),
		failed: contacts.filter((contact) => !isValid(contact)),
	};
}
