import type { IDataObject } from 'n8n-workflow';
import { recipientNamed, type Recipient } from '../engine/recipient';

/** Identifies a contact, sent or reported: by user ID, else email address, else phone number. */
export function contactIdentity(contact: IDataObject): Recipient {
	const { user_id, email, phone, phone_countrycode, phone_number } = contact;
	return recipientNamed({
		user_id,
		email: typeof email === 'string' ? email.toLowerCase() : '',
		phone: digitsIn(phone) || digitsIn(phone_countrycode) + digitsIn(phone_number),
	});
}

/** Numbers are written in many ways, but their digits match. */
export function digitsIn(text: unknown): string {
	if (typeof text !== 'string' && typeof text !== 'number') return '';
	const written = String(text);
	return onlyDigits.test(written) ? written.slice(1) : written.replace(/\D/g, '');
}

/** As most numbers are written. */
const onlyDigits = /^\+\d+$/;
