import type { INodeProperties } from 'n8n-workflow';
import { propertyOf } from '../../form/property';
import { defaultCountryCode } from '../../run/countryCode';
import type { ItemParameters } from '../../run/parameters';

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
