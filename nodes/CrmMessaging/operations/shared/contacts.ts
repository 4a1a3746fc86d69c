import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { choiceOf, collectionOf, entryList, propertiesOf } from '../../form/property';
import type { ItemParameters } from '../../run/parameters';
import { convertField, isAbsent } from '../../fields/convert';
import { contactFields } from '../../interface/contact';
import { toJsonValue } from '../../fields/types/json';
import { readObjects } from '../../fields/types/list';
import { setOwn } from '../../fields/keys';
import { InputError, shown, within, withinEach } from '../../fields/inputError';
import { customFieldsProperty, readCustomFields } from './customFields';

/** Fields that an entry of *Several Contacts* shows at once; the others are added. */
const usual = new Set(['user_id', 'name_first', 'name_last', 'email', 'phone', 'language']);
const usualFields = contactFields.filter(({ name }) => usual.has(name));
const furtherFields = contactFields.filter(({ name }) => !usual.has(name));
const known = new Set(contactFields.map(({ name }) => name));
const fieldByName = new Map(contactFields.map((field) => [field.name, field]));

const sources = {
	automatic: 'mapAutomatically',
	each: 'mapEachField',
	several: 'severalContacts',
	json: 'json',
};
const entryName = 'contact';
const furtherName = 'additionalFields';

/**
 * The form's four ways to give contacts.
 *
 * @param initial the one that is chosen at first
 */
export function contactsProperties(initial: keyof typeof sources): INodeProperties[] {
	const shownFor = (source: string) => ({ show: { contactsFrom: [source] } });
	return [
		choiceOf(
			{
				displayName: 'Specify Contacts',
				name: 'contactsFrom',
				default: sources[initial],
				description: 'How the contacts are given',
			},
			[
				{
					name: 'JSON',
					value: sources.json,
					description: 'A contact or a list of contacts, with the keys of the service',
				},
				{
					name: 'Map Automatically',
					value: sources.automatic,
					description:
						'Each input item is a contact; its keys are the names of the fields',
				},
				{
					name: 'Map Each Field',
					value: sources.each,
					description: 'One contact for each input item, field by field',
				},
				{
					name: 'Several Contacts',
					value: sources.several,
					description:
						'Several contacts for each input item, such as the guests of a booking',
				},
			],
		),
		{
			displayName: 'Keys That Are No Contact Fields',
			name: 'otherKeys',
			type: 'options',
			noDataExpression: true,
			default: 'custom',
			description:
				'What to do with keys of the input item that the service does not define itself',
			options: [
				{ name: 'Leave Out', value: 'leaveOut' },
				{ name: 'Send as Custom Fields', value: 'custom' },
				{ name: 'Stop With an Error', value: 'error' },
			],
			displayOptions: shownFor(sources.automatic),
		},
		{
			displayName: 'Contact',
			name: 'contact',
			type: 'resourceMapper',
			noDataExpression: true,
			default: { mappingMode: 'defineBelow', value: null },
			description: 'Fields of the contact',
			typeOptions: {
				resourceMapper: {
					resourceMapperMethod: 'getContactFields',
					mode: 'add',
					supportAutoMap: false,
					addAllFields: false,
					fieldWords: { singular: 'field', plural: 'fields' },
				},
			},
			displayOptions: shownFor(sources.each),
		},
		customFieldsProperty({
			displayName: 'Custom Contact Fields',
			name: 'customFields',
			description: 'Contact fields that the account settings define',
			displayOptions: shownFor(sources.each),
		}),
		{
			displayName: 'Contacts',
			name: 'contacts',
			...entryList(entryName, 'Contact', [
				...propertiesOf(usualFields),
				collectionOf(
					{
						displayName: 'Additional Fields',
						name: furtherName,
						placeholder: 'Add Field',
					},
					propertiesOf(furtherFields),
				),
				customFieldsProperty({
					displayName: 'Custom Fields',
					name: 'customFields',
					description: 'Contact fields that the account settings define',
				}),
			]),
			description: 'The contacts of this item',
			displayOptions: shownFor(sources.several),
		},
		{
			displayName: 'Contacts (JSON)',
			name: 'contactsJson',
			type: 'json',
			default: '[\n  { "user_id": "", "email": "" }\n]',
			description: 'A contact or a list of contacts, with the keys of the service',
			displayOptions: shownFor(sources.json),
		},
	];
}

/** Reads the contacts that an item gives, each checked and converted; a contact without any field is left out. */
export function readContacts(item: ItemParameters): IDataObject[] {
	const contacts = contactsBySource(item);
	return contacts.filter((contact) => Object.keys(contact).length > 0) as IDataObject[];
}

function contactsBySource(item: ItemParameters): Array<Record<string, unknown>> {
	const source = item.choice('contactsFrom');
	switch (source) {
		case sources.automatic:
			return [readContact(item, item.input.json, item.choice('otherKeys'))];
		case sources.each:
			return [readMapped(item)];
		case sources.several:
			return withinEach('Contacts', item.entries('contacts', entryName), (entry) =>
				readEntry(item, entry),
			);
		case sources.json:
			return within('Contacts (JSON)', () => readJson(item));
		default:
			throw new InputError(
				`${shown(source)} is not one of ${Object.values(sources).join(', ')}`,
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
		...item.fieldsIn(entry, usualFields),
		...item.fieldsIn(entry[furtherName] ?? {}, furtherFields),
		...readCustomFields(entry.customFields, 'Custom Fields', known),
	};
}

function readJson(item: ItemParameters): Array<Record<string, unknown>> {
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
