import { figure, type Sentence } from '../../catalogue/sentence';
import { contactHint } from '../../catalogue/contacts';
import { wrongSetting, runHint } from '../../catalogue/runs';
import { unreadable } from '../../catalogue/requests';
import type { INodeProperties, IDataObject } from 'n8n-workflow';
import type { Option } from '../../fields/field';
import { boolean, choice } from '../../fields/types/choice';
import { InputError } from '../../fields/inputError';
import type { Operation } from '../../engine/operation';
import type { Call } from '../../engine/row';
import type { OperationWithCallback } from '../../wait/runOrWait';
import { contactIdentity } from '../../callbacks/contacts';
import type { ItemParameters } from '../../engine/parameters';
import { waitsForResult, callbackFieldsProperty, readWebhook } from './callback';
import { AnswerError, objectIn } from '../../service/answer';
import { countOf, isNamed, textOf } from '../../fields/values';
import { bulkJobState } from '../bulkJob/jobStatus';
import { collectionOf, propertiesOf, propertyOf } from '../../fields/control';
import { endpoints, limits } from '../../service/endpoints';
import { emailValidation, origin } from '../../service/fields/sync';
import { contactOptions } from './contactsForm';
import { combineContacts } from './duplicates';

const perJob = 'One Item per Bulk Job';
const bulkJob = [
	perJob,
	'The service’s answer, and the whole callback with Wait for Result',
] as const;

/** The option for the output of a contact import. */
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

/** The option for the output of a purchase. */
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

/** Whether to fail an item whose contact the service rejects. */
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
	{ displayName: 'Email Validation', name: 'emailValidation', placeholder: 'Add Field' },
	propertiesOf(emailValidation),
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
