/** The data that every contender of the benchmark sends. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** The account that all contenders use. */
export const account = {
	accountId: 'account-1',
	accountSecret: 'account-secret-of-the-bench',
	masterSecret: 'master-secret-of-the-bench',
};

/** One kind of data; each is a table. */
export interface Workload {
	title: string;
	/** Path below the base URL. */
	path: string;
	secret: string;
	/** One input item. */
	item(index: number): IDataObject;
	/** This package's node, filled in. */
	parameters: INodeParameters;
	/** The body that a program which knows its items sends for some of them: the node's own bytes. */
	body(items: readonly IDataObject[]): IDataObject;
}

const pick = <T>(list: readonly T[], index: number): T => list[(index * 7919) % list.length] as T;
const firstNames = 'Ana José Maria Zoë Liam Noah Chloé Søren Иван 美咲'.split(' ');
const lastNames = 'García Smith Müller Rossi Dubois Kowalski O’Brien Silva'.split(' ');
const digits = (index: number, length: number): string => String(index).padStart(length, '0');
const phone = (index: number): string => `+346${digits(index, 8)}`;

const template = 'Dear %{first_name}, your room %{room} is ready. See you soon at the Aurora.';

/** A kind of message. @param own what distinguishes its form, its body and its recipient in that */
function messages(
	resource: 'sms' | 'push',
	title: string,
	own: { form: IDataObject; body: IDataObject; recipient: (item: IDataObject) => IDataObject },
): Workload {
	return {
		title,
		path: `/v2/account/${account.accountId}/${resource}/deliveries`,
		secret: account.masterSecret,
		item: (index) => ({
			guest: `guest-${digits(index, 7)}`,
			phone: phone(index),
			first_name: pick(firstNames, index),
			room: String(100 + (index % 900)),
		}),
		parameters: {
			resource,
			operation: 'send',
			messageHolder: template,
			schedule: 'now',
			// Expressions that are only a path, as dragging a field makes them.
			options: {
				replacements: {
					replacement: [
						{ name: 'first_name', value: '={{ $json.first_name }}' },
						{ name: 'room', value: '={{ $json.room }}' },
					],
				},
			},
			...(own.form as INodeParameters),
		},
		body: (items) => ({
			...own.body,
			message_holder: template,
			start_now: true,
			deliveries: items.map((item) => {
				const { first_name, room } = item;
				return { ...own.recipient(item), replacements: { first_name, room } };
			}),
		}),
	};
}

const sms = messages('sms', 'SMS', {
	form: { sender: 'Aurora', phoneNumber: '={{ $json.phone }}' },
	body: { sender: 'Aurora' },
	// The node always sends `multiple`.
	recipient: ({ phone }) => ({ phone_number: phone, multiple: false }),
});

const push = messages('push', 'Push notifications', {
	form: {
		appId: 'hotel-app',
		subject: 'Aurora',
		recipientType: 'user_id',
		recipientId: '={{ $json.guest }}',
	},
	body: { app_id: 'hotel-app', subject: 'Aurora' },
	recipient: ({ guest }) => ({ user_id: guest }),
});

const day = (year: number, index: number): string =>
	`${year}-${digits(1 + (index % 12), 2)}-${digits(1 + (index % 28), 2)}`;

/** Guests of a hotel: nine fields of the service and one of the account's own. */
const contacts: Workload = {
	title: 'Contacts of 10 fields',
	path: `/account/${account.accountId}/sync_data`,
	secret: account.accountSecret,
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
	body: (items) => ({
		origin: 'bench',
		// The service takes a day as a point in time.
		contacts: items.map(({ born_date, ...item }) => ({
			...item,
			born_date: `${born_date as string}T12:00:00Z`,
		})),
	}),
};

/** All workloads, by their names for `--only`. */
export const workloads = { sms, push, contacts };
