import type { Endpoint } from '../../../../nodes/CrmMessaging/service/endpoints';

/** Rows as in nodes/CrmMessaging/service/endpoints.ts. */
export const endpoints = {
	guestBook: {
		method: 'GET',
		path: '/v2/account/:account_id/guest_book',
		secret: 'account',
		results: 'entries',
		documented: () => ({ entries: { kind: 'list' } }),
	},
	guestBookEntries: {
		method: 'PUT',
		path: '/v2/account/:account_id/guest_book/entries',
		secret: 'account',
		repeatable: true,
		results: 'entries',
		documented: () => ({ entries: { kind: 'list' } }),
	},
	guestBookEntry: {
		method: 'DELETE',
		path: '/v2/account/:account_id/guest_book/entries/:entry_id',
		secret: 'account',
		repeatable: true,
		documented: () => ({}),
	},
} satisfies Record<string, Endpoint>;
