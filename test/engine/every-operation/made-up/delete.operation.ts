import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../../../../nodes/CrmMessaging/engine/operation';
import { collectionOf, propertyOf } from '../../../../nodes/CrmMessaging/fields/control';
import { endpoints } from './endpoints';
import { entryId, notify, reason } from './guestBook';
import { guestBookSign } from './sign.operation';

/** Deletes an entry of the guest book. It is repeatable, and its success has no content. */
export const guestBookDelete: Operation = {
	resource: guestBookSign.resource,
	operation: 'delete',
	name: 'Delete',
	action: 'Delete guest book entry',
	description: 'Delete an entry of the guest book permanently',
	endpoint: endpoints.guestBookEntry,
	properties: [
		propertyOf(entryId),
		collectionOf('Additional Fields', 'details', 'Add Field', [propertyOf(reason)]),
	],
	options: [propertyOf(notify)],
	output: { _id: 'entry-1', deleted: true },
	limit: { maxPerRequest: 1, entries: 'entries' },
	entriesReader: () => (item) => [
		{
			_id: item.field(entryId) as string,
			query: {
				...item.fieldsIn(item.collection('details'), [reason]),
				...item.fieldsIn(item.collection('options'), [notify]),
			},
		},
	],
	request: ({ rows: [entry] }) => ({
		endpoint: endpoints.guestBookEntry,
		segments: { entry_id: entry?.body._id as string },
		query: entry?.body.query as IDataObject,
	}),
	settle: (_, { rows: [entry] }) => entry?.give({ _id: entry.body._id, deleted: true }),
};
