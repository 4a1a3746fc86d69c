import type { IDataObject } from 'n8n-workflow';
import { parameterName, type Field, convertField, isAbsent } from '../../fields/field';
import { InputError, within, withinEach } from '../../fields/inputError';
import { setOwn } from '../../fields/values';
import { toJsonValue } from '../../fields/types/json';
import { readObjects } from '../../fields/types/list';
import { contactFields, usualContactFields } from '../../service/fields/contact';
import { isExpression } from '../../engine/expressions/plainPath';
import type { ItemParameters, NodeParameters } from '../../engine/parameters';
import { automaticReader } from './automaticContact';
import { contactField } from './readHeading';
import { clearsEmpty, contactSources, contactEntry, furtherContactFields } from './contactsForm';
import { readCustomFields } from './customFields';
import { isEmptyRow } from './emptyRows';
import { namesSomeone, requireName, refuseWholeRequest } from './contactGuards';

const known = new Set(contactFields.map(({ name }) => name));

/**
 * Makes what reads the contacts that an item gives, each checked and converted. A contact without any
 * field is left out, and so is one of an empty row that names nobody.
 */
export function contactsReader(
	parameters: NodeParameters,
): (item: ItemParameters) => IDataObject[] {
	const readAutomatically = automaticReader(parameters);
	return (item) => {
		const contacts = contactsBySource(item, readAutomatically);
		return contacts.filter((contact) => {
			return !isEmpty(contact) && (namesSomeone(contact) || !isEmptyRow(item));
		}) as IDataObject[];
	};
}

function isEmpty(contact: object): boolean {
	for (const _ in contact) return false;
	return true;
}

function contactsBySource(
	item: ItemParameters,
	readAutomatically: (item: ItemParameters) => Record<string, unknown>,
): Array<Record<string, unknown>> {
	switch (item.choice('contactsFrom')) {
		case contactSources.automatic:
			if (item.isAgentCall) {
				throw new InputError(
					'is “Map Automatically”, which would save the agent’s own call as a contact; choose “Map Each Field” and let the agent fill in its fields',
					['Specify Contacts'],
				);
			}
			return [readAutomatically(item)];
		case contactSources.each:
			return [readMapped(item)];
		case contactSources.several: {
			const raw = rawEntries(item);
			return withinEach(
				'Contacts',
				item.entries('contacts', contactEntry.name),
				(entry, at) => readEntry(item, entry, raw?.[at]),
			);
		}
		default:
			return within('Contacts (JSON)', () => readJsonContacts(item));
	}
}

function readMapped(item: ItemParameters): Record<string, unknown> {
	const { value } = item.collection('contact');
	const raw = (item.raw('contact') as { value?: Record<string, unknown> } | undefined)?.value;
	const contact: Record<string, unknown> = {};
	for (const [key, given] of Object.entries(value ?? {})) {
		const field = contactField(key);
		if (!field) {
			throw new InputError('is not a field of a contact; rename it or leave it out', [key]);
		}
		// The form holds null for a field that nobody filled in.
		const read = clears(item, given, raw?.[key]) ? null : convertField(field, given, item);
		if (read !== undefined) contact[key] = read;
	}
	const custom = customFieldsOf(item, item.value('customFields'), 'Custom Contact Fields');
	const whole = { ...contact, ...custom };
	within('Contact', () => requireName(whole, item));
	return whole;
}

function readEntry(
	item: ItemParameters,
	entry: Record<string, unknown>,
	raw: Record<string, unknown> | undefined,
): Record<string, unknown> {
	const further = (entry[contactEntry.further] ?? {}) as Record<string, unknown>;
	const rawFurther = raw?.[contactEntry.further] as Record<string, unknown> | undefined;
	const contact = {
		...item.fieldsIn(entry, usualContactFields),
		...item.fieldsIn(further, furtherContactFields),
		...clearedIn(item, usualContactFields, entry, raw),
		...clearedIn(item, furtherContactFields, further, rawFurther),
		...customFieldsOf(item, entry.customFields, 'Custom Fields'),
	};
	requireName(contact, item);
	return contact;
}

function clearedIn(
	item: ItemParameters,
	fields: readonly Field[],
	values: Record<string, unknown>,
	raw: Record<string, unknown> | undefined,
): Record<string, null> {
	const cleared = fields.filter((field) => {
		const key = parameterName(field);
		return clears(item, values[key], raw?.[key]);
	});
	return Object.fromEntries(cleared.map(({ name }) => [name, null]));
}

/** Whether a field of the form is to be emptied: it is mapped, and what it is mapped to has no value. */
function clears(item: ItemParameters, value: unknown, raw: unknown): boolean {
	return value !== undefined && isAbsent(value) && isExpression(raw) && clearsEmpty(item);
}

function rawEntries(item: ItemParameters): Array<Record<string, unknown>> | undefined {
	const raw = item.raw('contacts') as Record<string, unknown> | undefined;
	return raw?.[contactEntry.name] as Array<Record<string, unknown>> | undefined;
}

function customFieldsOf(
	item: ItemParameters,
	collection: unknown,
	label: string,
): Record<string, unknown> {
	return readCustomFields(collection, label, known, item, clearsEmpty(item));
}

function readJsonContacts(item: ItemParameters): Array<Record<string, unknown>> {
	return readObjects(item.value('contactsJson'), 'a contact; give an object', (values) => {
		refuseWholeRequest(values);
		return readJsonContact(item, values);
	});
}

/** Reads a contact whose keys are the service's; others are custom fields. */
function readJsonContact(
	item: ItemParameters,
	values: Record<string, unknown>,
): Record<string, unknown> {
	const contact: Record<string, unknown> = {};
	const empty = clearsEmpty(item) ? null : undefined;
	for (const [key, value] of Object.entries(values)) {
		const field = contactField(key);
		const read = isAbsent(value)
			? empty
			: field
				? convertField(field, value, item)
				: within(key, () => toJsonValue(value));
		if (read !== undefined) setOwn(contact, key, read);
	}
	requireName(contact, item);
	return contact;
}
