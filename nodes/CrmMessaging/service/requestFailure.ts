import {
	brokenRequest,
	noAnswerBecause,
	refusedRequest as refusals,
	requestAdvice,
	unreachableBecause,
} from '../catalogue/requests';
import type { Sentence } from '../catalogue/sentence';
import { canceledMessage } from '../n8n/errors';
import { blockedByN8n, canceled, timedOut } from '../n8n/http';
import { secretNames, type Endpoint, type ServiceRequest } from './endpoints';
import { answerTimeout } from './exchange';
import type { Failure } from './failure';
import { Redactor } from './redactor';
import { quoted, serviceText, pageIn } from './serviceText';

/** A failure of a request, and whether sending it again cannot double anything and may help. */
export interface RequestFailure extends Failure {
	mayTryAgain: boolean;
}

/** What went wrong with a request, to whatever endpoint. */
interface Fault {
	kind: 'refused' | 'unreachable' | 'unreadableAnswer' | 'canceled';
	/** Its advice is for a request that can't have been accepted; of a page, for any. */
	sentence: Sentence;
	/** The network's code, such as `ECONNREFUSED`. */
	networkCode?: string;
	/** Whether a page answered that isn't the service's. */
	isPage?: boolean;
	status?: number;
	/** Whether the service may have taken it. */
	mayBeTaken?: boolean;
	/** Whether it may pass by itself. */
	mayPass?: boolean;
}

/** A request that may have been taken is only sent again if a second one changes nothing. */
function failureOf({ repeatable }: Endpoint, fault: Fault): RequestFailure {
	const { mayBeTaken = false, mayPass = false, isPage = false, sentence, ...rest } = fault;
	const { code, text, advice } = sentence;
	const known = { ...rest, code, message: text, advice };
	if (repeatable || !mayBeTaken) return { ...known, outcomeUnknown: false, mayTryAgain: mayPass };
	const isNamed = known.kind === 'unreadableAnswer' || known.kind === 'canceled';
	return {
		...known,
		kind: isNamed ? known.kind : 'outcomeUnknown',
		advice: isPage ? `${advice} ${requestAdvice.mayBeAccepted}` : requestAdvice.mayBeAccepted,
		outcomeUnknown: true,
		mayTryAgain: false,
	};
}

/** Faults of the network before there was a connection, so nothing can have been accepted. */
const neverConnected = new Map([
	['ECONNREFUSED', unreachableBecause.refused],
	['ENOTFOUND', unreachableBecause.unknown],
	['EAI_AGAIN', unreachableBecause.unknown],
	['EHOSTUNREACH', unreachableBecause.noWay],
	['ENETUNREACH', unreachableBecause.noWay],
]);

/** A fault that kept HTTPS from beginning; what breaks it later has other codes. */
function faultOfHttps(code: string): string | undefined {
	if (code === 'EPROTO') return unreachableBecause.notSecure;
	const isCertificate = /CERT|^ERR_TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code);
	return isCertificate ? unreachableBecause.certificate : undefined;
}

/**
 * What a fault of the network means.
 *
 * @param code the network's, such as `ECONNREFUSED`; empty if it has none
 */
export function networkFault(endpoint: Endpoint, host: string, code: string): RequestFailure {
	if (code === blockedByN8n) {
		return failureOf(endpoint, {
			kind: 'unreachable',
			sentence: brokenRequest.blockedAddress(host),
		});
	}
	if (code === canceled) {
		return failureOf(endpoint, {
			kind: 'canceled',
			sentence: brokenRequest.canceled(canceledMessage),
			mayBeTaken: true,
		});
	}
	const neverBegan = neverConnected.get(code) ?? faultOfHttps(code);
	const why =
		code === timedOut
			? noAnswerBecause.timedOut(host, answerTimeout / 60_000)
			: noAnswerBecause.broken(host);
	const sentence =
		neverBegan === undefined
			? brokenRequest.noAnswer(why)
			: brokenRequest.unreachable(host, neverBegan);
	return failureOf(endpoint, {
		kind: 'unreachable',
		sentence: code ? { ...sentence, text: `${sentence.text} (${code})` } : sentence,
		networkCode: code || undefined,
		mayBeTaken: neverBegan === undefined,
		mayPass: neverBegan === undefined || neverConnected.has(code),
	});
}

/** An answer other than a success. */
export interface Refusal {
	status: number;
	body: string;
	/** Whether it has a Retry-After. */
	asksToWait?: boolean;
	/** Where it redirects to, if it does. */
	location?: string;
	/** The address that was asked, and the part of it that the credential gives. */
	url?: string;
	baseUrl?: string;
}

