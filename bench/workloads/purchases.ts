import type { IDataObject } from 'n8n-workflow';
import { account, firstName, phone } from './workload';
import type { Body, Workload } from './workload';

const bodyOf = ({ booking, total, ...guest }: IDataObject): Body => ({
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

const paths = {
	booking: '{{ $json.booking }}',
	total: '{{ $json.total }}',
	user_id: '{{ $json.user_id }}',
	name_first: '{{ $json.name_first }}',
	phone: '{{ $json.phone }}',
};

/** Bookings, each a request of its own with its guest. */
export const purchases: Workload = {
	title: 'Purchases',
	path: `/account/${account.accountId}/sync_data`,
	secret: account.accountSecret,
	perRequest: 1,

	item: (index) => ({
		booking: `B-${String(index).padStart(6, '0')}`,
		total: 200 + (index % 300),
		user_id: `guest-${String(index).padStart(7, '0')}`,
		name_first: firstName(index),
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

	body: ([booking]) => bodyOf(booking!),

	itemBody: `=${JSON.stringify(bodyOf(paths)).replace(`"${paths.total}"`, paths.total)}`,
};
