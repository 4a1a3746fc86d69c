import type { INodeProperties } from 'n8n-workflow';
import { choiceOf, collectionOf, entryList, propertiesOf } from '../../form/property';
import { contactFields, usualContactFields } from '../../interface/contact';
import { contactSources, unrecognized } from './contactOptions';
import { customFieldsProperty } from './customFields';

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
