import type { IDataObject } from 'n8n-workflow';
import { isObject, textOf } from '../transport/answer';

/** What a callback becomes: one output item, or one for each contact. */
export type CallbackOutput = 'callback' | 'contact';

/**
 * Makes the trigger's output of a callback; the service's keys are kept. One that names no contact,
 * such as that of a purchase alone, is one item in either case.
 */
export function outputOfCallback(body: IDataObject, output: CallbackOutput): IDataObject[] {
	const contacts = output === 'contact' ? contactsIn(body) : [];
	return contacts.length > 0 ? contacts : [body];
}

/** The contacts that a callback names, each with what it says of all. */
export function contactsIn({
	valid_contacts,
	failed_contacts,
	...job
}: IDataObject): IDataObject[] {
	const valid = placesOf(valid_contacts).map((contact) =>
		outcomeOf({ valid: true }, fieldsOf(contact), job),
	);
	const failed = placesOf(failed_contacts).map((entry) => {
		const { contact, error, errors, ...rest } = fieldsOf(entry);
		const reason = listedReasons([error, errors].map(reasonOf));
		const fields = contact === undefined ? {} : fieldsOf(contact);
		return outcomeOf({ valid: false, reason }, { ...fields, ...rest }, job);
	});
	return [...valid, ...failed];
}

/**
 * What became of a contact, among its fields. Accounts name fields as they like: one called as the
 * outcome is does not stand for it, and the contact's own stand in `contact` as well.
 */
function outcomeOf(outcome: IDataObject, fields: IDataObject, callback: IDataObject): IDataObject {
	const said = { ...outcome, callback };
	const hides = Object.keys(said).some((key) => Object.hasOwn(fields, key));
	return { ...outcome, ...fields, ...(hides ? { contact: fields } : {}), ...said };
}

/** A list; one that lacks some places comes as an object with the places as its keys. */
function placesOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	return isObject(value) ? Object.values(value) : [];
}

/** A contact is an object; one that is only its id or a text is kept as `contact`. */
function fieldsOf(contact: unknown): IDataObject {
	return isObject(contact) ? contact : { contact: contact as IDataObject[string] };
}

/** The service gives reasons as a text, as a list, as objects with a text, or by field. */
function reasonOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (Array.isArray(value)) return listedReasons(value.map(reasonOf));
	if (!isObject(value)) return textOf(value);
	const told = value.error ?? value.message;
	if (told !== undefined && told !== null) return reasonOf(told);
	return listedReasons(
		Object.entries(value).map(([field, reason]) => `${field}: ${reasonOf(reason)}`),
	);
}

function listedReasons(reasons: string[]): string {
	return reasons.filter(Boolean).join(', ');
}
