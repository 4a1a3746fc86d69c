import type { Contact } from './records';
import type { ContactFields } from './wire';
import { newId } from './ids';

/**
 * The contacts of the account. How the service matches is not shown in the document; here a contact
 * is matched by `user_id`, else by email, else by phone, and never across two different `user_id`s.
 */
export class ContactBook {
	/** All contacts in the order they were created. */
	readonly all: Contact[] = [];

	private readonly byKey = new Map<string, Contact>();

	/**
	 * Creates a contact, or lays the submitted fields over the one that matches.
	 * @param cleared names of fields that hold nothing from now on
	 */
	upsert(fields: ContactFields, cleared: readonly string[] = []): Contact {
		const known = this.find(fields);
		const contact = known ?? { _id: newId() };
		if (!known) this.all.push(contact);
		Object.assign(contact, fields, { _id: contact._id });
		for (const name of cleared) delete contact[name];
		for (const key of keysOf(contact)) this.byKey.set(key, contact);
		return contact;
	}

	/** Forgets every contact. */
	clear(): void {
		this.all.length = 0;
		this.byKey.clear();
	}

	private find(fields: ContactFields): Contact | undefined {
		for (const key of keysOf(fields)) {
			const found = this.byKey.get(key);
			// Families share an email and a phone: two user_ids are two guests.
			const isSomeoneElse =
				found?.user_id !== undefined &&
				fields.user_id !== undefined &&
				found.user_id !== fields.user_id;
			if (found && !isSomeoneElse) return found;
		}
		return undefined;
	}
}

/** The keys a contact is known by, the strongest first. */
function keysOf(fields: ContactFields): string[] {
	const keys: string[] = [];
	if (fields.user_id) keys.push(`user:${fields.user_id}`);
	if (fields.email) keys.push(`email:${fields.email.toLowerCase()}`);
	const phone = fields.phone ?? `${fields.phone_countrycode ?? ''}${fields.phone_number ?? ''}`;
	if (phone) keys.push(`phone:${phone.replace(/[^+0-9]/g, '')}`);
	return keys;
}
