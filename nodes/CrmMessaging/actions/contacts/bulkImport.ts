import type { INodeProperties, INodePropertyOptions, IDataObject } from 'n8n-workflow';
import { InputError } from '../../fields/inputError';
import type { Operation, RequestContext } from '../../engine/operation';
import type { Call } from '../../engine/row';
import type { ItemParameters } from '../../engine/parameters';
import { waitsHere, callbackOptionProperties, readWebhook } from './callback';
import { AnswerError, objectIn } from '../../service/answer';
import { countOf, isNamed, textOf } from '../../fields/values';
import { bulkJobState } from '../bulkJob/jobStatus';
import { propertyOf } from '../../editor/form';
import { endpoints, requestTo, type ServiceRequest } from '../../service/endpoints';
import { emailValidation } from '../../service/fields/sync';
import { contactOptions } from './contactsForm';

const perJob: INodePropertyOptions = {
	name: 'One Item per Bulk Job',
	value: 'bulkJob',
	description:
		'What the service answered, linked to all input items of the request; with Wait Here, the whole callback beside it',
};

const perContact: INodePropertyOptions = {
	name: 'One Item per Contact',
	value: 'contact',
	description:
		'The contact as it was sent, with its bulk_id, linked to its input item; with Wait Here, what became of it (valid, reason, _id), one item for each input item, since n8n links what comes after a wait by its place: several contacts of an item stand in a list “contacts”',
};

const perItem: INodePropertyOptions = {
	name: 'One Item per Input Item',
	value: 'inputItem',
	description:
		'Its bulk job; with Wait Here, what became of its contact, or of each of several in a list “contacts”',
};

/** The option that says what comes out of a submission of contacts. */
export const contactOutput: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	default: 'contact',
	description: 'What comes out of the node',
	options: [perJob, perContact],
};

/** The option that says what comes out of a submission of a purchase. */
export const purchaseOutput: INodeProperties = {
	...contactOutput,
	default: 'inputItem',
	options: [perJob, perItem],
};

/** The option that makes a contact an error that the callback calls failed. */
const failOnRejectedContact: INodeProperties = {
	displayName: 'Fail on Rejected Contacts',
	name: 'failOnRejected',
	type: 'boolean',
	noDataExpression: true,
	default: true,
	description:
		'Whether a contact that the service rejects is an error of its item, which leaves by the error output or stops the workflow; only with Wait Here',
};

/** Whether a contact that the service rejects is an error of its item. */
export function failsOnRejectedContact(item: ItemParameters): boolean {
	// A switch that nobody added is off, though it begins as on.
	return item.chosen({ ...failOnRejectedContact, default: false }) === true;
}

/** Whether the output has an item for each bulk job; the first item's choice holds for the whole run. */
export function givesPerJob(first: ItemParameters): boolean {
	return first.chosen(contactOutput) === perJob.value;
}

/**
 * Makes sure that *Fail on Rejected Contacts* can do what it says, or says that it does nothing.
 *
 * @throws InputError where there is no item that could be the error
 */
function checkFailOnRejected(item: ItemParameters): void {
	if (!failsOnRejectedContact(item)) return;
	if (!waitsHere(item)) {
		item.hint(
			'Fail on Rejected Contacts has no effect, because When Processed is not set to Wait Here.',
		);
	} else if (givesPerJob(item)) {
		throw new InputError(`cannot be combined with ${perJob.name}; choose the other Output`, [
			failOnRejectedContact.displayName,
		]);
	}
}

/** What comes out of a submission of contacts. */
export const settleContacts: Operation['settle'] = (answer, call, parametersOf) => {
	const job = createdJob(answer, call);
	const first = parametersOf(call.rows[0]?.item ?? 0);
	// A run that waits makes its output of the callbacks.
	if (givesPerJob(first) || waitsHere(first)) call.share(job);
	else for (const row of call.rows) row.give({ ...row.body, bulk_id: job._id });
};

/** What comes out of a submission of a purchase. */
export const settlePurchase: Operation['settle'] = (answer, call, parametersOf) => {
	const job = createdJob(answer, call);
	const first = parametersOf(call.rows[0]?.item ?? 0);
	if (givesPerJob(first)) call.share(job);
	else
		for (const row of call.rows)
			row.outputs = row.items.map((item) => ({ json: job, items: [item] }));
};

/** Keys that make an answer a bulk job, also where it has no ID. */
const jobKeys = ['number_of_contacts', 'number_of_purchase', 'status'];

/**
 * Reads the bulk job out of the answer to a submission, which comes wrapped in `bulk` or bare, and
 * notes what in it doesn't fit what was sent.
 *
 * @throws AnswerError where there is none
 */
function createdJob(answer: unknown, call: Call): IDataObject {
	const { envelope, entries } = call;
	const job = objectIn(answer, 'bulk');
	const hasId = isNamed(job._id);
	if (!hasId && jobKeys.every((key) => textOf(job[key] ?? '') === '')) {
		throw new AnswerError('it names no bulk job (no _id)', answer);
	}
	const contacts = countOf(job.number_of_contacts);
	const doubts: string[] = [];
	if (!hasId) {
		doubts.push('The service gave the bulk job no ID (_id), so nothing can be looked up by it');
	}
	if (bulkJobState(job.status) === 'failed') {
		doubts.push(`The service created the bulk job with the status “${textOf(job.status)}”`);
	}
	if (contacts !== undefined && contacts < entries.length) {
		doubts.push(
			`The service counted ${contacts.toLocaleString('en')} of ${entries.length.toLocaleString('en')} contacts (number_of_contacts), so some may be missing`,
		);
	}
	if (envelope.purchase && countOf(job.number_of_purchase) === 0) {
		doubts.push(
			'The service counted no purchase (number_of_purchase: 0), which may come from the wrong Product ID Key',
		);
	}
	call.doubts = doubts;
	return job;
}

/** Where a submission lists its contacts. */
export const contactList = { key: 'contacts', entry: 'Contact' };

/** Options of a submission (docs/service.md, Submit contacts and a purchase). */
export const submissionOptionProperties: INodeProperties[] = [
	...emailValidation.map((field) => propertyOf(field)),
	...callbackOptionProperties,
	...contactOptions,
	failOnRejectedContact,
];

/** Reads the `options` of a submission; empty when none is given. */
export function readSubmissionOptions(item: ItemParameters): IDataObject {
	checkFailOnRejected(item);
	const parts = {
		email_validation: item.fieldsIn(item.collection('options'), emailValidation),
		webhook: readWebhook(item),
	};
	return Object.fromEntries(
		Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0),
	);
}

/** The request that submits contacts, and perhaps a purchase. */
export function submissionOf(
	{ envelope: { options, ...envelope }, entries }: Call,
	context: RequestContext,
): ServiceRequest {
	const body: IDataObject = { ...envelope };
	const given = withCallback((options ?? {}) as IDataObject, context);
	if (Object.keys(given).length > 0) body.options = given;
	if (entries.length > 0) body.contacts = entries.map(({ body: contact }) => contact);
	return requestTo(endpoints.syncData, { body });
}

function withCallback(
	options: IDataObject,
	{ callbackUrl, signedCallback }: RequestContext,
): IDataObject {
	const webhook = options.webhook as { url?: string } | undefined;
	const url = callbackUrl ?? (webhook?.url && signedCallback(webhook.url));
	return url ? { ...options, webhook: { ...webhook, url } } : options;
}
