import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../fields/inputError';
import { contactFields, identifyingFields, nameFields } from '../../service/fields/contact';
import type { ItemParameters } from '../../engine/parameters';
import { formatList } from '../../engine/hints';
import { isEmptyRow } from './emptyRows';
import { refuseMisnamed } from './misnamedColumns';
import { isObject } from '../../fields/values';

const labels = [...identifyingFields, ...nameFields].map(
	(name) => contactFields.find((field) => field.name === name)?.label ?? name,
);
const choices = new Intl.ListFormat('en', { type: 'disjunction' }).format(labels);

/** Whether a contact has a field that names a person. */
export function namesSomeone(contact: Record<string, unknown>): boolean {
	return [...identifyingFields, ...nameFields].some((name) => has(contact, name));
}

/**
 * Makes sure that a contact names a person, and says where a name is all that it has. Of an empty row
 * nothing is asked.
 *
 * @param values what was given, where nobody chose the fields
 * @throws InputError where no field names anybody
 */
export function requireName(
	contact: Record<string, unknown>,
	item: ItemParameters,
	values?: IDataObject,
): void {
	if (identifyingFields.some((name) => has(contact, name))) return;
	if (Object.keys(contact).length === 0 || isEmptyRow(item)) return;
	if (namesSomeone(contact)) {
		item.hint(
			'Contacts with nothing but a name cannot be found again, so the service may create them anew each time; give them a user ID, an email or a phone.',
		);
		return;
	}
	if (values) refuseUnnamed(values);
	throw new InputError(`has no field that names a person; give it ${choices}`);
}

/**
 * Refuses an input item that is to be a contact and has no field that names a person.
 *
 * @throws InputError that names the column that probably should, or else all
 */
export function refuseUnnamed(values: IDataObject): never {
	refuseMisnamed(values);
	const keys = formatList(Object.keys(values).map((key) => `“${key}”`));
	throw new InputError(
		`has no field that names a person; give it ${choices}; its fields are ${keys}, so rename one, or choose Map Each Field`,
		['Input Item'],
	);
}

function has(contact: Record<string, unknown>, name: string): boolean {
	return contact[name] !== undefined && contact[name] !== null;
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
export function refuseWholeRequest(given: object, ...place: string[]): void {
	const values = given as Record<string, unknown>;
	if (isObject(values.headers) && 'body' in values) {
		throw new InputError(
			`is a whole webhook call (${partsIn(values, callParts)}), not a contact; ${adviceFor(values.body, 'body.')}`,
			place,
		);
	}
	if (holdsContacts(values) || (isObject(values.purchase) && 'origin' in values)) {
		throw new InputError(
			`is a whole request (${partsIn(values, requestParts)}), not a contact; ${adviceFor(values, '')}`,
			place,
		);
	}
}

function adviceFor(values: unknown, path: string): string {
	const inner = isObject(values) && holdsContacts(values) ? `${path}contacts` : path.slice(0, -1);
	if (inner === '') return 'choose Map Each Field and map what it says of the contact';
	return `set Specify Contacts to JSON and Contacts (JSON) to {{ $json.${inner} }}, or choose Map Each Field`;
}

function holdsContacts({ contacts }: Record<string, unknown>): boolean {
	return isObject(contacts) || (Array.isArray(contacts) && contacts.some(isObject));
}

function partsIn(values: object, parts: readonly string[]): string {
	return parts.filter((part) => part in values).join(', ');
}
