import type { Sentence } from '../catalogue/sentence';
import { isObject } from '../fields/values';
import { type Explanation, canceledMessage } from '../n8n/errors';
import { brokenRequest, noAnswerBecause, refusedRequest as refused } from '../catalogue/requests';
import { blockedByN8n, canceled, timedOut } from '../n8n/http';
import { quoted, serviceText, type Content } from './answer';
import { changes, secretNames, type Endpoint, type ServiceRequest } from './endpoints';
import { transport } from './limiter';
import { Redactor } from './redactor';

/** The kind of a failure: who or what is at fault. */
export type FailureKind =
	/** The user's input; nothing was sent. */
	| 'input'
	/** The service, or the way to it. */
	| 'service'
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
	status?: number;
	tries?: number;
	/** The outcome of its entries. Unknown means that the service may have accepted them. */
	outcome: 'notSent' | 'accepted' | 'rejected' | 'unknown';
	/** The results of an unclear answer, as the service returned them. */
	answer?: unknown[];
	/** Whether it concerns the whole run rather than an item. */
	ofRun?: boolean;
	/** The data of n8n's own error with which the editor explains it. */
	explanation?: Explanation;
}

export function failureOfSentence(
	kind: FailureKind,
	{ code, text, advice }: Sentence,
	more: Partial<Pick<Failure, 'outcome' | 'ofRun'>> = {},
): Failure {
	return { kind, code, message: text, advice, outcome: 'notSent', ...more };
}

/** A failure to be converted to n8n's error. */
export class ServiceError extends Error {
	constructor(readonly failure: Failure) {
		super(failure.message);
	}
}

/** A request's failure, and whether a retry may help without duplicating anything. */
export interface RequestFailure extends Failure {
	mayTryAgain: boolean;
}

/** More about a request's failure; `mayPass` if a later try may succeed. */
type FailureDetails = Pick<Failure, 'networkCode' | 'status'> & {
	kind?: 'service' | 'canceled';
	mayPass?: boolean;
};

/** A change that may have been sent is never tried again. */
export function requestFailure(
	endpoint: Endpoint,
	{ code, text, advice, mayBeSent = false, isToSendAgain }: Sentence,
	{ kind = 'service', mayPass = false, ...details }: FailureDetails = {},
): RequestFailure {
	const outcome = mayBeSent && changes(endpoint) ? 'unknown' : 'notSent';
	return {
		kind,
		code,
		message: text,
		advice: outcome === 'unknown' && isToSendAgain ? '' : advice,
		...details,
		outcome,
		mayTryAgain: mayPass && outcome === 'notSent',
	};
}

/** Faults before a request could leave, and whether they may pass. Later ones have other codes. */
const faultsBeforeSending = [
	{ known: /^ECONNREFUSED$/, problem: noAnswerBecause.refused, mayPass: true },
	{ known: /^(ENOTFOUND|EAI_AGAIN)$/, problem: noAnswerBecause.unknown, mayPass: true },
	{ known: /^(EHOSTUNREACH|ENETUNREACH)$/, problem: noAnswerBecause.noWay, mayPass: true },
	{ known: /^EPROTO$/, problem: noAnswerBecause.notSecure, mayPass: false },
	{
		known: /CERT|^ERR_TLS|SELF_SIGNED|UNABLE_TO_VERIFY/,
		problem: noAnswerBecause.certificate,
		mayPass: false,
	},
];

/** The failure for a network fault; the code is empty if it has none. */
export function networkFault(endpoint: Endpoint, host: string, code: string): RequestFailure {
	if (code === blockedByN8n) {
		return requestFailure(endpoint, brokenRequest.blockedAddress({ host }));
	}
	if (code === canceled) {
		const sentence = brokenRequest.canceled({ event: canceledMessage });
		return requestFailure(endpoint, sentence, { kind: 'canceled' });
	}
	const fault = faultsBeforeSending.find(({ known }) => known.test(code));
	const reason =
		code === timedOut
			? noAnswerBecause.timedOut({ host, minutes: transport.longestMs / 60_000 })
			: noAnswerBecause.broken({ host });
	const sentence = fault
		? brokenRequest.unreachable({ host, problem: fault.problem })
		: brokenRequest.noAnswer({ reason });
	const { mayPass = true } = fault ?? {};
	if (code) sentence.text += ` (${code})`;
	return requestFailure(endpoint, sentence, { networkCode: code || undefined, mayPass });
}

