import type { ServiceClient } from '../transport/client';
import type { Batch, Operation } from '../run/operation';
import type { ItemParameters } from '../run/parameters';
import { onePerRequest } from '../run/results';
import { textOf } from '../transport/answer';
import { bulkJobState } from './shared/bulkJobState';
import { Problem } from '../fields/inputError';
import { bulkIdProperty, bulkJobRequest, readBulkId } from './shared/bulkJobId';
import { jobIn } from './shared/job';

/** Seconds between two looks: the first, by how much it grows, and the longest. */
const interval = { first: 1, growth: 1.5, longest: 30 };

/** Reads a bulk job again and again until the service has processed it. */
export const bulkJobWaitUntilProcessed: Operation = {
	resource: 'bulkJob',
	operation: 'waitUntilProcessed',
	name: 'Wait Until Processed',
	action: 'Wait until a bulk job is processed',
	description: 'Look at a submission again and again until the service has processed it',
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
	sends: false,
	independent: true,
	limit: { most: 1, entries: 'bulk jobs' },
	envelope: (item) => ({ timeLimit: readTimeLimit(item) }),
	entries: readBulkId,
	request: bulkJobRequest,
	converse: waitForJob,
	results: (answer, batch) => onePerRequest(jobIn(answer), batch),
};

function readTimeLimit(item: ItemParameters): number {
	const limit = Number(item.value('timeLimit'));
	if (!(limit > 0)) throw new Problem('must be a number of seconds above 0', ['Time Limit']);
	return limit;
}

async function waitForJob(
	client: ServiceClient,
	batch: Batch,
	item: ItemParameters,
): Promise<unknown> {
	const timeLimit = batch.envelope.timeLimit as number;
	const end = Date.now() + timeLimit * 1000;
	for (
		let pause = interval.first;
		;
		pause = Math.min(pause * interval.growth, interval.longest)
	) {
		const answer = await client.send(bulkJobRequest(batch), item.index);
		const job = jobIn(answer);
		const state = bulkJobState(job.status);
		if (state === 'processed') return answer;
		if (state === 'failed') {
			throw new Problem(
				`The bulk job ${textOf(job._id)} ended with the status “${textOf(job.status)}”`,
			);
		}
		const left = end - Date.now();
		if (left <= 0) {
			throw new Problem(
				`The bulk job ${textOf(job._id)} was not processed within ${timeLimit} seconds, its last status is “${textOf(job.status)}”; raise the time limit or look again later`,
			);
		}
		await client.pause(Math.min(pause * 1000, left));
	}
}
