import type { Field } from '../field';
import { pathId } from '../kinds/text';

/** Which bulk job is read (interface document, Endpoints 6). */
export const bulkId: Field = {
	name: 'bulk_id',
	label: 'Bulk Job',
	kind: pathId,
	required: true,
	description: 'The _id that a submission of contacts or a purchase gave',
};
