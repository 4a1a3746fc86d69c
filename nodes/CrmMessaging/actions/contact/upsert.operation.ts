import { contactIdentity } from '../../service/fields/contact';
import { byEnvelope, openRows } from '../../engine/row';
import { mergeDuplicates } from '../contacts/duplicates';
import { wrongValue } from '../../catalogue/values';
import { counted } from '../../catalogue/sentence';
import type { NodeParameters } from '../../engine/read/parameters';
import { propertyOf } from '../../fields/control';
import type { OperationWithCallback } from '../../callbacks/waitForResult';
import { perRequestOption, previewOptionOf } from '../../engine/options';
import { origin } from '../../service/fields/sync';
import { limits } from '../../service/endpoints';
import { InputError } from '../../fields/inputError';
import {
	callbackProperties,
	contactOutput,
	importOperation,
	leftOutOf,
	submissionOptionProperties,
} from '../contacts/bulkImport';
import { contactsFrom, contactSources, contactsProperties } from '../contacts/contactsForm';
import { contactsReader } from '../contacts/contacts';
import { type ContactNotes, refuseUnclearConsent } from '../contacts/consent';
import { isEmptyRow, noteEmptyRows, refuseUnnamed } from '../contacts/identity';
import type { RowPreview } from '../../engine/operation';

const contactsPreview: RowPreview = {
	value: 'contacts',
	words: ['Contacts', 'Each contact as it would be saved, with the use of each column'],
	of({ body, notes, warnings }) {
		const { columns, leftOut } = (notes ?? {}) as ContactNotes;
		return {
			contact: body,
			...(columns && { columns }),
			...(leftOut && { left_out: [...leftOut] }),
			...(warnings.length > 0 && { warnings: [...warnings] }),
		};
	},
	totalOf: ({ length }) => counted(length, 'contact'),
};

function previewsContacts(parameters: NodeParameters): boolean {
	return parameters.option(previewOptionOf({ preview: contactsPreview })) === 'contacts';
}

const contactImport = importOperation(contactOutput, (row, job) => ({
	...row.body,
	...leftOutOf(row),
	bulk_id: job._id,
}));

/** Creates or updates contacts (docs/contributing/service.md, Submit contacts and a purchase). */
export const contactUpsert: OperationWithCallback = {
	resource: { name: 'contact', label: 'Contact', defaultOperation: 'upsert' },
	operation: 'upsert',
	name: 'Create or Update',
	action: 'Create or update contacts',
	description: 'Create a new contact or update an existing one (upsert)',
	...contactImport,
	properties: [propertyOf(origin), ...contactsProperties('automatic'), ...callbackProperties],
	options: [...submissionOptionProperties, propertyOf(contactOutput)],
	output: { bulk_id: '5f1b2c3d4e5f6a7b8c9d0e1f', user_id: 'G-1042', phone: '+34600100001' },
	hasMoreOutput: true,
	limit: {
		maxPerRequest: limits.contactsPerRequest,
		rows: 'contacts',
		list: { key: 'contacts', entry: 'Contact' },
		option: perRequestOption('Contacts', limits.contactsPerRequest),
	},

	preview: contactsPreview,

	entriesReader(parameters) {
		const contactsOf = contactsReader(parameters, previewsContacts(parameters));
		return (item) => {
			const contacts = contactsOf(item);
			if (contacts.length > 0 || isEmptyRow(item)) return contacts;
			if (item.option(contactsFrom) === contactSources.automatic) {
				refuseUnnamed(item.input.json);
			}
			throw new InputError(wrongValue.emptyList(), ['Contact']);
		};
	},

	identity: ({ body }) => ({
		recipient: contactIdentity(body),
		content: () => JSON.stringify(body),
	}),
	updates: true,
	guards: {
		ofAll: [
			refuseUnclearConsent,
			(rows, parameters) =>
				noteEmptyRows(rows, parameters, parameters.option(contactOutput) !== 'bulkJob'),
			(rows, parameters) => {
				for (const alike of byEnvelope(openRows(rows))) mergeDuplicates(alike, parameters);
			},
		],
	},
};
