import type { Sentence } from '../catalogue/sentence';
import { isObject } from '../fields/values';
import { type Explanation, canceledMessage } from '../n8n/errors';
import { brokenRequest as broken, refusedRequest as refused } from '../catalogue/requests';
import { blockedByN8n, canceled, timedOut } from '../n8n/http';
import { quoted, serviceText, type Content } from './answer';
import { changes, secretNames, type Endpoint, type ServiceRequest } from './endpoints';
import { transport } from './limiter';

/** A failure as plain data: the execution's memory stores it, and it survives a wait. */
export interface Failure {
	/** Who is at fault: the user's input, the service or the way to it, or an entry it rejected. */
	kind: 'input' | 'service' | 'rejected' | 'canceled';
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
	/** The unclear results of an answer, or the whole answer, as the service returned them. */
	answer?: unknown[];
	ofRun?: boolean;
	/** The data of n8n's own error with which the editor explains it. */
	explanation?: Explanation;
}

export function failureOfSentence(
	kind: Failure['kind'],
	{ code, text, advice }: Sentence,
	more: Partial<Pick<Failure, 'outcome' | 'ofRun' | 'status' | 'networkCode'>> = {},
): Failure {
	return { kind, code, message: text, advice, outcome: 'notSent', ...more };
}

/** A failure to be converted to n8n's error. */
export class ServiceError extends Error {
	constructor(readonly failure: Failure) {
		super(failure.message);
	}
}

/** A request's failure. After all but a refusal, it's unknown whether a change was accepted. */
export function requestFailure(
	endpoint: Endpoint,
	sentence: Sentence,
	more: Partial<Pick<Failure, 'status' | 'networkCode'>> = {},
): Failure {
	const isRefused = Object.hasOwn(refused, sentence.code);
	const outcome = changes(endpoint) && !isRefused ? 'unknown' : 'notSent';
	return failureOfSentence('service', sentence, { ...more, outcome });
}

/** Whether the same request may be sent again: it may pass, and nothing of it was accepted. */
export function mayTryAgain({ outcome, code = '', status = 0 }: Failure): boolean {
	const mayPass = ['busy', 'unreachable', 'noAnswer'].includes(code) || status >= 500;
	return mayPass && outcome === 'notSent';
}

/** Codes of the network, if a request couldn't leave. After any other code, it may have. */
const neverConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const neverSecure = /^EPROTO$|CERT|^ERR_TLS|SELF_SIGNED|UNABLE_TO_VERIFY/;

/** The failure for a network fault; the code is empty if it has none. */
export function networkFault(endpoint: Endpoint, host: string, networkCode: string): Failure {
	const sentence = sentenceOfFault(host, networkCode);
	if (networkCode === canceled)
		return { ...requestFailure(endpoint, sentence), kind: 'canceled' };
	if (networkCode === '' || networkCode === blockedByN8n)
		return requestFailure(endpoint, sentence);
	const text = `${sentence.text} (${networkCode})`;
	return requestFailure(endpoint, { ...sentence, text }, { networkCode });
}

function sentenceOfFault(host: string, networkCode: string): Sentence {
	if (networkCode === blockedByN8n) return refused.blockedAddress({ host });
	if (networkCode === canceled) return broken.canceled({ event: canceledMessage });
	if (neverConnected.test(networkCode)) return refused.unreachable({ host });
	if (neverSecure.test(networkCode)) return refused.notSecure({ host });
	const time = networkCode === timedOut ? ` within ${transport.longestMs / 60_000} minutes` : '';
	return broken.noAnswer({ host, time });
}

/** An answer without secrets. */
export interface Answer {
	status: number;
	/** By their names in small letters. */
	headers: Readonly<Record<string, unknown>>;
	content: Content;
}

/**
 * The statuses that mean that nothing was accepted, unless the body holds results. 400, 401, 404 and 415
 * were observed, the others are a decision.
 */
const refusals: Readonly<Record<number, (request: ServiceRequest) => Sentence>> = {
	400: () => refused.invalidRequest(),
	401: ({ endpoint, body = {} }) => {
		const more = 'app_id' in body ? ', and the App ID' : '';
		return refused.wrongSecret({ secret: secretNames[endpoint.secret], more });
	},
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

/** For an answer other than a success (docs/contributing/service.md, Errors). */
export function refusalFailure(request: ServiceRequest, answer: Answer, url: string): Failure {
	const { status, headers, content } = answer;
	const mayBeAccepted =
		mayHoldResults(request.endpoint, content) ||
		(status === 503 && headers['retry-after'] === undefined);
	const refusal = mayBeAccepted ? undefined : refusals[status]?.(request);
	const target = quoted(targetOf(headers.location, url));
	const other = status >= 400 ? broken.serviceFailed() : broken.redirected({ target });
	const sentence = refusal ?? other;
	const words = serviceText(content);
	const text = `${sentence.text} (HTTP ${status})${words ? `: ${words}` : ''}`;
	return requestFailure(request.endpoint, { ...sentence, text }, { status });
}

function mayHoldResults({ results: key }: Endpoint, { text, json, excess }: Content): boolean {
	if (excess) return true;
	return isObject(json) ? Boolean(json[key]) : json === null && text.includes(`"${key}"`);
}

/** Where a redirect goes, without the parts of a URL that may be secret. */
function targetOf(location: unknown, url: string): string {
	const unknown = 'another address';
	if (typeof location !== 'string' || !location || !URL.canParse(location, url)) return unknown;
	const { protocol, origin, pathname } = new URL(location, url);
	return /^https?:$/.test(protocol) ? origin + pathname : unknown;
}

/** Nothing of a request that is too large was accepted, so its halves can be sent. */
export function isTooLarge({ code, outcome }: Failure): boolean {
	return code === 'requestTooLarge' && outcome === 'notSent';
}

/** For a success that doesn't match the documentation, with the service's own words, or the JSON. */
export function unreadableAnswer(endpoint: Endpoint, what: string, text = ''): Failure {
	const reason = text === '' ? what : `${what} (answer: ${text})`;
	return requestFailure(endpoint, broken.unreadableAnswer({ reason }));
}
