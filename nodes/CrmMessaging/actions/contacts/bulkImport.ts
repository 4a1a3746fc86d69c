import { figure, type Sentence } from '../../catalogue/sentence';
import { contactHint } from '../../catalogue/contacts';
import { wrongSetting, runHint } from '../../catalogue/runs';
import { unreadable } from '../../catalogue/requests';
import type { INodeProperties, IDataObject } from 'n8n-workflow';
import { type Option, convertField } from '../../fields/field';
import { boolean, choice } from '../../fields/types/choice';
import { InputError } from '../../fields/inputError';
import type { Operation } from '../../engine/operation';
import type { Call } from '../../engine/row';
import type { OperationWithCallback } from '../../wait/runOrWait';
import { contactIdentity } from '../../callbacks/contacts';
import type { ItemParameters } from '../../engine/parameters';
import { AnswerError, objectIn } from '../../service/answer';
import { countOf, isNamed, textOf } from '../../fields/values';
import { bulkJobState } from '../bulkJob/jobStatus';
import { collectionOf, propertiesOf, propertyOf } from '../../fields/control';
import { endpoints, limits } from '../../service/endpoints';
import { emailValidation, origin, webhookDetails, webhookUrl } from '../../service/fields/sync';
import { contactOptions } from './contactsForm';
import { combineContacts } from './duplicates';
import { adviceOnHost } from '../../callbacks/caller';
import { isTriggerUrl, isReadableOnTheWay } from '../../service/addresses';
import { maxWait } from '../../wait/waitingRun';

const perJob = 'One Item per Bulk Job';
const bulkJob = [
	perJob,
	'The service’s answer, and the whole callback with Wait for Result',
] as const;

export const contactOutput: Option<'bulkJob' | 'contact'> = {
	name: 'output',
	label: 'Output',
	type: choice({
		bulkJob,
		contact: [
			'One Item per Contact',
			'The contact as sent with its bulk_id, or its result with Wait for Result',
		],
	}),
	scope: 'run',
	unset: 'contact',
	description: 'Items that the node returns',
};

