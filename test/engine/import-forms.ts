import type { IDataObject } from 'n8n-workflow';

/** The form of *Contact: Create or Update*; `more` replaces parameters of it. */
export function contactForm(more: IDataObject = {}): IDataObject {
	return { resource: 'contact', operation: 'upsert', origin: 'pms', ...more };
}

/** The form of *Purchase: Create or Update*; `more` replaces parameters of it. */
export function purchaseForm(more: IDataObject = {}): IDataObject {
	const stay = { uuid: 'room-1', transactionCode: 'R-1', price: 10, currency: 'EUR' };
	return { resource: 'purchase', operation: 'upsert', origin: 'pms', ...stay, ...more };
}

/** *Map Automatically*. */
export const automatic = { contactsFrom: 'mapAutomatically' };

/** *JSON*, from a text or a value. */
export function contactsInJson(value: unknown): IDataObject {
	const contactsJson = typeof value === 'string' ? value : JSON.stringify(value);
	return { contactsFrom: 'json', contactsJson };
}

/** *Map Each Field*. */
export function mapped(value: IDataObject, more: IDataObject = {}): IDataObject {
	return {
		contactsFrom: 'mapEachField',
		contact: { mappingMode: 'defineBelow', value },
		...more,
	};
}

/** *Several Contacts*. */
export function several(...contact: IDataObject[]): IDataObject {
	return { contactsFrom: 'severalContacts', contacts: { contact } };
}

/** The form's list of custom fields. */
export function customFields(...field: IDataObject[]): IDataObject {
	return { customFields: { field } };
}
