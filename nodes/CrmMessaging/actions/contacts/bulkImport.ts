import { otherSetting, runHint, wrongSetting } from '../../catalogue/runs';
import { answerHint, contactHint } from '../../catalogue/contacts';
import { unreadable } from '../../catalogue/requests';
import type { INodeProperties, IDataObject } from 'n8n-workflow';
import { type Option, convertField } from '../../fields/field';
import { boolean, choice } from '../../fields/types/choice';
import { InputError } from '../../fields/inputError';
import { entriesOf, type Result, type Row } from '../../engine/row';
import { setByNode } from '../../engine/read/additionalFields';
import type { ItemParameters } from '../../engine/read/parameters';
import { isBlank, isNamed, isObject, textOf } from '../../fields/values';
import { AnswerError, jsonOf } from '../../service/answer';
import { createdJob } from '../../service/documentedAnswers';
import { failureOfSentence, ServiceError } from '../../service/failure';
import { collectionOf, propertiesOf, propertyOf } from '../../fields/control';
import { endpoints } from '../../service/endpoints';
import { contactNameKeys } from '../../service/fields/contact';
import { emailValidation, origin, webhookDetails, webhookUrl } from '../../service/fields/sync';
import type { ContactNotes } from './consent';
import { contactOptions } from './contactsForm';
import { adviceOnHost, isTriggerUrl, isReadableOnTheWay } from '../../service/addresses';
import { maxWait, type OperationWithCallback } from '../../callbacks/waitForResult';

const perBulkJob = 'bulkJob';
const perJob = 'One Item per Bulk Job';
const bulkJob = [
	perJob,
	'The service’s answer, and the whole callback with Wait for Result',
] as const;

export const contactOutput: Option<string> = {
	name: 'output',
	label: 'Output',
	type: choice({
		[perBulkJob]: bulkJob,
		contact: [
			'One Item per Contact',
			'The contact as sent with its bulk_id, or its result with Wait for Result',
		],
	}),
	scope: 'run',
	unset: 'contact',
	description: 'Items that the node returns',
};

export const purchaseOutput: Option<string> = {
	...contactOutput,
	type: choice({
		[perBulkJob]: bulkJob,
		inputItem: [
			'One Item per Input Item',
			'Its bulk job, or the result of its contacts with Wait for Result',
		],
	}),
	unset: 'inputItem',
};

const failOnRejectedContact: Option<boolean> = {
	name: 'failOnRejected',
	label: 'Fail on Rejected Contacts',
	type: boolean,
	scope: 'run',
	unset: false,
	initial: true,
	description:
		'Whether to fail the item when the service rejects its contact (known with Wait for Result)',
};

const emailValidationProperty = collectionOf(
	'Email Validation',
	'emailValidation',
	'Add Field',
	propertiesOf(emailValidation),
);

const callbackFieldsProperty = collectionOf(
	'Callback Fields',
	'callbackFields',
	'Add Field',
	propertiesOf(webhookDetails),
);

export const submissionOptionProperties: INodeProperties[] = [
	emailValidationProperty,
	callbackFieldsProperty,
	...contactOptions,
	propertyOf(failOnRejectedContact),
];

/**
 * Shared by operations that import contacts, with or without a purchase.
 *
 * @param resultOf a row's output, unless each bulk job is an item; for a purchase, one for each item
 */
export function importOperation(
	output: Option<string>,
	resultOf: (row: Row, job: IDataObject) => IDataObject,
	readOrigin = (item: ItemParameters): unknown => item.field(origin),
) {
	return {
		endpoint: endpoints.syncData,
		awaitsCallback: waitsForResult,
		failsOnRejected: (item) => item.option(failOnRejectedContact),
		givesPerItem: (first) => first.option(output) !== perBulkJob,
		envelope: (item): IDataObject => ({
			origin: readOrigin(item) as string,
			options: readSubmissionOptions(item, output),
		}),
		request(batch, { callbackUrl, signedCallback }) {
			const { options, left_out: _, ...envelope } = batch.envelope;
			const submitted = (options ?? {}) as { webhook?: { url?: string } };
			const { webhook } = submitted;
			if (callbackUrl && webhook?.url) throw setByNode('options.webhook.url', 'Body');
			const url = callbackUrl ?? (webhook?.url && signedCallback(webhook.url));
			const body: IDataObject = { ...envelope };
			if (url) body.options = { ...submitted, webhook: { ...webhook, url } };
			else if (Object.keys(submitted).length > 0) body.options = submitted;
			const contacts = entriesOf(batch).map((contact) => contact.body);
			if (contacts.length > 0) body.contacts = contacts;
			return { endpoint: endpoints.syncData, body };
		},
		results(answer, { rows }, first) {
			const job = submittedJob(answer);
			const isWaiting = waitsForResult(first);
			if (isWaiting && (job.webhook_url === null || job.webhook_url === '')) {
				const sentence = answerHint.noCallback({ json: jsonOf(job.webhook_url) });
				throw new ServiceError(
					failureOfSentence('service', sentence, { outcome: 'unknown' }),
				);
			}
			const isShared = first.option(output) === perBulkJob;
			const outcomes = rows.map((row) => {
				const is = 'accepted' as const;
				if (isShared) return { is, results: [{ json: job }], per: 'request' as const };
				if (isWaiting) return { is, results: awaited(row, job) };
				const results = [{ json: resultOf(row, job) }];
				return { is, results, ...(row.parts && { per: 'item' as const }) };
			});
			return { outcomes, created: isNamed(job._id) ? [textOf(job._id)] : [] };
		},
	} satisfies Partial<OperationWithCallback>;
}

