import { resultsInOrder } from '../../../../nodes/CrmMessaging/actions/lists';
import type { Operation } from '../../../../nodes/CrmMessaging/engine/operation';
import { perRequestOption } from '../../../../nodes/CrmMessaging/engine/options';
import { recipientNamed } from '../../../../nodes/CrmMessaging/engine/recipient';
import { propertyOf } from '../../../../nodes/CrmMessaging/fields/control';
import { exactlyOne } from '../../../../nodes/CrmMessaging/fields/exactlyOne';
import { endpoints } from './endpoints';
import { guestId, guestPhone, page } from './guestBook';

const signer = exactlyOne(
	[guestId, guestPhone],
	{ name: 'signerType', label: 'Signer Type', description: 'Kind of ID you have' },
	{ name: 'signer', displayName: 'Signer', description: 'ID or phone number of the guest' },
);

/** Lets guests sign the guest book. A second signature on the same page changes nothing. */
export const guestBookSign: Operation = {
	resource: { name: 'guestBook', label: 'Guest Book', defaultOperation: 'sign' },
	operation: 'sign',
	name: 'Sign',
	action: 'Sign guest book',
	description: 'Let guests sign a page of the guest book',
	endpoint: endpoints.guestBookEntries,
	properties: [propertyOf(page), ...signer.controls],
	output: { _id: 'entry-1', guest_id: 'guest-1' },
	limit: {
		maxPerRequest: 100,
		entries: 'entries',
		list: { key: 'entries', entry: 'Entry' },
		option: perRequestOption('Entries', 100),
	},
	envelope: (item) => item.fields([page]),
	entriesReader: () => (item) => [item.exactlyOne(signer)],
	recipientOf: ({ guest_id, phone_number }) => recipientNamed({ guest_id, phone_number }),
	request: ({ envelope, rows }) => ({
		endpoint: endpoints.guestBookEntries,
		body: { ...envelope, entries: rows.map(({ body }) => body) },
	}),
	settle: resultsInOrder('entries'),
};
