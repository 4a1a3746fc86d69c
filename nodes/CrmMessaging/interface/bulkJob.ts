import type { Field } from '../fields/field';
import { pathId } from '../fields/types/id';

/** Which bulk job is read (docs/service.md, Get a bulk job). */
export const bulkId: Field = {
	name: 'bulk_id',
	label: 'Bulk Job',
	type: pathId,
	required: true,
	description: 'The _id that a submission of contacts or a purchase gave',
};
