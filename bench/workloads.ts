import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** The account that all contenders use. */
export const account = {
	accountId: 'account-1',
	accountSecret: 'account-secret-of-the-bench',
	masterSecret: 'master-secret-of-the-bench',
};

/** The data that every contender sends to the service. */
export interface Workload {
	/** As a row of a table calls its items. */
	title: string;
	/** Path below the base URL. */
	path: string;
	secret: string;
	/** Entries in one request of every contender that batches. */
	perRequest: number;
	/** One input item. */
	item(index: number): IDataObject;
	/** This package's node, filled in. */
	parameters: INodeParameters;
	/** The body that a program which knows its items sends for some of them: the node's own bytes. */
	body(items: readonly IDataObject[]): IDataObject;
	/** The HTTP Request node's JSON body for one item, with as many expressions as our node has. */
	itemBody: string;
}

const pick = <T>(list: readonly T[], index: number): T => list[(index * 7919) % list.length] as T;
const firstNames = 'Ana José Maria Zoë Liam Noah Chloé Søren Иван 美咲'.split(' ');
const lastNames = 'García Smith Müller Rossi Dubois Kowalski O’Brien Silva'.split(' ');
const digits = (index: number, length: number): string => String(index).padStart(length, '0');
const phone = (index: number): string => `+346${digits(index, 8)}`;
const day = (year: number, index: number): string =>
	`${year}-${digits(1 + (index % 12), 2)}-${digits(1 + (index % 28), 2)}`;

/** A personalized SMS: its text, the expressions of its placeholders, and their values. */
function smsWith(
	title: string,
	text: string,
	expressions: Record<string, string>,
	valuesOf: (item: IDataObject) => IDataObject,
): Workload {
	const bodyOf = (deliveries: IDataObject[]) => ({
		sender: 'Aurora',
		message_holder: text,
		start_now: true,
		deliveries,
	});
	// The node always sends `multiple`.
	const delivery = (phone_number: unknown, replacements: IDataObject): IDataObject => ({
		phone_number: phone_number as string,
		multiple: false,
		replacements,
	});
	const number = '{{ $json.phone }}';
	const replacement = Object.entries(expressions).map(([name, value]) => ({
		name,
		value: `=${value}`,
	}));
	return {
		title,
		path: `/v2/account/${account.accountId}/sms/deliveries`,
		secret: account.masterSecret,
		perRequest: 1000,
		item: (index) => ({
			phone: phone(index),
			first_name: pick(firstNames, index),
			room: String(100 + (index % 900)),
			language: pick(['es', 'en', 'de'], index),
			check_in: day(2026, index),
		}),
		parameters: {
			resource: 'sms',
			operation: 'send',
			sender: 'Aurora',
			messageHolder: text,
			phoneNumber: `=${number}`,
			schedule: 'now',
			options: { replacements: { replacement } },
		},
		body: (items) => bodyOf(items.map((item) => delivery(item.phone, valuesOf(item)))),
		itemBody: `=${JSON.stringify(bodyOf([delivery(number, expressions)]))}`,
	};
}

/** Expressions that are only a path, as dragging a field into the form makes them. */
const sms = smsWith(
	'SMS',
	'Dear %{first_name}, your room %{room} is ready. See you soon at the Aurora.',
	{ first_name: '{{ $json.first_name }}', room: '{{ $json.room }}' },
	({ first_name, room }) => ({ first_name, room }),
);

const syncData = `/account/${account.accountId}/sync_data`;

/** Guests of a hotel: nine fields of the service and one of the account's own. */
const contacts: Workload = {
	title: 'Contacts of 10 fields',
	path: syncData,
	secret: account.accountSecret,
	perRequest: 1000,
	item: (index) => ({
		user_id: `guest-${digits(index, 7)}`,
		name_first: pick(firstNames, index),
		name_last: pick(lastNames, index),
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
	// The service takes a day as a point in time.
	body: (items) => ({
		origin: 'bench',
		contacts: items.map((item) => ({
			...item,
			born_date: `${item.born_date as string}T12:00:00Z`,
		})),
	}),
	itemBody:
		'={{ { origin: "bench", contacts: [{ ...$json, born_date: $json.born_date + "T12:00:00Z" }] } }}',
};

const purchaseOf = ({ booking, total, ...guest }: IDataObject): IDataObject => ({
	origin: 'bench',
	purchase: {
		UUID: 'room-double',
		transaction_code: booking,
		price: total,
		currency: 'EUR',
		status: 'confirmed',
	},
	contacts: [guest],
});
const keys = ['booking', 'total', 'user_id', 'name_first', 'phone'];
const paths = Object.fromEntries(keys.map((key) => [key, `{{ $json.${key} }}`]));

/** Bookings, each a request of its own with its guest. */
const purchases: Workload = {
	title: 'Purchases',
	path: syncData,
	secret: account.accountSecret,
	perRequest: 1,
	item: (index) => ({
		booking: `B-${digits(index, 6)}`,
		total: 200 + (index % 300),
		user_id: `guest-${digits(index, 7)}`,
		name_first: pick(firstNames, index),
		phone: phone(index),
	}),
	parameters: {
		resource: 'purchase',
		operation: 'upsert',
		additionalFields: { origin: 'bench' },
		transactionCode: `=${paths.booking}`,
		status: 'confirmed',
		uuid: 'room-double',
		price: `=${paths.total}`,
		currency: 'EUR',
		contactsFrom: 'mapEachField',
		contact: {
			mappingMode: 'defineBelow',
			value: {
				user_id: `=${paths.user_id}`,
				name_first: `=${paths.name_first}`,
				phone: `=${paths.phone}`,
			},
		},
	},
	body: ([booking]) => purchaseOf(booking!),
	itemBody: `=${JSON.stringify(purchaseOf(paths)).replace(`"${paths.total}"`, paths.total!)}`,
};

/** All workloads, by the names of their cases. */
export const workloads = { sms, contacts, purchases };
