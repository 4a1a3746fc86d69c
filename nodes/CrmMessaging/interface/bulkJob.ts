import type { Field } from '../fields/field';
import { pathId } from '../fields/types/id';

/** Which bulk job is read (docs/service.md, Get a bulk job). */
export const bulkId: Field = {
	name: 'bulk_id',
	label: 'Bulk Job ID',
	type: pathId,
	required: true,
	description:
		'ID of the bulk job, as the node gave it that created the contacts or recorded the purchase',
};
