import type { IDataObject } from 'n8n-workflow';
import { firstName, lastName, phone } from './people';
import { account, pick } from './workload';
import type { Workload } from './workload';

const birthday = (index: number): string => {
	const [year, month, day] = [1940 + (index % 65), 1 + (index % 12), 1 + (index % 28)];
	return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
};

/** Guests of a hotel: nine fields of the service and one of the account's own. */
export const contacts: Workload = {
	name: 'contacts',
	title: 'Contacts of 10 fields, mapped automatically',
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
		born_date: birthday(index),
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

/** The same, with an output as small as that of the other contenders. */
export const contactsPerJob: Workload = {
	...contacts,
	name: 'contacts-per-job',
	title: `${contacts.title}, one output item per bulk job`,
	parameters: { ...contacts.parameters, options: { output: 'bulkJob' } },
};

/** Guests of 1 kB each, by what the hotel has noted of them. */
export const largeContacts: Workload = {
	...contacts,
	name: 'contacts-1kb',
	title: 'Contacts of 1 kB, mapped automatically',
	item: (index) => ({ ...contacts.item(index), notes: notes(index) }),
};

function notes(index: number): string {
	const stay = `Stay ${index}: likes a quiet room on a high floor, has breakfast early. `;
	return stay.repeat(Math.round(740 / stay.length));
}

/** The service takes a day as a point in time. */
function withBirthday(item: IDataObject): IDataObject {
	return { ...item, born_date: `${item.born_date as string}T12:00:00Z` };
}
