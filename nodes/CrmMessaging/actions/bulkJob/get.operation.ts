import { unreadable } from '../../catalogue/requests';
import type { IDataObject } from 'n8n-workflow';
import { propertyOf } from '../../fields/control';
import { bulkId } from '../../service/fields/sync';
import { endpoints, type ServiceRequest } from '../../service/endpoints';
import type { Call, Row } from '../../engine/row';
import type { Operation } from '../../engine/operation';
import { AnswerError, objectIn } from '../../service/answer';
import { isObject, textOf } from '../../fields/values';

/** Reads the state of a bulk job (docs/contributing/service.md, Get a bulk job). */
export const bulkJobGet: Operation = {
	resource: { name: 'bulkJob', label: 'Bulk Job', defaultOperation: 'get' },
	operation: 'get',
	name: 'Get',
	action: 'Get bulk job',
	description: 'Retrieve the state of a bulk job',
	endpoint: endpoints.bulkJob,
	properties: [
		// The API can't list jobs. A contact has the ID as `bulk_id`, a job as `_id`.
		propertyOf(bulkId, {
			default: '={{ $json.bulk_id ?? $json._id }}',
			placeholder: 'e.g. 5f1b2c3d4e5f6a7b8c9d0e1f',
		}),
	],
	output: {
		_id: '5f1b2c3d4e5f6a7b8c9d0e1f',
		number_of_contacts: 2,
		match_contact_user_id: true,
		validate_emails: false,
		contacts_webhook_extra_fields: ['city'],
		webhook_url: 'https://example.com/webhook',
		status: 'processed',
	},
	limit: { maxPerRequest: 1, entries: 'bulk jobs' },
	entriesReader: () => (item) => [{ id: item.field(bulkId) as string }],
	combine: onePerJob,
	request: bulkJobRequest,
	settle: (answer, call) => call.rows[0]?.give(jobIn(answer, call)),
};

export function bulkJobRequest({ rows: [job] }: Call): ServiceRequest {
	return { endpoint: endpoints.bulkJob, segments: { bulk_id: job?.body.id as string } };
}

/** Reads a job once if several items name it, such as the contacts of one import. */
function onePerJob(rows: readonly Row[]): Row[] {
	const jobs = new Map<unknown, Row>();
	for (const row of rows) {
		const job = jobs.get(row.body.id);
		if (job) job.items = [...job.items, row.item];
		else jobs.set(row.body.id, row);
	}
	return [...jobs.values()];
}

/**
 * Reads a bulk job, which may come with or without its wrapper.
 *
 * @throws AnswerError if there is none, or another one
 */
export function jobIn(answer: unknown, { rows: [row] }: Call): IDataObject {
	const job = isObject(answer) && answer.bulk === undefined ? answer : objectIn(answer, 'bulk');
	if (job._id === undefined) throw new AnswerError(unreadable.noBulkJob, answer);
	const id = textOf(job._id);
	if (id !== row?.body.id) throw new AnswerError(unreadable.otherBulkJob({ id }), answer);
	return job;
}
