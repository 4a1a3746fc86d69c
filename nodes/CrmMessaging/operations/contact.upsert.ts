import { contactNameKeys, recipientOfContact } from '../callback/contactRecipient';
import { propertyOf } from '../form/property';
import type { OperationWithCallback } from '../wait/runOrWait';
import { perRequestOption } from '../run/options';
import { origin } from '../interface/sync';
import { endpoints } from '../interface/endpoints';
import { limits } from '../interface/limits';
import { InputError } from '../fields/inputError';
import { callbackProperties, waitsHere } from './shared/callback';
import { contactSources } from './shared/contactOptions';
import { contactsReader } from './shared/contacts';
import { contactsProperties } from './shared/contactsForm';
import { combineContacts } from './shared/duplicates';
import { isEmptyRow, skipEmptyRows } from './shared/emptyRows';
import { checkColumns } from './shared/misnamedColumns';
import { refuseUnnamed } from './shared/namedContact';
import {
	contactOutput,
	failsOnRejectedContact,
	givesPerJob,
	resultsOfContacts,
} from './shared/output';
import {
	readSubmissionOptions,
	contactList,
	submissionOf,
	submissionOptionProperties,
} from './shared/submission';
import { resources } from './resources';

/** Creates contacts, or updates those that exist (docs/service.md, Submit contacts and a purchase). */
export const contactUpsert: OperationWithCallback = {
	resource: resources.contact,
	operation: 'upsert',
	name: 'Create or Update',
	action: 'Create or update contacts',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	endpoint: endpoints.syncData,
	properties: [propertyOf(origin), ...contactsProperties('automatic'), ...callbackProperties],
	options: [...submissionOptionProperties, contactOutput],
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

	screen(readings, parameters) {
		checkColumns(readings, parameters);
		return skipEmptyRows(readings, parameters);
	},

	recipientOf: recipientOfContact,

	nameKeys: contactNameKeys,

	combine: combineContacts,

	awaitsCallback: waitsHere,

	givesPerItem: (first) => !givesPerJob(first),

	failsOnRejected: failsOnRejectedContact,

	request: submissionOf,

	results: resultsOfContacts,
};
