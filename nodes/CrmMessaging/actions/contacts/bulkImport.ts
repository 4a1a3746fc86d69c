import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { maxWait } from '../../callbacks/waitForResult';
import { contactHint, wrongJob } from '../../catalogue/contacts';
import { unreadable } from '../../catalogue/requests';
import { runHint, wrongSetting } from '../../catalogue/runs';
import { counted, type Sentence } from '../../catalogue/sentence';
import { formatItems, formatList } from '../../engine/hints';
import type { RequestContext, Results } from '../../engine/operation';
import { setByNode } from '../../engine/read/additionalFields';
import type { ItemParameters, NodeParameters } from '../../engine/read/parameters';
import { displayName } from '../../engine/recipient';
import {
	entriesOf,
	itemsOf,
	leftOutOf,
	merge,
	rowsThatAre,
	type Batch,
	type Row,
} from '../../engine/row';
import { propertiesOf, propertyOf } from '../../fields/control';
import {
	convertField,
	convertFields,
	parameterName,
	type Field,
	type Option,
} from '../../fields/field';
import { InputError } from '../../fields/inputError';
import { boolean, choice } from '../../fields/types/choice';
import { isBlank, isNamed, isObject, textOf } from '../../fields/values';
import { isPrivate, isReadableOnTheWay } from '../../service/addresses';
import { AnswerError, jsonOf } from '../../service/answer';
import { createdJob, type RequestContent } from '../../service/documentedAnswers';
import { failureOfSentence, ServiceError } from '../../service/failure';
import { emailValidation, webhookDetails, webhookUrl } from '../../service/fields/syncData';
import { byRepeatedName } from '../repeated';
import { contactOptions, duplicates } from './contactsForm';

const perJob = 'One Item per Bulk Job';

/** The option for an import's output, with the words for one item each. */
export function outputOption(...item: [label: string, description: string]): Option<string> {
	return {
		name: 'output',
		label: 'Output',
		type: choice({
			bulkJob: [perJob, 'The service’s answer, and the whole callback with Wait for Result'],
			item,
		}),
		unset: 'item',
		description: 'Items that the node returns',
	};
}

export const contactOutput = outputOption(
	'One Item per Contact',
	'The contact as sent with its bulk_id, or its result with Wait for Result',
);

/** The parameters of an item or of all: an option of the run is the same in both. */
type RunParameters = Pick<NodeParameters, 'option'>;

function givesPerItem(parameters: RunParameters): boolean {
	return parameters.option(contactOutput) === 'item';
}

export const failOnRejectedContact: Option<boolean> = {
	name: 'failOnRejected',
	label: 'Fail on Rejected Contacts',
	type: boolean,
	unset: false,
	initial: true,
	description:
		'Whether to fail the item when the service rejects its contact (known with Wait for Result)',
};

const processingResult: Option<'dontWait' | 'sendToTrigger' | 'waitForResult'> = {
	name: 'processingResult',
	label: 'Processing Result',
	type: choice({
		dontWait: ['Don’t Wait', 'The workflow continues without the result'],
		sendToTrigger: [
			'Send to Trigger',
			'The service calls a CRM Messaging Trigger, which starts another workflow',
		],
		waitForResult: [
			'Wait for Result',
			'The workflow resumes with the results of one request, up to 1,000 contacts',
		],
	}),
	isParameter: true,
	unset: 'dontWait',
	description: 'How to learn that the service has processed the contacts',
};

function waitsForResult(parameters: RunParameters): boolean {
	return parameters.option(processingResult) === 'waitForResult';
}

export const importCallback = { isAwaited: waitsForResult, givesPerItem };

/** A field that is called `url` only within its object. */
const triggerUrl = 'webhookUrl';

/** The fields of every import below those of its contacts. */
export const importProperties: INodeProperties[] = [
	propertyOf(processingResult),
	propertyOf(webhookUrl, {
		name: triggerUrl,
		displayOptions: { show: { [processingResult.name]: ['sendToTrigger'] } },
	}),
	propertyOf(maxWait, {
		displayOptions: { show: { [processingResult.name]: ['waitForResult'] } },
	}),
];

export const importOptions: INodeProperties[] = [
	...propertiesOf([...emailValidation, ...webhookDetails]),
	...contactOptions,
];

/** Reads `options` of an import's body. @throws InputError if settings contradict each other */
export function readImportOptions(item: ItemParameters): IDataObject {
	const result = item.option(processingResult);
	const noEffect = (option: string) =>
		item.hint(runHint.noEffect({ option, setting: processingResult.label }));
	const { label } = failOnRejectedContact;
	const fails = item.option(failOnRejectedContact);
	if (fails && result !== 'waitForResult') noEffect(label);
	else if (fails && !givesPerItem(item)) {
		throw new InputError(wrongSetting.notTogether({ other: perJob }), [label]);
	}
	const valueOf = (field: Field) => item.value(`options.${parameterName(field)}`);
	const validation = convertFields(emailValidation, valueOf, item);
	const webhook = convertFields(webhookDetails, valueOf, item);
	if (result === 'dontWait') {
		const unused = webhookDetails.filter(({ name }) => name in webhook);
		for (const field of unused) noEffect(field.label);
	} else if (result === 'sendToTrigger') webhook.url = readTriggerUrl(item);
	return {
		...(Object.keys(validation).length > 0 && { email_validation: validation }),
		...(result !== 'dontWait' && Object.keys(webhook).length > 0 && { webhook }),
	};
}

