import type { IDataObject } from 'n8n-workflow';
import { answerHint } from '../../catalogue/contacts';
import { unreadable } from '../../catalogue/requests';
import { figure, type Sentence } from '../../catalogue/sentence';
import type { Call } from '../../engine/row';
import { isNamed, isObject, textOf } from '../../fields/values';
import { AnswerError, stateOf } from '../../service/answer';
import { endpoints } from '../../service/endpoints';
import { jsonOf } from '../../service/serviceText';

/** Reads the bulk job. @throws AnswerError if it has no documented key */
export function createdJob(answer: unknown): IDataObject {
	const job = isObject(answer) ? answer : {};
	const isJob = endpoints.syncData.answerKeys.some((key) => isPresent(job[key]));
	if (!isJob) throw new AnswerError(unreadable.noBulkJob, answer);
	return job;
}

function isPresent(value: unknown): boolean {
	return value !== undefined && value !== null && value !== '';
}

/** The differences of a bulk job from its request (docs/contributing/service.md, Submit contacts and a purchase). */
export function doubtsAboutJob(
	job: IDataObject,
	{ envelope, entries }: Call,
	isWaiting: boolean,
): Sentence[] {
	const { webhook = {}, email_validation = {} } = (envelope.options ?? {}) as IDataObject;
	const { url, ...asked } = webhook as IDataObject;
	const { validate } = email_validation as IDataObject;
	const isSaid = (key: string) => job[key] !== undefined;
	const doubts: Sentence[] = [];
	if (!isNamed(job._id)) doubts.push(answerHint.jobWithoutId());
	if (isSaid('status') && !['inProgress', 'completed'].includes(stateOf(job.status))) {
		doubts.push(answerHint.otherJobStatus({ status: jsonOf(job.status) }));
	}
	if (isSaid('number_of_contacts') && job.number_of_contacts !== entries.length) {
		const counted = jsonOf(job.number_of_contacts);
		doubts.push(answerHint.otherCount({ counted, sent: figure(entries.length) }));
	}
	if (envelope.purchase && isSaid('number_of_purchase') && job.number_of_purchase !== 1) {
		doubts.push(answerHint.purchaseMissing({ json: jsonOf(job.number_of_purchase) }));
	}
	if (validate === true && isSaid('validate_emails') && job.validate_emails !== true) {
		doubts.push(answerHint.emailsNotValidated({ json: jsonOf(job.validate_emails) }));
	}
	if ((url !== undefined || isWaiting) && isSaid('webhook_url') && !willCall(job, url)) {
		doubts.push(answerHint.noCallback({ json: jsonOf(job.webhook_url) }));
	}
	for (const [key, names] of Object.entries(asked)) {
		const sent = names as string[];
		const extra = job[key];
		const missing = sent.filter(
			(name) => !(Array.isArray(extra) && extra.includes(name as never)),
		);
		if (extra !== undefined && missing.length > 0) {
			doubts.push(answerHint.fieldsNotInCallback({ key, names: missing.join(', ') }));
		}
	}
	return doubts;
}

/** Whether a job will call. The key in the URL is redacted, and a waiting run has its own URL. */
export function willCall({ webhook_url }: IDataObject, url: unknown): boolean {
	if (typeof webhook_url !== 'string' || webhook_url === '') return false;
	return url === undefined || addressKind(webhook_url) === addressKind(textOf(url));
}

function addressKind(url: string): string {
	return URL.canParse(url) ? new URL(url).origin + new URL(url).pathname : url;
}
