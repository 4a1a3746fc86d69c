import type { Field } from '../../../../nodes/CrmMessaging/fields/field';
import { boolean } from '../../../../nodes/CrmMessaging/fields/types/choice';
import { phone } from '../../../../nodes/CrmMessaging/fields/types/phone';
import { id, pathId, text } from '../../../../nodes/CrmMessaging/fields/types/text';

export const page: Field = {
	name: 'page',
	label: 'Page',
	type: text,
	required: true,
	description: 'Page of the guest book, such as 12',
};

export const guestId: Field = {
	name: 'guest_id',
	label: 'Guest ID',
	type: id,
	description: 'ID of the guest in your own system',
};

export const guestPhone: Field = {
	name: 'phone_number',
	label: 'Guest Phone',
	type: phone,
	description: 'Phone number of the guest, such as +34600100001',
};

export const entryId: Field = {
	name: 'entry_id',
	label: 'Entry ID',
	type: pathId,
	required: true,
	description: 'The _id of the entry',
};

export const reason: Field = {
	name: 'reason',
	label: 'Reason',
	type: text,
	description: 'Why the entry is deleted',
};

export const notify: Field = {
	name: 'notify',
	label: 'Notify the Guest',
	type: boolean,
	initial: true,
	description: 'Whether to inform the guest',
};
