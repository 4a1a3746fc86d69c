import { contactNameKeys, recipientOfContact } from '../../callbacks/contacts';
import { propertyOf } from '../../editor/form';
import type { OperationWithCallback } from '../../wait/runOrWait';
import { perRequestOption } from '../../engine/options';
import { origin } from '../../service/fields/sync';
import { endpoints, limits } from '../../service/endpoints';
import { InputError } from '../../fields/inputError';
import { callbackProperties, waitsHere } from '../contacts/callback';
import { contactSources, contactsProperties } from '../contacts/contactsForm';
import { contactsReader } from '../contacts/contacts';
import { combineContacts } from '../contacts/duplicates';
import { isEmptyRow, noteEmptyRows } from '../contacts/emptyRows';
import { checkColumns } from '../contacts/misnamedColumns';
import { refuseUnnamed } from '../contacts/contactGuards';
import {
	contactOutput,
	failsOnRejectedContact,
	givesPerJob,
	settleContacts,
	readSubmissionOptions,
	contactList,
	submissionOf,
	submissionOptionProperties,
} from '../contacts/bulkImport';

/** Creates contacts, or updates those that exist (docs/service.md, Submit contacts and a purchase). */
export const contactUpsert: OperationWithCallback = {
	resource: { name: 'contact', label: 'Contact', defaultOperation: 'upsert' },
	operation: 'upsert',
	name: 'Create or Update',
	action: 'Create or update contacts',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	endpoint: endpoints.syncData,
	properties: [propertyOf(origin), ...contactsProperties('automatic'), ...callbackProperties],
	options: [...submissionOptionProperties, contactOutput],
	output: { bulk_id: '5f1b2c3d4e5f6a7b8c9d0e1f', user_id: 'G-1042', phone: '+34600100001' },
	hasMoreOutput: true,
	limit: {
		maxPerRequest: limits.contactsPerRequest,
		entries: 'contacts',
		list: contactList,
		option: perRequestOption('Contacts', limits.contactsPerRequest),
	},

	envelope: (item) => ({ ...item.fields([origin]), options: readSubmissionOptions(item) }),

	entriesReader(parameters) {
		const contactsOf = contactsReader(parameters);
		return (item) => {
			const contacts = contactsOf(item);
			if (contacts.length > 0 || isEmptyRow(item)) return contacts;
			if (item.choice('contactsFrom') === contactSources.automatic) {
				refuseUnnamed(item.input.json);
			}
			throw new InputError('has no field with a value; give at least one', ['Contact']);
		};
	},

	preflight(rows, parameters) {
		checkColumns(rows, parameters);
		noteEmptyRows(rows, parameters);
	},

	recipientOf: recipientOfContact,

	nameKeys: contactNameKeys,

	combine: combineContacts,

	awaitsCallback: waitsHere,

	givesPerItem: (first) => !givesPerJob(first),

	failsOnRejected: failsOnRejectedContact,

	request: submissionOf,

	settle: settleContacts,
};
