import type { IDataObject } from 'n8n-workflow';
import type { Batch } from '../../run/operation';
import { AnswerError, countOf, isNamed, objectIn, textOf } from '../../transport/answer';
import { bulkJobState } from './bulkJobStatus';

/** Keys that make an answer a bulk job, also where it has no ID. */
const jobKeys = ['number_of_contacts', 'number_of_purchase', 'status'];

/** A bulk job as it was created, and what in it does not fit what was sent. */
export interface CreatedJob {
	job: IDataObject;
	/** Sentences without their periods, for a hint. */
	doubts: string[];
}

/**
 * Reads the bulk job out of the answer to a submission; it comes wrapped in `bulk` or bare.
 *
 * @throws AnswerError where there is none
 */
export function createdJob(answer: unknown, { envelope, entries }: Batch): CreatedJob {
	const job = objectIn(answer, 'bulk');
	const hasId = isNamed(job._id);
	if (!hasId && jobKeys.every((key) => textOf(job[key] ?? '') === '')) {
		throw new AnswerError('it names no bulk job (no _id)', answer);
	}
	const contacts = countOf(job.number_of_contacts);
	const doubts: string[] = [];
	if (!hasId) {
		doubts.push('The service gave the bulk job no ID (_id), so nothing can be looked up by it');
	}
	if (bulkJobState(job.status) === 'failed') {
		doubts.push(`The service created the bulk job with the status “${textOf(job.status)}”`);
	}
	if (contacts !== undefined && contacts < entries.length) {
		doubts.push(
			`The service counted ${contacts.toLocaleString('en')} of ${entries.length.toLocaleString('en')} contacts (number_of_contacts), so some may be missing`,
		);
	}
	if (envelope.purchase && countOf(job.number_of_purchase) === 0) {
		doubts.push(
			'The service counted no purchase (number_of_purchase: 0), which may come from the wrong Product ID Key',
		);
	}
	return { job, doubts };
}
