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

/** The form of *Hotel: Create* with texts in JSON; `more` replaces parameters of it. */
export function hotelForm(more: IDataObject = {}): IDataObject {
	const texts = {
		itemsFrom: 'json',
		itemsJson: '[{ "language": "en", "data": { "text": "Inn" } }]',
	};
	return {
		resource: 'hotel',
		operation: 'create',
		uuid: 'h-1',
		name: 'Aurora',
		...texts,
		...more,
	};
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

/** A contact with a user ID in each of the four ways; *Map Each Field* and *Several Contacts* read these keys. */
export function everyWay(
	keys: string[],
	custom: IDataObject = {},
): Array<[way: string, form: IDataObject]> {
	const read = Object.fromEntries(keys.map((key) => [key, `={{ $json.${key} }}`]));
	return [
		['Map Automatically', contactForm(automatic)],
		['JSON', contactForm(contactsInJson('={{ $json }}'))],
		['Map Each Field', contactForm(mapped({ user_id: 'g-1', ...read }, custom))],
		[
			'Several Contacts',
			contactForm(several({ userId: 'g-1', additionalFields: read, ...custom })),
		],
	];
}
