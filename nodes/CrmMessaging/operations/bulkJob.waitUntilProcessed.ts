import { InputError } from '../fields/inputError';
import { endpoints } from '../interface/endpoints';
import type { Batch, Conversation, Operation } from '../run/operation';
import type { ItemParameters } from '../run/parameters';
import { onePerRequest } from '../run/results';
import { textOf } from '../transport/answer';
import { resources } from './resources';
import { bulkIdProperty, bulkJobRequest, bulkJobState, jobIn, readBulkId } from './shared/bulkJob';

/** Seconds between two polls: the first, by how much it grows, and the longest. */
const interval = { first: 1, growth: 1.5, longest: 30 };

/** Polls a bulk job until the service has processed it. */
export const bulkJobWaitUntilProcessed: Operation = {
	resource: resources.bulkJob,
	operation: 'waitUntilProcessed',
	name: 'Wait Until Processed',
	action: 'Wait until a bulk job is processed',
	description: 'Poll a submission until the service has processed it',
	endpoint: endpoints.bulkJob,
	properties: [
		bulkIdProperty,
		{
			displayName: 'Time Limit (Seconds)',
			name: 'timeLimit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 300,
			description: 'How long to wait at most',
		},
	],
	independent: true,
	limit: { maxPerRequest: 1, entries: 'bulk jobs' },
	envelope: (item) => ({ timeLimit: readTimeLimit(item) }),
	entries: readBulkId,
	request: bulkJobRequest,
	fetchAnswer: pollJob,
	results: (answer, batch) => onePerRequest(jobIn(answer), batch),
};

function readTimeLimit(item: ItemParameters): number {
	const limit = Number(item.value('timeLimit'));
	if (!(limit > 0)) throw new InputError('must be a number of seconds above 0', ['Time Limit']);
	return limit;
}

async function pollJob(conversation: Conversation, batch: Batch): Promise<unknown> {
	const timeLimit = batch.envelope.timeLimit as number;
	const end = Date.now() + timeLimit * 1000;
	for (
		let pause = interval.first;
		;
		pause = Math.min(pause * interval.growth, interval.longest)
	) {
		const answer = await conversation.send(bulkJobRequest(batch));
		const job = jobIn(answer);
		const state = bulkJobState(job.status);
		if (state === 'processed') return answer;
		if (state === 'failed') {
			throw new InputError(
				`The bulk job ${textOf(job._id)} ended with the status “${textOf(job.status)}”`,
			);
		}
		const left = end - Date.now();
		if (left <= 0) {
			throw new InputError(
				`The bulk job ${textOf(job._id)} was not processed within ${timeLimit} seconds, its last status is “${textOf(job.status)}”; raise the time limit or look again later`,
			);
		}
		await conversation.pause(Math.min(pause * 1000, left));
	}
}
