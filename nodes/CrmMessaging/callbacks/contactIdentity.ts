import type { IDataObject } from 'n8n-workflow';
import { recipientNamed, type Recipient } from '../engine/recipient';
import { parted } from './report';

/** The types of names by which a contact is known, the deciding one first. */
export const contactNameTypes = ['user_id', 'email', 'phone'];

/** The fields of a contact that hold those names. */
export const contactNameKeys = ['user_id', 'email', 'phone', 'phone_countrycode', 'phone_number'];

/** Who a contact is, sent or called back: by the user id, else the e-mail address, else the phone number. */
export function recipientOfContact(contact: IDataObject): Recipient {
	const { user_id, email, phone, phone_countrycode, phone_number } = contact;
	return recipientNamed({
		user_id,
		email: typeof email === 'string' ? email.toLowerCase() : '',
		phone: digitsIn(phone) || digitsIn(phone_countrycode) + digitsIn(phone_number),
	});
}

/**
 * Who a contact is that a callback reports, whatever the case of its keys. One that is only a text is a
 * user id, or what it looks like: an email address or a phone number.
 */
export function recipientOfReported(reported: IDataObject): Recipient {
	const { parts } = parted(reported, [...contactNameTypes, 'phone_countrycode', 'phone_number']);
	const recipient = recipientOfContact(parts);
	const { contact } = reported;
	if (recipient.length > 0 || typeof contact !== 'string') return recipient;
	if (contact.includes('@')) return recipientOfContact({ email: contact });
	return recipientOfContact(/^\s*\+/.test(contact) ? { phone: contact } : { user_id: contact });
}

/** Numbers are written in many ways; their digits are the same. */
export function digitsIn(text: unknown): string {
	return typeof text === 'string' || typeof text === 'number'
		? String(text).replace(/\D/g, '')
		: '';
}
