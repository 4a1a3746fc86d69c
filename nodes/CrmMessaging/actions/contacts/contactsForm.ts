import type { INodeProperties } from 'n8n-workflow';
import { propertyOf, collectionOf, entryList, propertiesOf } from '../../fields/control';
import type { Option } from '../../fields/field';
import { choice } from '../../fields/types/choice';
import { defaultCountryCode } from '../../fields/types/phone';
import type { ItemParameters } from '../../engine/parameters';
import { contactFields, usualContactFields } from '../../service/fields/contact';
import { customFieldsProperty } from './customFields';

/** The ways to give contacts, as a workflow holds them. */
export const contactSources = {
	automatic: 'mapAutomatically',
	each: 'mapEachField',
	several: 'severalContacts',
	json: 'json',
};

const emptyValues: Option<string> = {
	name: 'emptyValues',
	label: 'Empty Values',
	type: choice([
		{
			label: 'Clear',
			value: 'clear',
			description: 'Sent as null, so the service empties the field',
		},
		{
			label: 'Leave Out',
			value: 'leaveOut',
			description: 'Not sent, so the service keeps its value',
		},
	]),
	scope: 'run',
	unset: 'leaveOut',
	description: 'Handling of fields that have no value',
};

/** The option that says what to do with a contact that comes several times. */
export const duplicates: Option<'all' | 'last' | 'merge'> = {
	name: 'duplicateContacts',
	label: 'Duplicate Contacts',
	type: choice([
		{
			label: 'Keep the Last',
			value: 'last',
			description: 'Only the last one is sent, linked to all their items',
		},
		{
			label: 'Merge',
			value: 'merge',
			description: 'One is sent with the newest fields of all, linked to all their items',
		},
		{ label: 'Send All', value: 'all', description: 'Each one is sent' },
	]),
	scope: 'run',
	unset: 'all',
	description: 'Handling of contacts that share a user ID, or else an email or phone',
};

/** The option that says how the contacts are given; each operation starts with its own. */
export const contactsFrom: Option<string> = {
	name: 'contactsFrom',
	label: 'Specify Contacts',
	type: choice([
		{
			label: 'JSON',
			value: contactSources.json,
			description: 'A contact or a list of contacts, with the keys of the service',
		},
		{
			label: 'Map Automatically',
			value: contactSources.automatic,
			description:
				'Each input item is a contact, with usual headings such as First Name, Email or Guest ID',
		},
		{
			label: 'Map Each Field',
			value: contactSources.each,
			description: 'One contact for each input item, field by field',
		},
		{
			label: 'Several Contacts',
			value: contactSources.several,
			description: 'Several contacts for each input item, such as the guests of a booking',
		},
	]),
	scope: 'run',
	isParameter: true,
	unset: contactSources.automatic,
};

/** What *Map Automatically* does with keys that name no field of a contact. */
export const otherKeys: Option<'custom' | 'leaveOut' | 'error'> = {
	name: 'otherKeys',
	label: 'Unrecognized Fields',
	type: choice([
		{ label: 'Leave Out', value: 'leaveOut' },
		{ label: 'Send as Custom Fields', value: 'custom' },
		{ label: 'Stop With an Error', value: 'error' },
	]),
	scope: 'run',
	isParameter: true,
	unset: 'custom',
	description: 'Handling of columns that match no field of a contact',
};

/** Options of what is sent of contacts. */
export const contactOptions: INodeProperties[] = [
	propertyOf(defaultCountryCode),
	propertyOf(emptyValues),
	propertyOf(duplicates),
];

/** Whether a field that is given without a value is emptied at the service. */
export function clearsEmpty(item: ItemParameters): boolean {
	return item.option(emptyValues) === 'clear';
}

/** Fields that are added to an entry of *Several Contacts* one by one. */
const furtherContactFields = contactFields.filter((field) => !usualContactFields.includes(field));

/** The places of an entry of *Several Contacts*, and of its additional fields, in its collection. */
export const contactEntry = { name: 'contact', further: 'additionalFields' } as const;

/**
 * The form's four ways to give contacts.
 *
 * @param initial the one that is chosen at first
 */
export function contactsProperties(initial: keyof typeof contactSources): INodeProperties[] {
	const shownFor = (source: string) => ({ show: { contactsFrom: [source] } });
	return [
		propertyOf(contactsFrom, { default: contactSources[initial] }),
		propertyOf(otherKeys, { displayOptions: shownFor(contactSources.automatic) }),
		{
			displayName: 'Contact',
			name: 'contact',
			type: 'resourceMapper',
			noDataExpression: true,
			default: { mappingMode: 'defineBelow', value: null },
			typeOptions: {
				resourceMapper: {
					resourceMapperMethod: 'getContactFields',
					mode: 'add',
					supportAutoMap: false,
					fieldWords: { singular: 'field', plural: 'fields' },
				},
			},
			displayOptions: shownFor(contactSources.each),
		},
		{
			...customFieldsOfContact('Custom Contact Fields'),
			displayOptions: shownFor(contactSources.each),
		},
		{
			displayName: 'Contacts',
			name: 'contacts',
			...entryList(contactEntry.name, 'Contact', [
				...propertiesOf(usualContactFields),
				collectionOf(
					{
						displayName: 'Additional Fields',
						name: contactEntry.further,
						placeholder: 'Add Field',
					},
					propertiesOf(furtherContactFields),
				),
				customFieldsOfContact('Custom Fields'),
			]),
			displayOptions: shownFor(contactSources.several),
		},
		{
			displayName: 'Contacts (JSON)',
			name: 'contactsJson',
			type: 'json',
			default: '[\n  { "user_id": "", "email": "" }\n]',
			description:
				'A contact or a list of contacts with the service’s keys (others become custom fields)',
			displayOptions: shownFor(contactSources.json),
		},
	];
}

function customFieldsOfContact(displayName: string): INodeProperties {
	return customFieldsProperty(
		{
			displayName,
			name: 'customFields',
			description: 'Contact fields that the account settings define',
		},
		'room_preference',
	);
}
