import type { IDataObject } from 'n8n-workflow';
import { recipientNamed, type Recipient } from '../run/recipient';

/** The types of names by which a contact is known, the deciding one first. */
export const recipientTypes = ['user_id', 'email', 'phone'];

/** Who a contact is, sent or called back: by the user id, else the e-mail address, else the phone number. */
export function recipientOfContact(contact: IDataObject): Recipient {
	const { user_id, email, phone, phone_countrycode, phone_number } = contact;
	return recipientNamed({
		user_id,
		email: typeof email === 'string' ? email.toLowerCase() : '',
		phone: digitsIn(phone) || digitsIn(phone_countrycode) + digitsIn(phone_number),
	});
}

/** Numbers are written in many ways; their digits are the same. */
export function digitsIn(text: unknown): string {
	return typeof text === 'string' || typeof text === 'number'
		? String(text).replace(/\D/g, '')
		: '';
}
