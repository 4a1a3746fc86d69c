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
export type BulkJobState = 'processed' | 'failed' | 'unfinished' | 'unknown';

// Only `queued` and `queue` are known (docs/service.md, Readings): these words begin a status that says
// more than one thing, such as `processed_with_errors`, or make out the whole of it.
const unfinished =
	/ing$|^(queued?|pending|new|created|accepted|received|scheduled|started|in_?progress)$/;
const processed = /^(processed|complete|finish|import|succe|done|ok$|ended$|closed$)/;
const failed = /^(fail|error|cancel|reject|abort|invalid|expired|refused|timed?_?out)/;

/**
 * Reads a status.
 *
 * @param further statuses that a person counts as processed, in small letters
 */
export function bulkJobState(status: unknown, further: readonly string[] = []): BulkJobState {
	const given = textOf(status).trim().toLowerCase();
	if (further.includes(given)) return 'processed';
	const word = given.replace(/[\s-]+/g, '_');
	if (word === '' || unfinished.test(word)) return 'unfinished';
	if (processed.test(word)) return 'processed';
	return failed.test(word) ? 'failed' : 'unknown';
}

/** Whether a status that counts as processed says that something went wrong all the same. */
export function hasErrors(status: unknown): boolean {
	return /_(error|fail|partial|warning)|partial/.test(
		textOf(status)
			.toLowerCase()
			.replace(/[\s-]+/g, '_'),
	);
}
