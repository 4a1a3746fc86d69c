import { listOperation, listProperties } from '../../../../nodes/CrmMessaging/actions/lists';
import type { Operation } from '../../../../nodes/CrmMessaging/engine/operation';
import { endpoints } from './endpoints';
import { guestBookSign } from './sign.operation';

/** Lists the entries of the guest book. */
export const guestBookGetAll: Operation = {
	resource: guestBookSign.resource,
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many guest book entries',
	description: 'Retrieve a list of guest book entries',
	endpoint: endpoints.guestBook,
	properties: listProperties,
	output: { _id: 'entry-1', guest_id: 'guest-1' },
	...listOperation({
		key: 'entries',
		id: '_id',
		usualLimit: 100,
		request: (query) => ({ endpoint: endpoints.guestBook, query }),
	}),
};