export const purchaseOutput: Option<'bulkJob' | 'inputItem'> = {
	...contactOutput,
	type: choice({
		bulkJob,
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
		'Whether to fail the item when the service rejects its contact (only with Wait for Result)',
};

function failsOnRejectedContact(item: ItemParameters): boolean {
	return item.option(failOnRejectedContact);
}

/** Produces the output of a contact import. */
export const settleContacts: Operation['settle'] = (answer, call, parametersOf) => {
	const job = createdJob(answer, call);
	const first = parametersOf(call.rows[0]?.item ?? 0);
	// A waiting run produces its output from the callbacks.
	if (first.option(contactOutput) === 'bulkJob' || waitsForResult(first)) call.share(job);
	else {
		call.rows.forEach((row) => {
			row.body.bulk_id = job._id;
			row.give(row.body);
		});
	}
};

/** Produces the output of a purchase. */
export const settlePurchase: Operation['settle'] = (answer, call, parametersOf) => {
	const job = createdJob(answer, call);
	const first = parametersOf(call.rows[0]?.item ?? 0);
	if (first.option(purchaseOutput) === 'bulkJob') call.share(job);
	else
		for (const row of call.rows)
			row.outputs = row.items.map((item) => ({ json: job, items: [item] }));
};

/** Keys that identify an answer as a bulk job even if it has no ID. */
const jobKeys = ['number_of_contacts', 'number_of_purchase', 'status'];

/**
 * Reads the bulk job from the answer, either wrapped in `bulk` or bare. Notes any difference from
 * the request.
 *
 * @throws AnswerError if there is none
 */
function createdJob(answer: unknown, call: Call): IDataObject {
	const { envelope, entries } = call;
	const job = objectIn(answer, 'bulk');
	const hasId = isNamed(job._id);
	if (!hasId && jobKeys.every((key) => textOf(job[key] ?? '') === '')) {
		throw new AnswerError(unreadable.noBulkJob, answer);
	}
	const contacts = countOf(job.number_of_contacts);
	const doubts: Sentence[] = [];
	if (!hasId) doubts.push(contactHint.jobWithoutId());
	if (bulkJobState(job.status) === 'failed') {
		doubts.push(contactHint.jobFailedAtOnce(textOf(job.status)));
	}
	if (contacts !== undefined && contacts < entries.length) {
		doubts.push(contactHint.contactsMissing(figure(contacts), figure(entries.length)));
	}
	if (envelope.purchase && countOf(job.number_of_purchase) === 0) {
		doubts.push(contactHint.purchaseMissing());
	}
	call.doubts = doubts;
	return job;
}

const emailValidationProperty = collectionOf(
	'Email Validation',
	'emailValidation',
	'Add Field',
	propertiesOf(emailValidation),
);

/** Additional fields of the callback (docs/contributing/service.md, Submit contacts and a purchase). */
const callbackFieldsProperty = collectionOf(
	'Callback Fields',
	'callbackFields',
	'Add Field',
	propertiesOf(webhookDetails),
);

/** Import options (docs/contributing/service.md, Submit contacts and a purchase). */
export const submissionOptionProperties: INodeProperties[] = [
	emailValidationProperty,
	callbackFieldsProperty,
	...contactOptions,
	propertyOf(failOnRejectedContact),
];

/** Shared by operations that import contacts, with or without a purchase. */
export const submitsContacts = {
	endpoint: endpoints.syncData,
	limit: {
		maxPerRequest: limits.contactsPerRequest,
		entries: 'contacts',
		list: { key: 'contacts', entry: 'Contact' },
	},
	recipientOf: contactIdentity,
	combine: combineContacts,
	awaitsCallback: waitsForResult,
	failsOnRejected: failsOnRejectedContact,
	request({ envelope: { options, ...envelope }, entries }, { callbackUrl, signedCallback }) {
		const submitted = (options ?? {}) as { webhook?: { url?: string } };
		const { webhook } = submitted;
		const url = callbackUrl ?? (webhook?.url && signedCallback(webhook.url));
		const body: IDataObject = { ...envelope };
		if (url) body.options = { ...submitted, webhook: { ...webhook, url } };
		else if (Object.keys(submitted).length > 0) body.options = submitted;
		if (entries.length > 0) body.contacts = entries.map(({ body: contact }) => contact);
		return { endpoint: endpoints.syncData, body };
	},
} satisfies Partial<OperationWithCallback>;

/**
 * Returns a reader of an import's envelope.
 *
 * @param output the option for the import's output
 * @param readOrigin reads the origin
 */
export function submissionEnvelope(
	output: Option<string>,
	readOrigin = (item: ItemParameters): unknown => item.field(origin),
): (item: ItemParameters) => IDataObject {
	return (item) => ({
		origin: readOrigin(item) as string,
		options: readSubmissionOptions(item, output),
	});
}

/**
 * Reads the `options` of an import.
 *
 * @throws InputError if Fail on Rejected Contacts is on but its output has no item to fail
 */
function readSubmissionOptions(item: ItemParameters, output: Option<string>): IDataObject {
	if (failsOnRejectedContact(item) && !waitsForResult(item)) {
		item.hint(
			runHint.noEffect(
				'Fail on Rejected Contacts',
				'Processing Result isn’t Wait for Result',
			),
		);
	} else if (failsOnRejectedContact(item) && item.option(output) === 'bulkJob') {
		throw new InputError(wrongSetting.notTogether(perJob), [failOnRejectedContact.label]);
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

const choices = { none: 'dontWait', trigger: 'sendToTrigger', wait: 'waitForResult' };

const webhookUrlParameter = 'webhookUrl';

const callback: Option<string> = {
	name: 'processingResult',
	label: 'Processing Result',
	type: choice({
		[choices.none]: ['Don’t Wait', 'The workflow continues without the result'],
		[choices.trigger]: [
			'Send to Trigger',
			'The service calls a CRM Messaging Trigger, which starts another workflow',
		],
		[choices.wait]: [
			'Wait for Result',
			'The workflow resumes when the service has called back for every request',
		],
	}),
	scope: 'run',
	isParameter: true,
	unset: choices.none,
	description: 'How to learn that the service has processed the contacts',
};

export const callbackProperties: INodeProperties[] = [
	propertyOf(callback),
	propertyOf(webhookUrl, {
		name: webhookUrlParameter,
		displayOptions: { show: { [callback.name]: [choices.trigger] } },
	}),
	propertyOf(maxWait, { displayOptions: { show: { [callback.name]: [choices.wait] } } }),
];

/** Whether the run waits for the service's callback. */
function waitsForResult(item: ItemParameters): boolean {
	return item.option(callback) === choices.wait;
}

/** Reads an import's `options.webhook`. A waiting run adds its address to the request later. */
function readWebhook(item: ItemParameters): IDataObject {
	const fields = item.collection(`options.${callbackFieldsProperty.name}`);
	const details = item.fieldsIn(fields, webhookDetails);
	switch (item.option(callback)) {
		case choices.trigger: {
			const address = item.value(webhookUrlParameter);
			const url = convertField(webhookUrl, address, item) as string;
			adviseOn(url, item);
			return { [webhookUrl.name]: url, ...details };
		}
		case choices.wait:
			return details;
		default:
			if (Object.keys(details).length > 0) {
				item.hint(runHint.noEffect('Callback Fields', 'Processing Result is Don’t Wait'));
			}
			return {};
	}
}

function adviseOn(url: string, item: ItemParameters): void {
	const { hostname, pathname } = new URL(url);
	const advice = adviceOnHost(hostname);
	if (advice) item.hint(advice);
	if (isReadableOnTheWay(url)) {
		item.hint(runHint.unencrypted('The Webhook URL'));
	}
	if (pathname.includes('/webhook-test/')) {
		item.hint(contactHint.testWebhook());
	}
	if (/\/webhook(-test)?\//.test(pathname) && !isTriggerUrl(url)) {
		item.hint(contactHint.foreignWebhook());
	}
}