/** The optional fields of a contact that were left out, as keys of its output. */
export function leftOutOf({ notes }: Row): { left_out?: string[] } {
	const { leftOut } = (notes ?? {}) as ContactNotes;
	return leftOut ? { left_out: [...leftOut] } : {};
}

/** The contacts of a row whose results come with the callback; the job if it has none. */
function awaited(row: Row, job: IDataObject): Result[] {
	const contacts = row.parts ?? [row];
	if (contacts.length === 0) return [{ json: job }];
	return contacts.map((contact) => {
		const { body } = contact;
		const keys = contactNameKeys.filter((key) => body[key] !== undefined);
		const names = Object.fromEntries(keys.map((key) => [key, body[key]]));
		return { json: { ...names, ...leftOutOf(contact), bulk_id: job._id } };
	});
}

/** Reads the bulk job. @throws AnswerError if it has no documented key */
function submittedJob(answer: unknown): IDataObject {
	const job = isObject(answer) ? answer : {};
	const keys = Object.keys(createdJob({}));
	if (keys.every((key) => isBlank(job[key]))) throw new AnswerError(unreadable.noBulkJob, answer);
	return job;
}

/** @throws InputError if Fail on Rejected Contacts is on but its output has no item to fail */
function readSubmissionOptions(item: ItemParameters, output: Option<string>): IDataObject {
	const { label } = failOnRejectedContact;
	const fails = item.option(failOnRejectedContact);
	if (fails && !waitsForResult(item)) {
		const reason = otherSetting.noWait;
		item.hint(runHint.noEffect({ option: label, reason }));
	} else if (fails && item.option(output) === perBulkJob) {
		throw new InputError(wrongSetting.notTogether({ other: perJob }), [label]);
	}
	const parts = {
		email_validation: item.fieldsIn(
			item.collection(`options.${emailValidationProperty.name}`),
			emailValidation,
		),
		webhook: readWebhook(item),
	};
	return Object.fromEntries(
		Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0),
	);
}

const resultChoices = { none: 'dontWait', trigger: 'sendToTrigger', wait: 'waitForResult' };

const webhookUrlParameter = 'webhookUrl';

const callback: Option<string> = {
	name: 'processingResult',
	label: 'Processing Result',
	type: choice({
		[resultChoices.none]: ['Don’t Wait', 'The workflow continues without the result'],
		[resultChoices.trigger]: [
			'Send to Trigger',
			'The service calls a CRM Messaging Trigger, which starts another workflow',
		],
		[resultChoices.wait]: [
			'Wait for Result',
			'The workflow resumes with the results of one request, up to 1,000 contacts',
		],
	}),
	scope: 'run',
	isParameter: true,
	unset: resultChoices.none,
	description: 'How to learn that the service has processed the contacts',
};

export const callbackProperties: INodeProperties[] = [
	propertyOf(callback),
	propertyOf(webhookUrl, {
		name: webhookUrlParameter,
		displayOptions: { show: { [callback.name]: [resultChoices.trigger] } },
	}),
	propertyOf(maxWait, { displayOptions: { show: { [callback.name]: [resultChoices.wait] } } }),
];

function waitsForResult(item: ItemParameters): boolean {
	return item.option(callback) === resultChoices.wait;
}

/** A waiting run adds its address to the request later. */
function readWebhook(item: ItemParameters): IDataObject {
	const fields = item.collection(`options.${callbackFieldsProperty.name}`);
	const details = item.fieldsIn(fields, webhookDetails);
	switch (item.option(callback)) {
		case resultChoices.trigger: {
			const address = item.value(webhookUrlParameter);
			const url = convertField(webhookUrl, address, item) as string;
			adviseOn(url, item);
			return { [webhookUrl.name]: url, ...details };
		}
		case resultChoices.wait:
			return details;
		default:
			if (Object.keys(details).length > 0) {
				item.hint(
					runHint.noEffect({
						option: 'Callback Fields',
						reason: otherSetting.dontWait,
					}),
				);
			}
			return {};
	}
}

function adviseOn(url: string, item: ItemParameters): void {
	const { hostname, pathname } = new URL(url);
	const advice = adviceOnHost(hostname);
	if (advice) item.hint(advice);
	if (isReadableOnTheWay(url)) item.hint(runHint.unencrypted({ address: 'The Webhook URL' }));
	if (pathname.includes('/webhook-test/')) item.hint(contactHint.testWebhook());
	if (/\/webhook(-test)?\//.test(pathname) && !isTriggerUrl(url)) {
		item.hint(contactHint.foreignWebhook());
	}
}
