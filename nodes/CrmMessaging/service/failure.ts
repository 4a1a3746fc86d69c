import type { Sentence } from '../catalogue/sentence';
import type { Explanation } from '../n8n/errors';

/** The kind of a failure. */
export type FailureKind =
	/** The user's input is wrong; nothing was sent. */
	| 'input'
	/** The service answered, and didn't accept the request. */
	| 'refused'
	/** Nothing of the request can have arrived. */
	| 'unreachable'
	/** The answer is missing or unclear, so the service may have accepted the request. */
	| 'outcomeUnknown'
	/** A success whose body doesn't match the service's documentation. */
	| 'unreadableAnswer'
	/** The service accepted the request, and rejected one of its entries. */
	| 'rejected'
	| 'canceled';

/** A failure as plain data: the execution's memory stores it, and it survives a wait. */
export interface Failure {
	kind: FailureKind;
	/** Its sentence's code in the catalogue; n8n's own errors have none. */
	code?: string;
	/** The problem in one sentence without a period, with the service's own words. */
	message: string;
	/** The solution in full sentences; empty if the message includes it. */
	advice: string;
	/** The network's code, such as `ECONNREFUSED`, if no answer came. */
	networkCode?: string;
	/** The HTTP status, if there was an answer. */
	status?: number;
	tries?: number;
	/** Whether the service may have accepted the request anyway. */
	outcomeUnknown?: boolean;
	/** Whether it concerns the whole run rather than an item. */
	ofRun?: boolean;
	/** The data of n8n's own error with which the editor explains it. */
	explanation?: Explanation;
}

/** The result of a failure's entries. */
export function outcomeOf({ kind, outcomeUnknown }: Failure): 'notSent' | 'rejected' | 'unknown' {
	if (kind === 'rejected') return 'rejected';
	return outcomeUnknown ? 'unknown' : 'notSent';
}

/** The failure for a sentence. */
export function failureOfSentence(
	kind: FailureKind,
	{ code, text, advice }: Sentence,
	more: Pick<Failure, 'outcomeUnknown' | 'ofRun'> = {},
): Failure {
	return { kind, code, message: text, advice, ...more };
}

/** A failure to be converted to n8n's error. */
export class ServiceError extends Error {
	constructor(readonly failure: Failure) {
		super(failure.message);
	}
}
