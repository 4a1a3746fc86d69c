import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../fields/inputError';
import { contactFields, identifyingFields, nameFields } from '../../interface/contact';
import type { ItemParameters } from '../../run/parameters';
import { listed } from '../../run/shownItems';
import { isEmptyRow } from './emptyRows';
import { refuseMisnamed } from './misnamedColumns';

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
	const keys = listed(Object.keys(values).map((key) => `“${key}”`));
	throw new InputError(
		`has no field that names a person; give it ${choices}; its fields are ${keys}, so rename one, or choose Map Each Field`,
		['Input Item'],
	);
}

function has(contact: Record<string, unknown>, name: string): boolean {
	return contact[name] !== undefined && contact[name] !== null;
}
