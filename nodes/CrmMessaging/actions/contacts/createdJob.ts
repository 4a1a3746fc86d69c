import type { IDataObject } from 'n8n-workflow';
import { answerHint } from '../../catalogue/contacts';
import { unreadable } from '../../catalogue/requests';
import { figure, type Sentence } from '../../catalogue/sentence';
import type { Call } from '../../engine/row';
import { isBlank, isNamed, isObject, textOf } from '../../fields/values';
import { AnswerError, stateOf } from '../../service/answer';
import { endpoints } from '../../service/endpoints';
import { jsonOf } from '../../service/serviceText';

/** Reads the bulk job. @throws AnswerError if it has no documented key */
export function createdJob(answer: unknown): IDataObject {
	const job = isObject(answer) ? answer : {};
	const isJob = endpoints.syncData.answerKeys.some((key) => !isBlank(job[key]));
	if (!isJob) throw new AnswerError(unreadable.noBulkJob, answer);
	return job;
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
	const isOther = (key: string, expected: unknown) =>
		job[key] !== undefined && job[key] !== expected;
	const doubts: Sentence[] = [];
	if (!isNamed(job._id)) doubts.push(answerHint.jobWithoutId());
	if (job.status !== undefined && !['inProgress', 'completed'].includes(stateOf(job.status))) {
		doubts.push(answerHint.otherJobStatus({ status: jsonOf(job.status) }));
	}
	if (isOther('number_of_contacts', entries.length)) {
		const counted = jsonOf(job.number_of_contacts);
		doubts.push(answerHint.otherCount({ counted, sent: figure(entries.length) }));
	}
	if (envelope.purchase && isOther('number_of_purchase', 1)) {
		doubts.push(answerHint.purchaseMissing({ json: jsonOf(job.number_of_purchase) }));
	}
	if (validate === true && isOther('validate_emails', true)) {
		doubts.push(answerHint.emailsNotValidated({ json: jsonOf(job.validate_emails) }));
	}
	if ((url !== undefined || isWaiting) && !mayCall(job, url)) {
		doubts.push(answerHint.noCallback({ json: jsonOf(job.webhook_url) }));
	}
	for (const [key, names] of Object.entries(asked)) {
		const extra = job[key];
		const held: unknown[] = Array.isArray(extra) ? extra : [];
		const missing = (names as string[]).filter((name) => !held.includes(name));
		if (extra !== undefined && missing.length > 0) {
			doubts.push(answerHint.fieldsNotInCallback({ key, names: missing.join(', ') }));
		}
	}
	return doubts;
}

/**
 * Whether a job has the URL to call, or doesn't show it. The key in it is redacted, and a waiting run
 * has its own.
 */
export function mayCall({ webhook_url }: IDataObject, url: unknown): boolean {
	if (webhook_url === undefined) return true;
	if (typeof webhook_url !== 'string' || webhook_url === '') return false;
	return url === undefined || addressKind(webhook_url) === addressKind(textOf(url));
}

function addressKind(url: string): string {
	return URL.canParse(url) ? new URL(url).origin + new URL(url).pathname : url;
}
