import type { IDataObject } from 'n8n-workflow';
import { objectIn } from '../../transport/answer';
import { AnswerProblem } from '../../transport/failure';

/** Reads the bulk job out of an answer; it comes wrapped in `bulk` or bare. */
export function jobIn(answer: unknown): IDataObject {
	const job = objectIn(answer, 'bulk');
	if (job._id === undefined) throw new AnswerProblem('it names no bulk job (no _id)');
	return job;
}
