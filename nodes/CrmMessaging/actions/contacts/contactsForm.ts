import type { INodeProperties } from 'n8n-workflow';
import {
	propertyOf,
	collectionOf,
	entryList,
	propertiesOf,
	type Control,
} from '../../fields/control';
import type { Option } from '../../fields/field';
import { choice } from '../../fields/types/choice';
import { dateFormat } from '../../fields/types/date';
import { textList } from '../../fields/types/json';
import { defaultCountryCode } from '../../fields/types/phone';
import { contactInputs, usualContactFields } from '../../service/fields/contact';
import { customFieldsProperty, optionalValues } from '../givenFields';

/** The four ways in, as stored in a workflow. */
export type ContactSource = 'json' | 'mapAutomatically' | 'mapEachField' | 'severalContacts';

export const duplicates: Option<'all' | 'last'> = {
	name: 'duplicateContacts',
	label: 'Duplicate Contacts',
	type: choice({
		last: ['Keep the Last', 'Only the last one is sent, linked to all their items'],
		all: ['Send All', 'Each one is sent'],
	}),
	unset: 'all',
	description: 'How to handle contacts with the same user ID, or else the same email or phone',
};

/** Each operation has its own default. */
export const contactsFrom: Option<ContactSource> = {
	name: 'contactsFrom',
	label: 'Specify Contacts',
	type: choice({
		json: ['JSON', 'A contact or a list of contacts, with the service’s keys or usual names'],
		mapAutomatically: [
			'Map Automatically',
			'Each input item is a contact, with usual columns such as First Name, Email or Guest ID',
		],
		mapEachField: ['Map Each Field', 'One contact for each input item, field by field'],
		severalContacts: [
			'Several Contacts',
			'Several contacts for each input item, such as the guests of a booking',
		],
	}),
	isParameter: true,
	unset: 'mapAutomatically',
};

export const otherKeys: Option<'custom' | 'leaveOut' | 'error'> = {
	name: 'otherKeys',
	label: 'Unrecognized Fields',
	type: choice({
		leaveOut: 'Leave Out',
		custom: 'Send as Custom Fields',
		error: 'Stop With an Error',
	}),
	isParameter: true,
	unset: 'leaveOut',
	description: 'How to handle columns and keys that aren’t fields of a contact',
};

export const columnsToLeaveOut: Option<string[]> = {
	name: 'columnsToLeaveOut',
	label: 'Columns to Leave Out',
	type: textList,
	unset: [],
	initial: '',
	description: 'Columns or keys that are never read, separated by commas',
	placeholder: 'e.g. Newsletter, Bounced',
};

export const contactOptions: INodeProperties[] = propertiesOf([
	dateFormat,
	defaultCountryCode,
	columnsToLeaveOut,
	duplicates,
	optionalValues,
]);

/** @param initial the way in that a form starts with */
export function contactsProperties(initial: ContactSource): Control[] {
	const shownFor = (...sources: ContactSource[]) => ({
		displayOptions: { show: { contactsFrom: sources } },
	});
	const further = contactInputs.filter((field) => !usualContactFields.includes(field));
	return [
		propertyOf(contactsFrom, { default: initial }),
		propertyOf(otherKeys, shownFor('mapAutomatically', 'json')),
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
			...shownFor('mapEachField'),
			columns: contactInputs,
		},
		{ ...customFieldsOfContact('Custom Contact Fields'), ...shownFor('mapEachField') },
		{
			displayName: 'Contacts',
			name: 'contacts',
			...entryList('contact', 'Contact', [
				...propertiesOf(usualContactFields),
				collectionOf(
					'Additional Fields',
					'additionalFields',
					'Add Field',
					propertiesOf(further),
				),
				customFieldsOfContact('Custom Fields'),
			]),
			...shownFor('severalContacts'),
		},
		{
			displayName: 'Contacts (JSON)',
			name: 'contactsJson',
			type: 'json',
			default: '[\n  { "user_id": "", "email": "" }\n]',
			description: 'A contact or a list of contacts',
			...shownFor('json'),
		},
	];
}

function customFieldsOfContact(displayName: string): INodeProperties {
	const description = 'Contact fields that the account settings define';
	return customFieldsProperty(displayName, 'customFields', description, 'room_preference');
}
