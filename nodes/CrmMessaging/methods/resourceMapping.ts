import type { FieldType, ResourceMapperFields } from 'n8n-workflow';
import { contactInputs, optOutFields, usualContactFields } from '../service/fields/contact';

/** The columns of *Map Each Field*: the usual ones, opt-outs, and others to add. */
export async function getContactFields(): Promise<ResourceMapperFields> {
	return {
		fields: contactInputs.map((field) => ({
			id: field.name,
			displayName: field.label,
			// n8n names a column's type like its control, except for lists.
			type: (field.type.entry ? 'array' : field.type.form.type) as FieldType,
			options: field.type.options,
			removed: ![...usualContactFields, ...optOutFields].includes(field),
			required: false,
			defaultMatch: false,
			display: true,
		})),
	};
}
