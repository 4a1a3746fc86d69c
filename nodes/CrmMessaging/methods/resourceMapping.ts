import type { ResourceMapperFields } from 'n8n-workflow';
import { contactFields } from '../interface/contact';

/** The columns of *Map Each Field*. */
export async function getContactFields(): Promise<ResourceMapperFields> {
	return {
		fields: contactFields.map(({ name, label, kind }) => ({
			id: name,
			displayName: label,
			type: kind.column,
			options: kind.options,
			required: false,
			defaultMatch: false,
			display: true,
		})),
	};
}
