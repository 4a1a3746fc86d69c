import type { IDataObject } from 'n8n-workflow';
import { wrongJob } from '../../catalogue/contacts';
import { unreadable } from '../../catalogue/requests';
import type { Conversation, Operation } from '../../engine/operation';
import type { ItemParameters } from '../../engine/read/parameters';
import { byEnvelope, merge, type Batch, type Row } from '../../engine/row';
import { propertyOf } from '../../fields/control';
import type { Option } from '../../fields/field';
import { InputError } from '../../fields/inputError';
import { textList } from '../../fields/types/json';
import { boundedNumber } from '../../fields/types/number';
import { isObject, textOf } from '../../fields/values';
import { AnswerError, objectIn } from '../../service/answer';
import {
	failedStates,
	plainWord,
	processedState,
	startingStates,
	type RequestContent,
} from '../../service/documentedAnswers';
import { endpoints } from '../../service/endpoints';
import { bulkId } from '../../service/fields/syncData';

/** Reads the state of a bulk job (docs/contributing/service.md, Get a bulk job). */
export const bulkJobGet: Operation = {
	resource: { name: 'bulkJob', label: 'Bulk Job', defaultOperation: 'get' },
	choice: {
		name: 'get',
		label: 'Get',
		action: 'Get bulk job',
		description: 'Retrieve the state of a bulk job',
	},
	endpoint: endpoints.bulkJob,
	form: {
		fields: [
			// The API can't list jobs. A contact has the ID as `bulk_id`, a job as `_id`.
			propertyOf(bulkId, { default: '={{ $json.bulk_id ?? $json._id }}' }),
		],
	},
	output: {
		example: {
			_id: '5f1b2c3d4e5f6a7b8c9d0e1f',
			number_of_contacts: 2,
			match_contact_user_id: true,
			validate_emails: false,
			contacts_webhook_extra_fields: ['city'],
			webhook_url: 'https://example.com/webhook',
			status: 'processed',
		},
	},
	limit: { maxPerRequest: 1, rows: 'bulk jobs' },
	reader: () => (item) => [{ envelope: { id: item.field(bulkId) as string }, body: {} }],
	guards: {
		// Several items may name a job, such as the contacts of one import.
		ofAll: [
			(rows) => {
				for (const alike of byEnvelope(rows)) merge(alike, alike[0] as Row);
			},
		],
	},
	request: bulkJobRequest,
	results: (answer, batch) => ({
		outcomes: [{ is: 'accepted', results: [{ json: jobIn(answer, batch) }] }],
	}),
};

function bulkJobRequest([{ envelope }]: Batch): RequestContent {
	return { segments: { bulk_id: envelope.id as string } };
}

/** Reads a bulk job with or without its wrapper. @throws AnswerError if there is none, or another one */
function jobIn(answer: unknown, [{ envelope }]: Batch): IDataObject {
	const job = isObject(answer) && answer.bulk === undefined ? answer : objectIn(answer, 'bulk');
	if (textOf(job._id) === envelope.id) return job;
	throw new AnswerError(unreadable.lacks({ what: `_id ${envelope.id as string}` }), answer);
}

/** Seconds between polls. `growth` is a factor. */
const interval = { first: 1, growth: 1.5, longest: 30 };

/** The service documents only the states in which a job begins. */
const extraCompletedStatuses: Option<string[] | undefined> = {
	name: 'extraCompletedStatuses',
	label: 'Extra Completed Statuses',
	type: textList,
	perItem: true,
	unset: undefined,
	placeholder: 'e.g. ready, archived',
	description: 'Other statuses that mean “processed”, separated by commas',
};

const timeLimit: Option<number> = {
	name: 'timeLimit',
	label: 'Time Limit (Seconds)',
	type: boundedNumber({ min: 0 }),
	perItem: true,
	isParameter: true,
	unset: 300,
	description: 'Maximum time until the job is processed',
};

/** Polls a bulk job until the service has processed it. */
export const bulkJobWaitUntilProcessed: Operation = {
	...bulkJobGet,
	choice: {
		name: 'waitUntilProcessed',
		label: 'Wait Until Processed',
		action: 'Wait until bulk job is processed',
		description: 'Wait until a bulk job is processed, if the service can’t call this n8n',
	},
	form: {
		fields: [...bulkJobGet.form.fields, propertyOf(timeLimit)],
		options: [propertyOf(extraCompletedStatuses)],
	},
	reader: () => (item) => {
		const id = item.field(bulkId) as string;
		const limits = { timeLimit: item.option(timeLimit), completed: completedStates(item) };
		return [{ envelope: { id, ...limits }, body: {} }];
	},
	converse: pollJob,
};

/** @throws InputError if a status of a new job is among the extra ones */
function completedStates(item: ItemParameters): string[] {
	const extra = (item.option(extraCompletedStatuses) ?? []).map(plainWord);
	const status = extra.find((one) => startingStates.includes(one));
	if (status === undefined) return [processedState, ...extra];
	throw new InputError(wrongJob.startingStatus({ status }), [extraCompletedStatuses.label]);
}

async function pollJob(conversation: Conversation, batch: Batch): Promise<unknown> {
	const { envelope } = batch[0];
	const seconds = envelope.timeLimit as number;
	const completed = envelope.completed as string[];
	const id = envelope.id as string;
	const end = Date.now() + seconds * 1000;
	let pause = interval.first;
	for (;;) {
		const answer = await conversation.send(bulkJobRequest(batch));
		const status = textOf(jobIn(answer, batch).status);
		if (completed.includes(plainWord(status))) return answer;
		if (failedStates.includes(plainWord(status)))
			throw new InputError(wrongJob.jobFailed({ id, status }));
		const remaining = end - Date.now();
		if (remaining <= 0) throw new InputError(wrongJob.jobNotProcessed({ id, seconds, status }));
		await conversation.pause(Math.min(pause * 1000, remaining));
		pause = Math.min(pause * interval.growth, interval.longest);
	}
}