/** An answer other than a success. */
export interface Refusal {
	status: number;
	content: Content;
	/** Whether it has a Retry-After. */
	asksToWait?: boolean;
	/** The header, which is a text if it is there. */
	location?: unknown;
	/** The request's URL. */
	url?: string;
}

/**
 * The statuses that mean that nothing of a request was accepted, unless the body holds results. 400,
 * 401, 404 and 415 were observed, the others are a decision. Any other status leaves the outcome of
 * a change unknown.
 */
const refusals: Readonly<Record<number, (request: ServiceRequest) => Sentence>> = {
	400: () => refused.invalidRequest(),
	401: ({ endpoint, body }) =>
		refused.wrongSecret({
			secret: secretNames[endpoint.secret],
			more: body && 'app_id' in body ? ', and the App ID' : '',
		}),
	403: () => refused.forbidden(),
	404: ({ segments = {} }) => {
		const [id] = Object.values(segments);
		return id === undefined ? refused.unknownAddress() : refused.unknownId({ id });
	},
	413: () => refused.requestTooLarge(),
	415: () => refused.invalidRequest(),
	422: () => refused.invalidRequest(),
	429: () => refused.busy(),
	// With Retry-After. A gateway's own 503 has none.
	503: () => refused.busy(),
};

/** The failure for an answer other than a success (docs/contributing/service.md, Errors), without secrets. */
export function refusalFailure(
	request: ServiceRequest,
	refusal: Refusal,
	redactor = new Redactor([]),
): RequestFailure {
	const { status, content } = refusal;
	const sentence = refusalOf(request, refusal) ?? unclearStatus(refusal, redactor);
	const words = serviceText(content, redactor);
	const text = `${sentence.text} (HTTP ${status})${words ? `: ${words}` : ''}`;
	const mayPass = status >= 500 || sentence.code === refused.busy.code;
	return requestFailure(request.endpoint, { ...sentence, text }, { status, mayPass });
}

/** What a refusal means; undefined if an answer doesn't show that nothing was accepted. */
function refusalOf(
	request: ServiceRequest,
	{ status, content, asksToWait = false }: Refusal,
): Sentence | undefined {
	if (mayHoldResults(request.endpoint, content) || (status === 503 && !asksToWait))
		return undefined;
	return refusals[status]?.(request);
}

function mayHoldResults({ results: key }: Endpoint, { text, json, excess }: Content): boolean {
	if (text === undefined || excess) return true;
	return isObject(json) ? Boolean(json[key]) : json === null && text.includes(`"${key}"`);
}

function unclearStatus({ status, location, url }: Refusal, redactor: Redactor): Sentence {
	if (status >= 400) return refused.serviceFailed();
	const isAddress = typeof location === 'string' && location && URL.canParse(location, url);
	const target = isAddress ? new URL(location, url) : undefined;
	if (!target || !/^https?:$/.test(target.protocol))
		return refused.redirected({ target: 'another address' });
	// Drops the parts of a URL that may be secret.
	return refused.redirected({ target: quoted(target.origin + target.pathname, redactor) });
}

/** Whether fewer requests at a time may help. */
export function isBusy({ status }: Failure): boolean {
	return status === 429 || status === 503;
}

/** Nothing of a request that is too large was accepted, so its halves can be sent. */
export function isTooLarge({ code, outcome }: Failure): boolean {
	return code === refused.requestTooLarge.code && outcome === 'notSent';
}

/**
 * The failure for a success that doesn't match the documentation.
 *
 * @param text the service's own words, or the JSON
 */
export function unreadableAnswer(endpoint: Endpoint, what: string, text = ''): RequestFailure {
	const reason = text === '' ? what : `${what} (answer: ${text})`;
	return requestFailure(endpoint, brokenRequest.unreadableAnswer({ reason }));
}
