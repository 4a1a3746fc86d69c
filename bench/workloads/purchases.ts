import type { IDataObject } from 'n8n-workflow';
import { firstName, phone } from './people';
import { account } from './workload';
import type { Workload } from './workload';

/** Bookings, each a request of its own with its guest. */
export const purchases: Workload = {
	name: 'purchases',
	title: 'Purchases, each with its guest',
	path: `/account/${account.accountId}/sync_data`,
	secret: account.accountSecret,
	perRequest: 1,

	item: (index) => ({
		room: 'room-double',
		booking: `B-${String(index).padStart(6, '0')}`,
		total: 200 + (index % 300),
		currency: 'EUR',
		guest: `guest-${String(index).padStart(7, '0')}`,
		name: firstName(index),
		email: `guest.${index}@example.com`,
		phone: phone(index),
	}),

	parameters: {
		resource: 'purchase',
		operation: 'upsert',
		origin: 'bench',
		transactionCode: '={{ $json.booking }}',
		status: 'confirmed',
		uuid: '={{ $json.room }}',
		price: '={{ $json.total }}',
		currency: '={{ $json.currency }}',
		contactsFrom: 'mapEachField',
		contact: {
			mappingMode: 'defineBelow',
			value: {
				user_id: '={{ $json.guest }}',
				name_first: '={{ $json.name }}',
				email: '={{ $json.email }}',
				phone: '={{ $json.phone }}',
			},
		},
	},

	body: ([booking]) => bodyOf(booking!),

	itemBody: `=${JSON.stringify(
		bodyOf({
			room: '{{ $json.room }}',
			booking: '{{ $json.booking }}',
			total: '{{ $json.total }}',
			currency: '{{ $json.currency }}',
			guest: '{{ $json.guest }}',
			name: '{{ $json.name }}',
			email: '{{ $json.email }}',
			phone: '{{ $json.phone }}',
		}),
	).replace('"{{ $json.total }}"', '{{ $json.total }}')}`,
};

function bodyOf(item: IDataObject): object {
	return {
		origin: 'bench',
		purchase: {
			UUID: item.room,
			transaction_code: item.booking,
			price: item.total,
			currency: item.currency,
			status: 'confirmed',
		},
		contacts: [
			{
				user_id: item.guest,
				name_first: item.name,
				email: item.email,
				phone: item.phone,
			},
		],
	};
}
