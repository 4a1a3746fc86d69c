import type { ResourceMapperFields } from 'n8n-workflow';
import { contactFields, usualContactFields } from '../interface/contact';

/** The columns of *Map Each Field*; it starts with the usual ones, and people add others. */
export async function getContactFields(): Promise<ResourceMapperFields> {
	return {
		fields: contactFields.map((field) => ({
			id: field.name,
			displayName: field.label,
			type: field.type.column,
			options: field.type.options,
			removed: !usualContactFields.includes(field),
			required: false,
			defaultMatch: false,
			display: true,
		})),
	};
}
