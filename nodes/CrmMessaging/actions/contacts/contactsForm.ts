import type { INodeProperties } from 'n8n-workflow';
import { propertyOf, choiceOf, collectionOf, entryList, propertiesOf } from '../../editor/form';
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

/** What *Map Automatically* does with keys that name no field of a contact. */
export const unrecognized = { custom: 'custom', leaveOut: 'leaveOut', error: 'error' } as const;

const emptyValues: INodeProperties = {
	displayName: 'Empty Values',
	name: 'emptyValues',
	type: 'options',
	noDataExpression: true,
	default: 'leaveOut',
	description: 'What becomes of fields that are given without a value',
	options: [
		{
			name: 'Clear',
			value: 'clear',
			description:
				'They are sent as null, so that the service empties them; fields that are not mapped stay as they are',
		},
		{
			name: 'Leave Out',
			value: 'leaveOut',
			description: 'They are not sent, so that the service keeps what it has',
		},
	],
};

/** The option that says what to do with a contact that comes several times. */
export const duplicates: INodeProperties = {
	displayName: 'Contacts That Occur Twice',
	name: 'duplicates',
	type: 'options',
	noDataExpression: true,
	default: 'all',
	description:
		'What becomes of contacts with the same user ID, email or phone; the user ID decides where both have one',
	options: [
		{
			name: 'Keep the Last',
			value: 'last',
			description: 'Only the last one is sent; its output is linked to all their items',
		},
		{
			name: 'Merge',
			value: 'merge',
			description:
				'One is sent with the fields of all, the later ones winning; its output is linked to all their items',
		},
		{ name: 'Send All', value: 'all', description: 'They are sent as they come' },
	],
};

/** Options of what is sent of contacts. */
export const contactOptions: INodeProperties[] = [
	propertyOf(defaultCountryCode),
	emptyValues,
	duplicates,
];

/** Whether a field that is given without a value is emptied at the service. */
export function clearsEmpty(item: ItemParameters): boolean {
	return item.chosen(emptyValues) === 'clear';
}

/** Fields that are added to an entry of *Several Contacts* one by one. */
export const furtherContactFields = contactFields.filter(
	(field) => !usualContactFields.includes(field),
);

const labels = contactFields.map(({ label }) => label).join(', ');
const keys = contactFields.map(({ name }) => name).join(', ');

/** Where an entry of *Several Contacts* stands in its collection, and where its further fields do. */
export const contactEntry = { name: 'contact', further: 'additionalFields' } as const;

/**
 * The form's four ways to give contacts.
 *
 * @param initial the one that is chosen at first
 */
export function contactsProperties(initial: keyof typeof contactSources): INodeProperties[] {
	const shownFor = (source: string) => ({ show: { contactsFrom: [source] } });
	return [
		choiceOf(
			{
				displayName: 'Specify Contacts',
				name: 'contactsFrom',
				default: contactSources[initial],
				description: 'How the contacts are given',
			},
			[
				{
					name: 'JSON',
					value: contactSources.json,
					description: 'A contact or a list of contacts, with the keys of the service',
				},
				{
					name: 'Map Automatically',
					value: contactSources.automatic,
					description:
						'Each input item is a contact; usual headings such as First Name, E-mail or Guest ID are recognized',
				},
				{
					name: 'Map Each Field',
					value: contactSources.each,
					description: 'One contact for each input item, field by field',
				},
				{
					name: 'Several Contacts',
					value: contactSources.several,
					description:
						'Several contacts for each input item, such as the guests of a booking',
				},
			],
		),
		{
			displayName: 'Unrecognized Fields',
			name: 'otherKeys',
			type: 'options',
			noDataExpression: true,
			default: 'custom',
			description: `What to do with keys of the input item that name none of these fields: ${labels}`,
			options: [
				{ name: 'Leave Out', value: unrecognized.leaveOut },
				{ name: 'Send as Custom Fields', value: unrecognized.custom },
				{ name: 'Stop With an Error', value: unrecognized.error },
			],
			displayOptions: shownFor(contactSources.automatic),
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
					fieldWords: { singular: 'field', plural: 'fields' },
				},
			},
			displayOptions: shownFor(contactSources.each),
		},
		customFieldsProperty(
			{
				displayName: 'Custom Contact Fields',
				name: 'customFields',
				description: 'Contact fields that the account settings define',
				displayOptions: shownFor(contactSources.each),
			},
			'room_preference',
		),
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
				customFieldsProperty(
					{
						displayName: 'Custom Fields',
						name: 'customFields',
						description: 'Contact fields that the account settings define',
					},
					'room_preference',
				),
			]),
			description: 'The contacts of this item',
			displayOptions: shownFor(contactSources.several),
		},
		{
			displayName: 'Contacts (JSON)',
			name: 'contactsJson',
			type: 'json',
			default: '[\n  { "user_id": "", "email": "" }\n]',
			description: `A contact or a list of contacts; what is none of these keys is a custom field: ${keys}`,
			displayOptions: shownFor(contactSources.json),
		},
	];
}
