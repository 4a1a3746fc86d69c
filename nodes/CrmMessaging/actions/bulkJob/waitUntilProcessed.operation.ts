import { contactHint, wrongContact } from '../../catalogue/contacts';
import type { Option } from '../../fields/field';
import { propertyOf } from '../../fields/control';
import { InputError } from '../../fields/inputError';
import type { Conversation, Operation } from '../../engine/operation';
import type { Call } from '../../engine/row';
import { textOf } from '../../fields/values';
import { bulkJobGet, bulkJobRequest, jobIn } from './get.operation';
import { bulkJobState, hasErrors } from './jobStatus';
import { textList } from '../../fields/types/json';
import { boundedNumber } from '../../fields/types/number';

/** Seconds between polls. `growth` is a factor. */
const interval = { first: 1, growth: 1.5, longest: 30 };

/** The service documents only the states in which a job begins. */
const extraCompletedStatuses: Option<string[] | undefined> = {
	name: 'extraCompletedStatuses',
	label: 'Extra Completed Statuses',
	type: textList,
	unset: undefined,
	placeholder: 'e.g. ready, archived',
	description: 'Other statuses that mean “processed”, separated by commas',
};

const timeLimit: Option<number> = {
	name: 'timeLimit',
	label: 'Time Limit (Seconds)',
	type: boundedNumber({ above: 0 }),
	isParameter: true,
	unset: 300,
	description: 'Maximum time until the job is processed',
};

/** Polls a bulk job until the service has processed it. */
export const bulkJobWaitUntilProcessed: Operation = {
	...bulkJobGet,
	operation: 'waitUntilProcessed',
	name: 'Wait Until Processed',
	action: 'Wait until bulk job is processed',
	description: 'Wait until the service has processed a bulk job',
	properties: [...bulkJobGet.properties, propertyOf(timeLimit)],
	options: [propertyOf(extraCompletedStatuses)],
	envelope: (item) => ({
		timeLimit: item.option(timeLimit),
		final: item.option(extraCompletedStatuses) ?? [],
	}),
	fetchAnswer: pollJob,
	settle(answer, call) {
		const job = jobIn(answer);
		call.rows[0]?.give(job);
		if (!hasErrors(job.status)) return;
		call.hints = [contactHint.jobWithErrors(textOf(job._id), textOf(job.status))];
	},
};

async function pollJob(conversation: Conversation, call: Call): Promise<unknown> {
	const seconds = call.envelope.timeLimit as number;
	const end = Date.now() + seconds * 1000;
	for (
		let pause = interval.first;
		;
		pause = Math.min(pause * interval.growth, interval.longest)
	) {
		const answer = await conversation.send(bulkJobRequest(call));
		const job = jobIn(answer);
		const state = bulkJobState(job.status, call.envelope.final as string[]);
		if (state === 'processed') return answer;
		if (state === 'failed') {
			throw new InputError(wrongContact.jobFailed(textOf(job._id), textOf(job.status)));
		}
		const remaining = end - Date.now();
		if (remaining <= 0) {
			throw new InputError(
				wrongContact.jobNotProcessed(textOf(job._id), seconds, textOf(job.status)),
			);
		}
		await conversation.pause(Math.min(pause * 1000, remaining));
	}
}
