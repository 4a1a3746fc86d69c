import type { IDataObject } from 'n8n-workflow';
import { account, day, firstName, lastName, phone, pick } from './workload';
import type { Workload } from './workload';

/** Guests of a hotel: nine fields of the service and one of the account's own. */
export const contacts: Workload = {
	title: 'Contacts of 10 fields',
	path: `/account/${account.accountId}/sync_data`,
	secret: account.accountSecret,

	item: (index) => ({
		user_id: `guest-${String(index).padStart(7, '0')}`,
		name_first: firstName(index),
		name_last: lastName(index),
		email: `guest.${index}@example.com`,
		phone: phone(index),
		language: pick(['es', 'en', 'de', 'fr', 'it'], index),
		country: pick(['Spain', 'United Kingdom', 'Germany', 'France', 'Italy'], index),
		gender: pick(['FEMALE', 'MALE'], index),
		born_date: day(1940 + (index % 65), index),
		loyalty_level: pick(['basic', 'silver', 'gold'], index),
	}),

	parameters: {
		resource: 'contact',
		operation: 'upsert',
		origin: 'bench',
		contactsFrom: 'mapAutomatically',
		otherKeys: 'custom',
	},

	body: (items) => ({ origin: 'bench', contacts: items.map(withBirthday) }),

	itemBody:
		'={{ { origin: "bench", contacts: [{ ...$json, born_date: $json.born_date + "T12:00:00Z" }] } }}',
};

/** The service takes a day as a point in time. */
function withBirthday(item: IDataObject): IDataObject {
	return { ...item, born_date: `${item.born_date as string}T12:00:00Z` };
}
