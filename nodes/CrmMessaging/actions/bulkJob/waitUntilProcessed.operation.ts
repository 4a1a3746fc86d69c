import type { INodeProperties } from 'n8n-workflow';
import { InputError, within } from '../../fields/inputError';
import { endpoints } from '../../service/endpoints';
import type { Conversation, Operation } from '../../engine/operation';
import type { ItemParameters } from '../../engine/parameters';
import type { Call } from '../../engine/row';
import { textOf } from '../../fields/values';
import {
	bulkIdProperty,
	bulkJobRequest,
	jobIn,
	onePerJob,
	readBulkId,
	bulkJob,
	bulkJobOutput,
} from './bulkJob';
import { bulkJobState, hasErrors } from './jobStatus';
import { textList } from '../../fields/types/list';
import { isAbsent } from '../../fields/field';

/** Seconds between two polls: the first, by how much it grows, and the longest. */
const interval = { first: 1, growth: 1.5, longest: 30 };

/** The service documents only the states in which a job begins. */
const finalStatuses: INodeProperties = {
	displayName: 'Final Statuses',
	name: 'finalStatuses',
	type: 'string',
	default: '',
	placeholder: 'e.g. ready, archived',
	description:
		'Further statuses that count as processed, separated by commas, beside those that are known, such as processed, completed and imported; the service does not list its statuses',
};

/** Polls a bulk job until the service has processed it. */
export const bulkJobWaitUntilProcessed: Operation = {
	resource: bulkJob,
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
	options: [finalStatuses],
	output: bulkJobOutput,
	limit: { maxPerRequest: 1, entries: 'bulk jobs' },
	envelope: (item) => ({ timeLimit: readTimeLimit(item), final: readFinal(item) }),
	entriesReader: () => readBulkId,
	combine: onePerJob,
	request: bulkJobRequest,
	fetchAnswer: pollJob,
	settle(answer, call) {
		const job = jobIn(answer);
		call.rows[0]?.give(job);
		if (!hasErrors(job.status)) return;
		const hint = `The bulk job ${textOf(job._id)} was processed with the status “${textOf(job.status)}”: something in it may have failed.`;
		call.hints = [hint];
	},
};

/** What a person counts as processed. */
function readFinal(item: ItemParameters): string[] {
	const given = item.collection('options')[finalStatuses.name];
	if (isAbsent(given)) return [];
	return within(finalStatuses.displayName, () => textList.convert(given, item)) as string[];
}

function readTimeLimit(item: ItemParameters): number {
	const limit = Number(item.value('timeLimit'));
	if (!(limit > 0)) throw new InputError('must be a number of seconds above 0', ['Time Limit']);
	return limit;
}

async function pollJob(conversation: Conversation, call: Call): Promise<unknown> {
	const timeLimit = call.envelope.timeLimit as number;
	const end = Date.now() + timeLimit * 1000;
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
			throw new InputError(
				`The bulk job ${textOf(job._id)} ended with the status “${textOf(job.status)}”`,
			);
		}
		const left = end - Date.now();
		if (left <= 0) {
			throw new InputError(
				`The bulk job ${textOf(job._id)} was not processed within ${timeLimit} seconds, its last status is “${textOf(job.status)}”; ${
					state === 'unknown'
						? 'if that says that it is processed, add it to the option Final Statuses'
						: 'raise the time limit or look again later'
				}`,
			);
		}
		await conversation.pause(Math.min(pause * 1000, left));
	}
}
