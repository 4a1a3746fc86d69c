import { propertyOf } from '../form/property';
import type { Operation } from '../run/operation';
import { perRequestOption } from '../run/options';
import { onePerRequest } from '../run/results';
import { origin } from '../interface/sync';
import { limits } from '../interface/limits';
import { Problem } from '../fields/inputError';
import { callbackProperties, waitsHere } from './shared/callback';
import { contactsProperties, readContacts } from './shared/contacts';
import { jobIn } from './shared/job';
import { submissionOf } from './shared/submission';
import { readSyncOptions, syncOptionProperties } from './shared/syncOptions';

/** Creates contacts, or updates those that exist (interface document, Endpoints 5). */
export const contactUpsert: Operation = {
	resource: 'contact',
	operation: 'upsert',
	name: 'Create or Update',
	action: 'Create or update contacts',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	properties: [propertyOf(origin), ...contactsProperties('automatic'), ...callbackProperties],
	options: syncOptionProperties,
	sends: true,
	limit: {
		most: limits.contactsPerRequest,
		entries: 'contacts',
		option: perRequestOption('Contacts', limits.contactsPerRequest),
	},

	envelope: (item) => ({ ...item.fields([origin]), options: readSyncOptions(item) }),

	entries(item) {
		const contacts = readContacts(item);
		if (contacts.length === 0) {
			throw new Problem('has no field with a value; give at least one', ['Contact']);
		}
		return contacts;
	},

	awaitsCallback: waitsHere,

	request: submissionOf,

	results: (answer, batch) => onePerRequest(jobIn(answer), batch),
};
