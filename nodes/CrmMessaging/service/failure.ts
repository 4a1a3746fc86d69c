import type { Sentence } from '../catalogue/sentence';
import type { Explanation } from '../n8n/errors';

/** The kind of failure. */
export type FailureKind =
	/** A person's input; nothing was sent. */
	| 'input'
	/** The service answered, and did not take the request. */
	| 'refused'
	/** Nothing of the request can have arrived. */
	| 'unreachable'
	/** The answer is missing or says nothing, so the service may have taken the request. */
	| 'outcomeUnknown'
	/** A success whose body is not what the service promises. */
	| 'unreadableAnswer'
	/** The service took the request, and rejected an entry of it. */
	| 'rejected'
	/** A person canceled the execution. */
	| 'canceled';

/** A failure as plain data: it survives the execution's memory and a wait. */
export interface Failure {
	kind: FailureKind;
	/** The code of its sentence in the catalogue; n8n's own errors have none. */
	code?: string;
	/** What happened, in one sentence without a period, with the service's own words. */
	message: string;
	/** Advice, in sentences; empty if the message has it. */
	advice: string;
	/** The network's code, such as `ECONNREFUSED`, if no answer came. */
	networkCode?: string;
	/** The HTTP status, where there was an answer. */
	status?: number;
	/** Times the request was sent. */
	tries?: number;
	/** Whether the service may have taken the request anyway. */
	outcomeUnknown?: boolean;
	/** Whether it is about the whole run and not about an item. */
	ofRun?: boolean;
	/** n8n's own error, from which its editor explains it. */
	explanation?: Explanation;
}

/** The outcome of the entries that a failure is about. */
export function outcomeOf({ kind, outcomeUnknown }: Failure): 'notSent' | 'rejected' | 'unknown' {
	if (kind === 'rejected') return 'rejected';
	return outcomeUnknown ? 'unknown' : 'notSent';
}

/** The failure that a sentence describes. */
export function failureOfSentence(
	kind: FailureKind,
	{ code, text, advice }: Sentence,
	more: Pick<Failure, 'outcomeUnknown' | 'ofRun'> = {},
): Failure {
	return { kind, code, message: text, advice, ...more };
}

/** A failure on its way to the one place that makes n8n's error of it. */
export class ServiceError extends Error {
	constructor(readonly failure: Failure) {
		super(failure.message);
	}
}