/** The status of a server that has done what was asked, and tells of it elsewhere (RFC 9110, 15.4.4). */
const seeOther = 303;

/** What an answer other than a success means (docs/service.md, Errors), without secrets. */
export function refusedRequest(
	request: ServiceRequest,
	refusal: Refusal,
	redactor = new Redactor([]),
): RequestFailure {
	const { status, body } = refusal;
	const { code, text, advice } = meaningOf(request, refusal, redactor);
	const words = serviceText(body, redactor);
	const isBusy = isThrottled(refusal);
	const isPage = pageIn(body) !== undefined;
	return failureOf(request.endpoint, {
		kind: 'refused',
		sentence: {
			code,
			text: `${text} (HTTP ${status})${words ? `: ${words}` : ''}`,
			advice: isPage ? requestAdvice.page : versionAdvice(refusal) + advice,
		},
		isPage,
		status,
		mayBeTaken: (status >= 500 || status === seeOther) && !isBusy,
		mayPass: status >= 500 || isBusy,
	});
}

/**
 * Whether the service was too busy to take a request. A gateway answers 503 also after the server
 * behind it took the request; one that asks to come back later was turned away.
 */
export function isThrottled({ status, asksToWait }: Refusal): boolean {
	return status === 429 || (status === 503 && asksToWait === true);
}

/** Nothing of a request that is too large was taken, so it may go in halves. */
export function isTooLarge({ status }: { status?: number }): boolean {
	return status === 413;
}

/** What a status means, if all endpoints share it. */
const meanings: Record<number, Sentence> = {
	403: refusals.forbidden(),
	404: refusals.unknownAddress(),
	413: refusals.requestTooLarge(),
};

/** What a status means, without the service's own words. */
function meaningOf(request: ServiceRequest, refusal: Refusal, redactor: Redactor): Sentence {
	const { status } = refusal;
	if (status === 401) {
		const app = request.body && 'app_id' in request.body ? ', and the App ID' : '';
		return refusals.wrongSecret(secretNames[request.endpoint.secret], app);
	}
	if (status === 404 && request.segments) {
		const [id = ''] = Object.values(request.segments);
		return refusals.unknownId(id);
	}
	if (status < 400) return redirectTo(refusal, redactor);
	if (isThrottled(refusal)) return refusals.busy();
	if (status >= 500) return refusals.serviceFailed();
	return meanings[status] ?? refusals.invalidRequest();
}

function redirectTo({ location = '', url }: Refusal, redactor: Redactor): Sentence {
	const target = location && URL.canParse(location, url) ? new URL(location, url) : undefined;
	if (!target || !/^https?:$/.test(target.protocol))
		return refusals.redirected('another address');
	// Without what may be secret in an address.
	return refusals.redirected(quoted(target.origin + target.pathname, redactor));
}

/** A gateway may have a Base URL that ends like the node's own paths, so it is named only afterwards. */
function versionAdvice({ status, baseUrl = '' }: Refusal): string {
	if (![301, 302, 307, 308, 401, 403, 404, 405].includes(status)) return '';
	const [end] = /\/v\d+(\.\d+)*$|\/account(\/[^/]+)?$/i.exec(baseUrl) ?? [];
	if (end === undefined) return '';
	return `${requestAdvice.baseUrlEndsWith(end)} `;
}

/** What holds for each success that doesn't say what happened. */
const withoutResult = { kind: 'unreadableAnswer', mayBeTaken: true } as const;

/**
 * A success whose body is not what the service promises.
 *
 * @param what is wrong with it
 * @param text the service's own words, or the JSON, where there are any
 */
export function unreadableAnswer(endpoint: Endpoint, what: string, text = ''): RequestFailure {
	const words = text === '' ? what : `${what} (answer: ${text})`;
	return failureOf(endpoint, {
		...withoutResult,
		sentence: brokenRequest.unreadableAnswer(words),
	});
}

/** A success that is a web page: something stands between n8n and the service. */
export function pageInstead(endpoint: Endpoint, page: string): RequestFailure {
	return failureOf(endpoint, {
		...withoutResult,
		sentence: brokenRequest.pageInsteadOfAnswer(page),
		isPage: true,
	});
}

/** A success that holds nothing but an error. */
export function errorInstead(endpoint: Endpoint, text: string): RequestFailure {
	return failureOf(endpoint, {
		...withoutResult,
		sentence: brokenRequest.errorInsteadOfAnswer(text),
	});
}
