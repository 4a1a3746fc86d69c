import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { propertyOf } from '../../editor/form';
import { bulkId } from '../../service/fields/sync';
import { endpoints, requestTo, type ServiceRequest } from '../../service/endpoints';
import type { Call, Row } from '../../engine/row';
import type { Resource } from '../../engine/operation';
import type { ItemParameters } from '../../engine/parameters';
import { AnswerError, objectIn } from '../../service/answer';

/** What the operations on bulk jobs are about. */
export const bulkJob: Resource = { name: 'bulkJob', label: 'Bulk Job', defaultOperation: 'get' };

/**
 * The form's control for a bulk job; the service offers no list to choose from. It begins with the
 * ID in the output of the operation that submitted: contacts carry it, a job's own is `_id`.
 */
export const bulkIdProperty: INodeProperties = propertyOf(bulkId, {
	default: '={{ $json.bulk_id ?? $json._id }}',
	placeholder: 'e.g. 5f1b2c3d4e5f6a7b8c9d0e1f',
});

/** A bulk job, as the service shows it. */
export const bulkJobOutput: IDataObject = {
	_id: '5f1b2c3d4e5f6a7b8c9d0e1f',
	number_of_contacts: 2,
	match_contact_user_id: true,
	validate_emails: false,
	contacts_webhook_extra_fields: ['city'],
	webhook_url: 'https://example.com/webhook',
	status: 'processed',
};

/** Reads which bulk job an item asks for. */
export function readBulkId(item: ItemParameters): IDataObject[] {
	return [{ id: item.field(bulkId) as string }];
}

/** Asks once for a job that several items ask for, such as the contacts of one submission. */
export function onePerJob(rows: readonly Row[]): Row[] {
	const jobs = new Map<unknown, Row>();
	for (const row of rows) {
		const job = jobs.get(row.body.id);
		if (job) job.more = [...job.more, row.item];
		else jobs.set(row.body.id, row);
	}
	return [...jobs.values()];
}

/** The request that reads a bulk job. */
export function bulkJobRequest({ rows: [job] }: Call): ServiceRequest {
	return requestTo(endpoints.bulkJob, { segments: { bulk_id: job?.body.id as string } });
}

/**
 * Reads the bulk job out of an answer; it comes wrapped in `bulk` or bare.
 *
 * @throws AnswerError where there is none
 */
export function jobIn(answer: unknown): IDataObject {
	const job = objectIn(answer, 'bulk');
	if (job._id === undefined) throw new AnswerError('it names no bulk job (no _id)', answer);
	return job;
}
