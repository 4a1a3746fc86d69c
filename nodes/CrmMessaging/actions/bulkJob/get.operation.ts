import { endpoints } from '../../service/endpoints';
import type { Operation } from '../../engine/operation';
import {
	bulkIdProperty,
	bulkJobRequest,
	jobIn,
	onePerJob,
	readBulkId,
	bulkJob,
	bulkJobOutput,
} from './bulkJob';

/** Reads the state of a bulk job (docs/service.md, Get a bulk job). */
export const bulkJobGet: Operation = {
	resource: bulkJob,
	operation: 'get',
	name: 'Get',
	action: 'Get a bulk job',
	description: 'Read the state of a submission of contacts or a purchase',
	endpoint: endpoints.bulkJob,
	properties: [bulkIdProperty],
	output: bulkJobOutput,
	limit: { maxPerRequest: 1, entries: 'bulk jobs' },
	entriesReader: () => readBulkId,
	combine: onePerJob,
	request: bulkJobRequest,
	settle: (answer, { rows: [row] }) => row?.give(jobIn(answer)),
};
