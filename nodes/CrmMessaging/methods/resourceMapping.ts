import type { ResourceMapperFields } from 'n8n-workflow';
import { contactFields } from '../interface/contact';

/** The columns of *Map Each Field*. */
export async function getContactFields(): Promise<ResourceMapperFields> {
	return {
		fields: contactFields.map(({ name, label, type }) => ({
			id: name,
			displayName: label,
			type: type.column,
			options: type.options,
			required: false,
			defaultMatch: false,
			display: true,
		})),
	};
}
