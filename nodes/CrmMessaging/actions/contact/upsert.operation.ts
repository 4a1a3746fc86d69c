import { counted } from '../../catalogue/sentence';
import type { Operation } from '../../engine/operation';
import { byEnvelope, leftOutOf, openRows } from '../../engine/row';
import { propertyOf } from '../../fields/control';
import { endpoints, limits } from '../../service/endpoints';
import { contactIdentity } from '../../service/fields/contact';
import { origin } from '../../service/fields/syncData';
import {
	contactOutput,
	failOnRejectedContact,
	importCallback,
	importOptions,
	importProperties,
	importRequest,
	importResults,
	readImportOptions,
	mergeDuplicates,
	noteEmptyRows,
} from '../contacts/bulkImport';
import { contactsReader } from '../contacts/contacts';
import { contactsProperties } from '../contacts/contactsForm';

/** Creates or updates contacts (docs/contributing/service.md, Submit contacts and a purchase). */
export const contactUpsert: Operation = {
	resource: { name: 'contact', label: 'Contact', defaultOperation: 'upsert' },
	choice: {
		name: 'upsert',
		label: 'Create or Update',
		action: 'Create or update contacts',
		description: 'Create a new contact or update an existing one (upsert)',
	},
	endpoint: endpoints.syncData,
	form: {
		fields: [
			propertyOf(origin),
			...contactsProperties('mapAutomatically'),
			...importProperties,
		],
		options: [...importOptions, propertyOf(contactOutput)],
	},
	output: {
		example: { bulk_id: '5f1b2c3d4e5f6a7b8c9d0e1f', user_id: 'G-1042', phone: '+34600100001' },
		hasMore: true,
	},
	limit: {
		maxPerRequest: limits.contactsPerRequest,
		rows: 'contacts',
		list: { key: 'contacts', entry: 'Contact' },
	},
	preview: {
		value: 'contacts',
		words: ['Contacts', 'Each contact as it would be saved, with the use of each column'],
		of(row) {
			const { body, columns, warnings } = row;
			return {
				contact: body,
				...(columns && { columns }),
				...leftOutOf(row),
				...(warnings.length > 0 && { warnings: [...warnings] }),
			};
		},
		totalOf: ({ length }) => counted(length, 'contact'),
	},
	reader(parameters) {
		const contactsOf = contactsReader(parameters, true);
		const envelopeOf = parameters.common((item) => ({
			origin: item.field(origin) as string,
			options: readImportOptions(item),
		}));
		return (item) => contactsOf(item, envelopeOf(item));
	},
	identity: ({ body }) => ({
		recipient: contactIdentity(body),
		content: () => JSON.stringify(body),
		updates: true,
	}),
	guards: {
		ofAll: [
			noteEmptyRows,
			(rows, parameters) => {
				for (const alike of byEnvelope(openRows(rows))) mergeDuplicates(alike, parameters);
			},
		],
	},
	failOnRejected: failOnRejectedContact,
	request: importRequest,
	results: importResults,
	callback: importCallback,
};
