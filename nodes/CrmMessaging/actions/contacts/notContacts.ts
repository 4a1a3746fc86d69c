import { contactsElsewhere, wrongContact } from '../../catalogue/contacts';
import { InputError } from '../../fields/inputError';
import { isBlank, isObject } from '../../fields/values';
import type { ItemParameters } from '../../engine/parameters';
import { contactsFrom, contactSources } from './contactsForm';

/** Google Sheets numbers the rows that it reads, also the empty ones. */
const rowNumber = 'row_number';

/**
 * Whether an input item is a row without a value. An item without any key is one only where it would
 * be the contact itself: a trigger gives such items to nodes that need nothing of them.
 */
export function isEmptyRow(item: ItemParameters): boolean {
	if (item.isAgentCall) return false;
	const { json, binary } = item.input;
	// Of a file that was not extracted, nothing is known yet.
	if (binary && Object.keys(binary).length > 0) return false;
	for (const key in json) if (key !== rowNumber && !isEmpty(json[key])) return false;
	if (Object.keys(json).length > 0) return true;
	return item.option(contactsFrom) === contactSources.automatic;
}

function isEmpty(value: unknown): boolean {
	return Array.isArray(value) ? value.every(isBlank) : isBlank(value);
}

/** Parts of a webhook call, as n8n's Webhook node gives it. */
const callParts = ['headers', 'params', 'query', 'body'];
/** Parts of a request to the service. */
const requestParts = ['origin', 'contacts', 'purchase', 'options'];

/**
 * Makes sure that what is given for a contact is none of a whole webhook call, whose headers hold
 * secrets of the caller, and no request that holds contacts.
 *
 * @param place where it was given, for example `Input Item`
 * @throws InputError that says what to choose instead
 */
export function refuseWholeRequest(values: Record<string, unknown>, ...place: string[]): void {
	const partsIn = (parts: string[]) => parts.filter((part) => part in values).join(', ');
	if (isObject(values.headers) && 'body' in values) {
		const way = adviceFor(values.body, 'body.');
		throw new InputError(
			wrongContact.notAContact(`a whole webhook call (${partsIn(callParts)})`, way),
			place,
		);
	}
	if (holdsContacts(values) || (isObject(values.purchase) && 'origin' in values)) {
		const way = adviceFor(values, '');
		throw new InputError(
			wrongContact.notAContact(`a whole request (${partsIn(requestParts)})`, way),
			place,
		);
	}
}

function adviceFor(values: unknown, path: string): string {
	const inner = isObject(values) && holdsContacts(values) ? `${path}contacts` : path.slice(0, -1);
	return inner === '' ? contactsElsewhere.mapped : contactsElsewhere.at(inner);
}

function holdsContacts({ contacts }: Record<string, unknown>): boolean {
	return isObject(contacts) || (Array.isArray(contacts) && contacts.some(isObject));
}
