import type { Operation } from '../run/operation';
import { onePerRequest } from '../run/results';
import { bulkIdProperty, bulkJobRequest, readBulkId } from './shared/bulkJobId';
import { jobIn } from './shared/job';

/** Reads the state of a bulk job (interface document, Endpoints 6). */
export const bulkJobGet: Operation = {
	resource: 'bulkJob',
	operation: 'get',
	name: 'Get',
	action: 'Get a bulk job',
	description: 'Read the state of a submission of contacts or a purchase',
	properties: [bulkIdProperty],
	sends: false,
	independent: true,
	limit: { most: 1, entries: 'bulk jobs' },
	entries: readBulkId,
	request: bulkJobRequest,
	results: (answer, batch) => onePerRequest(jobIn(answer), batch),
};
