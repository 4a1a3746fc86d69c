import type { Sentence } from '../catalogue/sentence';
import type { Explanation } from '../n8n/errors';

/** What kind of thing went wrong. */
export type FailureKind =
	/** What a person gave; nothing was sent. */
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

/** What went wrong, as plain data: it survives the execution's memory and a wait. */
export interface Failure {
	kind: FailureKind;
	/** The code of its sentence in the catalogue; n8n's own errors have none. */
	code?: string;
	/** What happened, in one sentence without a period, with the service's own words. */
	message: string;
	/** What to do, in sentences; empty where the message says it. */
	advice: string;
	/** The network's code, such as `ECONNREFUSED`, if no answer came. */
	networkCode?: string;
	/** The HTTP status, where there was an answer. */
	status?: number;
	/** Times the request was sent. */
	tries?: number;
	/** Whether the service may have taken the request all the same. */
	outcomeUnknown?: boolean;
	/** Whether it is about the whole run and not about an item. */
	ofRun?: boolean;
	/** What n8n said of an error of its own, from which its editor explains it. */
	explanation?: Explanation;
}

/** What became of the entries that a failure is about. */
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
