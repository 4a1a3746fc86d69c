import type { IDataObject } from 'n8n-workflow';
import { convertField, isAbsent } from '../../fields/convert';
import { InputError, shown, within, withinEach } from '../../fields/inputError';
import { setOwn } from '../../fields/keys';
import { toJsonValue } from '../../fields/types/json';
import { readObjects } from '../../fields/types/list';
import { contactFields } from '../../interface/contact';
import type { ItemParameters } from '../../run/parameters';
import {
	contactEntry,
	contactSources,
	furtherContactFields,
	usualContactFields,
} from './contactsForm';
import { readCustomFields } from './customFields';

const known = new Set(contactFields.map(({ name }) => name));
const fieldByName = new Map(contactFields.map((field) => [field.name, field]));

/** Reads the contacts that an item gives, each checked and converted; a contact without any field is left out. */
export function readContacts(item: ItemParameters): IDataObject[] {
	const contacts = contactsBySource(item);
	return contacts.filter((contact) => Object.keys(contact).length > 0) as IDataObject[];
}

function contactsBySource(item: ItemParameters): Array<Record<string, unknown>> {
	const source = item.choice('contactsFrom');
	switch (source) {
		case contactSources.automatic:
			if (item.isAgentCall) {
				throw new InputError(
					'is “Map Automatically”, which would save the agent’s own call as a contact; choose “Map Each Field” and let the agent fill in its fields',
					['Specify Contacts'],
				);
			}
			return [readContact(item, item.input.json, item.choice('otherKeys'))];
		case contactSources.each:
			return [readMapped(item)];
		case contactSources.several:
			return withinEach('Contacts', item.entries('contacts', contactEntry.name), (entry) =>
				readEntry(item, entry),
			);
		case contactSources.json:
			return within('Contacts (JSON)', () => readJsonContacts(item));
		default:
			throw new InputError(
				`${shown(source)} is not one of ${Object.values(contactSources).join(', ')}`,
				['Specify Contacts'],
			);
	}
}

function readMapped(item: ItemParameters): Record<string, unknown> {
	const { value } = item.collection('contact');
	return {
		...(value ? readContact(item, value, 'error') : {}),
		...readCustomFields(item.value('customFields'), 'Custom Contact Fields', known),
	};
}

function readEntry(item: ItemParameters, entry: Record<string, unknown>): Record<string, unknown> {
	return {
		...item.fieldsIn(entry, usualContactFields),
		...item.fieldsIn(entry[contactEntry.further] ?? {}, furtherContactFields),
		...readCustomFields(entry.customFields, 'Custom Fields', known),
	};
}

function readJsonContacts(item: ItemParameters): Array<Record<string, unknown>> {
	return readObjects(item.value('contactsJson'), 'a contact; give an object', (contact) =>
		readContact(item, contact, 'custom'),
	);
}

/** Reads a contact whose keys are the service's; `otherKeys` says what becomes of the others. */
function readContact(
	item: ItemParameters,
	values: object,
	otherKeys: string,
): Record<string, unknown> {
	const contact: Record<string, unknown> = {};
	for (const key of Object.keys(values)) {
		const value = (values as Record<string, unknown>)[key];
		const field = fieldByName.get(key);
		if (!field && otherKeys === 'leaveOut') continue;
		if (!field && otherKeys === 'error') {
			throw new InputError('is not a field of a contact; rename it or leave it out', [key]);
		}
		const converted = field ? convertField(field, value, item) : customValue(key, value);
		if (converted !== undefined) setOwn(contact, key, converted);
	}
	return contact;
}

function customValue(key: string, value: unknown): unknown {
	return isAbsent(value) ? undefined : within(key, () => toJsonValue(value));
}
