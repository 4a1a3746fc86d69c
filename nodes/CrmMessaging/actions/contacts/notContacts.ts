import { contactsElsewhere, wrongContact } from '../../catalogue/contacts';
import { InputError } from '../../fields/inputError';
import { isBlank, isObject } from '../../fields/values';
import type { ItemParameters } from '../../engine/parameters';
import { contactsFrom, contactSources } from './contactsForm';

/** Google Sheets adds this key to every row it reads, even empty ones. */
const rowNumber = 'row_number';

/**
 * Whether an input item is a row without values. An item without keys counts only if the item
 * itself is the contact. Triggers pass such items to nodes that need no data.
 */
export function isEmptyRow(item: ItemParameters): boolean {
	if (item.isAgentCall) return false;
	const { json, binary } = item.input;
	// The contents of a file that wasn't extracted are unknown.
	if (binary && Object.keys(binary).length > 0) return false;
	for (const key in json) if (key !== rowNumber && !isEmpty(json[key])) return false;
	if (Object.keys(json).length > 0) return true;
	return item.option(contactsFrom) === contactSources.automatic;
}

function isEmpty(value: unknown): boolean {
	return Array.isArray(value) ? value.every(isBlank) : isBlank(value);
}

const callParts = ['headers', 'params', 'query', 'body'];
const requestParts = ['origin', 'contacts', 'purchase', 'options'];

/**
 * Refuses a whole webhook call, whose headers hold the caller's secrets. Also refuses a whole
 * request body.
 *
 * @param place where it was found, for example `Input Item`
 * @throws InputError with the choice that fits
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