/** With hints at what may keep the service from calling it. A waiting run adds its own URL later. */
function readTriggerUrl(item: ItemParameters): string {
	const url = convertField(webhookUrl, item.value(triggerUrl), item) as string;
	const { hostname, pathname } = new URL(url);
	if (isPrivate(hostname)) item.hint(runHint.privateAddress({ host: hostname }));
	if (isReadableOnTheWay(url)) item.hint(runHint.unencrypted({ address: 'The Webhook URL' }));
	if (pathname.includes('/webhook-test/')) item.hint(contactHint.testWebhook());
	return url;
}

/** The request of an import: its contacts, with or without a purchase. */
export function importRequest(
	batch: Batch,
	{ callbackUrl, signedCallback }: RequestContext,
): RequestContent {
	const { options = {}, ...body } = batch[0].envelope;
	const { webhook } = options as { webhook?: { url?: string } };
	if (callbackUrl && webhook?.url) throw setByNode('options.webhook.url');
	const url = callbackUrl ?? (webhook?.url && signedCallback(webhook.url));
	const submitted = url ? { ...(options as IDataObject), webhook: { ...webhook, url } } : options;
	if (Object.keys(submitted as IDataObject).length > 0) body.options = submitted;
	const contacts = entriesOf(batch).map((contact) => contact.body);
	if (contacts.length > 0) body.contacts = contacts;
	return { body };
}

/** The results of an import: its rows belong to the bulk job that the answer names. */
export function importResults(answer: unknown, batch: Batch, parameters: RunParameters): Results {
	const job = submittedJob(answer);
	const { webhook_url, number_of_purchase } = job;
	if (waitsForResult(parameters) && (webhook_url === null || webhook_url === ''))
		throw unclearJob(wrongJob.noCallback({ json: jsonOf(webhook_url) }));
	if (batch[0].parts && number_of_purchase === 0) throw unclearJob(wrongJob.purchaseMissing());
	const outcomes = batch.map((row): Results['outcomes'][number] => {
		const is = 'accepted';
		if (!givesPerItem(parameters)) return { is, results: [{ json: job }], per: 'request' };
		const leftOut = leftOutOf(row);
		if (row.parts) return { is, results: [{ json: { ...job, ...leftOut } }], per: 'item' };
		return { is, results: [{ json: { ...row.body, ...leftOut, bulk_id: job._id } }] };
	});
	return { outcomes, created: isNamed(job._id) ? [textOf(job._id)] : [] };
}

function unclearJob(sentence: Sentence): ServiceError {
	return new ServiceError(failureOfSentence('service', sentence, { outcome: 'unknown' }));
}

function submittedJob(answer: unknown): IDataObject {
	const job = isObject(answer) ? answer : {};
	const keys = Object.keys(createdJob({}));
	if (keys.every((key) => isBlank(job[key])))
		throw new AnswerError(unreadable.lacks({ what: '_id' }), answer);
	return job;
}

/** Hints at empty rows, which each have an output item unless a bulk job is one. */
export function noteEmptyRows(rows: readonly Row[], parameters: NodeParameters): void {
	const empty = rowsThatAre('skipped', rows);
	if (empty.length === 0) return;
	const items = formatItems(itemsOf(empty));
	parameters.hints.add(
		contactHint.emptyRows({ rows: `${counted(empty.length, 'empty row')} (${items})` }),
	);
	if (!givesPerItem(parameters)) return;
	const json = { bulk_id: null, skipped: 'empty' };
	for (const row of empty) row.outcome = { is: 'skipped', json };
}

/** Finds contacts with the same user ID, else email, else phone, and merges them as chosen. */
export function mergeDuplicates(contacts: readonly Row[], parameters: NodeParameters): void {
	const emails = sharedEmails(contacts);
	if (emails.length > 0)
		parameters.hints.add(contactHint.sharedEmails({ emails: formatList(emails) }));
	const choice = parameters.option(duplicates);
	const hint = choice === 'all' ? contactHint.duplicatesSent : contactHint.duplicatesLeftOut;
	for (const alike of byRepeatedName(contacts)) {
		const last = alike.at(-1) as Row;
		parameters.hints.list(hint, displayName(last.recipient) ?? '');
		if (choice === 'last') merge(alike, last);
	}
}

function sharedEmails(contacts: readonly Row[]): string[] {
	const idOf = new Map<string, string>();
	const shared = contacts.flatMap(({ recipient: { user_id, email } }) => {
		if (user_id === undefined || email === undefined) return [];
		const isShared = (idOf.get(email) ?? user_id) !== user_id;
		idOf.set(email, user_id);
		return isShared ? [email] : [];
	});
	return [...new Set(shared)];
}
