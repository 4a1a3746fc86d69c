import { otherSetting, runHint, wrongSetting } from '../../catalogue/runs';
import { answerHint, contactHint } from '../../catalogue/contacts';
import { unreadable } from '../../catalogue/requests';
import type { INodeProperties, IDataObject } from 'n8n-workflow';
import { type Option, convertField } from '../../fields/field';
import { boolean, choice } from '../../fields/types/choice';
import { InputError } from '../../fields/inputError';
import { recipientNamed } from '../../engine/recipient';
import type { Row } from '../../engine/row';
import { setByNode } from '../../engine/read/additionalFields';
import type { ItemParameters } from '../../engine/read/parameters';
import { isBlank, isObject } from '../../fields/values';
import { AnswerError, jsonOf } from '../../service/answer';
import { createdJob } from '../../service/documentedAnswers';
import { failureOfSentence, ServiceError } from '../../service/failure';
import { collectionOf, propertiesOf, propertyOf } from '../../fields/control';
import { endpoints, limits } from '../../service/endpoints';
import { contactIdentifiers } from '../../service/fields/contact';
import { emailValidation, origin, webhookDetails, webhookUrl } from '../../service/fields/sync';
import type { ContactNotes } from './consent';
import { contactOptions } from './contactsForm';
import { combineContacts } from './duplicates';
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
 * @param give adds a row's output, unless each bulk job is an item
 */
export function importOperation(
	output: Option<string>,
	give: (row: Row, job: IDataObject) => void,
	readOrigin = (item: ItemParameters): unknown => item.field(origin),
) {
	return {
		endpoint: endpoints.syncData,
		limit: {
			maxPerRequest: limits.contactsPerRequest,
			entries: 'contacts',
			list: { key: 'contacts', entry: 'Contact' },
		},
		recipientOf: (contact) => recipientNamed(contactIdentifiers(contact)),
		combine: combineContacts,
		awaitsCallback: waitsForResult,
		failsOnRejected: (item) => item.option(failOnRejectedContact),
		givesPerItem: (first) => first.option(output) !== perBulkJob,
		envelope: (item): IDataObject => ({
			origin: readOrigin(item) as string,
			options: readSubmissionOptions(item, output),
		}),
		request(
			{ envelope: { options, left_out: _, ...envelope }, entries },
			{ callbackUrl, signedCallback },
		) {
			const submitted = (options ?? {}) as { webhook?: { url?: string } };
			const { webhook } = submitted;
			if (callbackUrl && webhook?.url) throw setByNode('options.webhook.url', 'Body');
			const url = callbackUrl ?? (webhook?.url && signedCallback(webhook.url));
			const body: IDataObject = { ...envelope };
			if (url) body.options = { ...submitted, webhook: { ...webhook, url } };
			else if (Object.keys(submitted).length > 0) body.options = submitted;
			if (entries.length > 0) body.contacts = entries.map(({ body: contact }) => contact);
			return { endpoint: endpoints.syncData, body };
		},
		settle(answer, call, parametersOf) {
			const job = submittedJob(answer);
			const first = parametersOf(call.rows[0]?.item ?? 0);
			const isWaiting = waitsForResult(first);
			if (isWaiting && (job.webhook_url === null || job.webhook_url === '')) {
				const sentence = answerHint.noCallback({ json: jsonOf(job.webhook_url) });
				throw new ServiceError(
					failureOfSentence('service', sentence, { outcomeUnknown: true }),
				);
			}
			for (const { body, notes } of call.entries) {
				const { leftOut } = (notes ?? {}) as ContactNotes;
				if (leftOut) body.left_out = [...leftOut];
			}
			// A waiting run produces its output from the callbacks.
			const isShared = first.option(output) === perBulkJob || isWaiting;
			if (isShared) call.share(job);
			else call.rows.forEach((row) => give(row, job));
		},
	} satisfies Partial<OperationWithCallback>;
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
