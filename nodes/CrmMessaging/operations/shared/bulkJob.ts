import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { propertyOf } from '../../form/property';
import { bulkId } from '../../interface/bulkJob';
import { endpoints } from '../../interface/endpoints';
import type { Batch } from '../../run/operation';
import type { ItemParameters } from '../../run/parameters';
import { AnswerError, objectIn, textOf } from '../../transport/answer';
import { requestTo, type ServiceRequest } from '../../transport/request';

/**
 * The form's control for a bulk job; the service offers no list to choose from. It begins with the
 * ID in the output of the operation that submitted: contacts carry it, a job's own is `_id`.
 */
export const bulkIdProperty: INodeProperties = propertyOf(bulkId, {
	default: '={{ $json.bulk_id ?? $json._id }}',
	placeholder: 'e.g. 5f1b2c3d4e5f6a7b8c9d0e1f',
});

/** Reads which bulk job an item asks for. */
export function readBulkId(item: ItemParameters): IDataObject[] {
	return [{ id: item.field(bulkId) as string }];
}

/** The request that reads a bulk job. */
export function bulkJobRequest({ entries: [job] }: Batch): ServiceRequest {
	return requestTo(endpoints.bulkJob, { segments: { bulk_id: job?.data.id as string } });
}

/**
 * Reads the bulk job out of an answer; it comes wrapped in `bulk` or bare.
 *
 * @throws AnswerError where there is none
 */
export function jobIn(answer: unknown): IDataObject {
	const job = objectIn(answer, 'bulk');
	if (job._id === undefined) throw new AnswerError('it names no bulk job (no _id)');
	return job;
}

/** What a bulk job's status says about it. */
export type BulkJobState = 'processed' | 'failed' | 'unfinished';

// Only `queued` and `queue` are known (docs/service.md, Open questions); these are the words services use for an end.
const processed = new Set(['processed', 'completed', 'complete', 'done', 'finished', 'success']);
const failed = new Set(['failed', 'failure', 'error', 'canceled', 'cancelled', 'rejected']);

/** Reads a status; one that is not known counts as unfinished, so that it is waited out. */
export function bulkJobState(status: unknown): BulkJobState {
	const word = textOf(status).trim().toLowerCase();
	if (processed.has(word)) return 'processed';
	return failed.has(word) ? 'failed' : 'unfinished';
}
