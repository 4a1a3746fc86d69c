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

/** The failure of a request to any endpoint. */
interface Fault {
	kind: 'refused' | 'unreachable' | 'unreadableAnswer' | 'canceled';
	message: string;
	/** Advice if the service can't have received the request; for a web page, advice in any case. */
	advice: string;
	/** Whether a page answered that isn't the service's. */
	isPage?: boolean;
	status?: number;
	/** Whether the service may have taken it. */
	mayBeTaken?: boolean;
	/** Whether it may pass by itself. */
	mayPass?: boolean;
}

const lookBefore =
	'The request may have been taken all the same: look in the service before you send it again.';

/** A request that may have been taken is only sent again if a second one changes nothing. */
function failureOf({ repeatable }: Endpoint, fault: Fault): RequestFailure {
	const { mayBeTaken = false, mayPass = false, isPage = false, ...known } = fault;
	if (repeatable || !mayBeTaken) return { ...known, outcomeUnknown: false, mayTryAgain: mayPass };
	const isNamed = known.kind === 'unreadableAnswer' || known.kind === 'canceled';
	return {
		...known,
		kind: isNamed ? known.kind : 'outcomeUnknown',
		advice: isPage ? `${known.advice} ${lookBefore}` : lookBefore,
		outcomeUnknown: true,
		mayTryAgain: false,
	};
}

/** Faults of the network before there was a connection, so nothing can have been taken. */
const neverConnected = new Map([
	['ECONNREFUSED', 'refused the connection'],
	['ENOTFOUND', 'has a name that is not known'],
	['EAI_AGAIN', 'has a name that could not be looked up'],
	['EHOSTUNREACH', 'cannot be reached'],
	['ENETUNREACH', 'cannot be reached'],
]);

/** Errors that kept HTTPS from beginning; later ones have other codes. */
function faultOfHttps(code: string): string | undefined {
	if (code === 'EPROTO') return 'made no secure connection';
	const isCertificate = /CERT|^ERR_TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code);
	return isCertificate ? 'has a certificate that is not valid' : undefined;
}

/**
 * The failure that a fault of the network is.
 *
 * @param code the network's, such as `ECONNREFUSED`; empty where it has none
 */
export function networkFault(endpoint: Endpoint, host: string, code: string): RequestFailure {
	const neverBegan = neverConnected.get(code) ?? faultOfHttps(code);
	if (code === blockedByN8n) {
		return failureOf(endpoint, {
			kind: 'unreachable',
			message: `This n8n sends nothing to ${host}, which it takes for an address of its own network or was told to block`,
			advice: 'Nothing was sent. Check Base URL in the credential, or ask whoever runs n8n to allow the address (N8N_SSRF_ALLOWED_HOSTNAMES).',
		});
	}
	if (neverBegan !== undefined) {
		return failureOf(endpoint, {
			kind: 'unreachable',
			message: `The server ${host} ${neverBegan} (${code})`,
			advice: 'Nothing was sent. Check Base URL in the credential and that the server runs.',
			mayPass: neverConnected.has(code),
		});
	}
	if (code === canceled) {
		return failureOf(endpoint, {
			kind: 'canceled',
			message: `${canceledMessage} before an answer came`,
			advice: 'Run it again.',
			mayBeTaken: true,
		});
	}
	const what =
		code === timedOut
			? `The server ${host} gave no answer within ${answerTimeout / 60_000} minutes`
			: `The connection to ${host} broke before an answer came`;
	return failureOf(endpoint, {
		kind: 'unreachable',
		message: code ? `${what} (${code})` : what,
		advice: 'Try again later.',
		mayBeTaken: true,
		mayPass: true,
	});
}

/** An answer other than a success. */
export interface Refusal {
	status: number;
	body: string;
	/** Whether it has a Retry-After. */
	asksToWait?: boolean;
	/** The address it redirects to, if it does. */
	location?: string;
	/** The address that was asked, and the part of it that the credential gives. */
	url?: string;
	baseUrl?: string;
}

/** The status of a server that has done what was asked, and tells of it elsewhere (RFC 9110, 15.4.4). */
const seeOther = 303;

/** The failure in an answer other than a success (service.md, Errors), without secrets. */
export function refusedRequest(
	request: ServiceRequest,
	refusal: Refusal,
	redactor = new Redactor([]),
): RequestFailure {
	const { status, body } = refusal;
	const { message, advice } = meaningOf(request, refusal, redactor);
	const text = serviceText(body, redactor);
	const isBusy = isThrottled(refusal);
	const isPage = pageIn(body) !== undefined;
	return failureOf(request.endpoint, {
		kind: 'refused',
		message: `${message} (HTTP ${status})${text ? `: ${text}` : ''}`,
		advice: isPage ? pageAdvice : versionAdvice(refusal) + advice,
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

/** The meaning of a status, without the service's own words. */
type Meaning = Pick<Fault, 'message' | 'advice'>;

const correctIt = 'Correct what it names; nothing of this request was taken.';
const refused = 'The service refused the request';
const waitALittle = 'Wait a little and run this again; nothing of this request was taken.';
const unavailable = 'The service is not available at the moment';
const addressAndAccount = 'Base URL and Account ID in the credential';

/** The meaning of a status that all endpoints share. */
const meanings: Record<number, Meaning> = {
	400: { message: refused, advice: correctIt },
	403: {
		message: 'The account is not allowed to do this',
		advice: 'Ask the provider of the service whether this function is part of your account.',
	},
	404: {
		message: 'The service does not know this address',
		advice: `Check ${addressAndAccount}.`,
	},
	413: {
		message: 'The request is too large for the service',
		advice: 'Give shorter texts or fewer values for one item; nothing of this request was taken.',
	},
	422: { message: refused, advice: correctIt },
	429: { message: 'The service is receiving too many requests', advice: waitALittle },
};

function meaningOf(request: ServiceRequest, refusal: Refusal, redactor: Redactor): Meaning {
	const { status } = refusal;
	const secret = secretNames[request.endpoint.secret];
	if (status === 401) {
		const app = request.body && 'app_id' in request.body ? ', and the App ID' : '';
		return {
			message: `The service did not accept the ${secret}`,
			advice: `Check Account ID and ${secret} in the credential${app}.`,
		};
	}
	if (status === 404 && request.segments) {
		const [id] = Object.values(request.segments);
		return {
			message: `The service has nothing with the ID “${id}”`,
			advice: `Check the ID. If it is right, check ${addressAndAccount}.`,
		};
	}
	if (status < 400) return redirectTo(refusal, redactor);
	if (isThrottled(refusal))
		return meanings[status] ?? { message: unavailable, advice: waitALittle };
	if (status >= 500) {
		const message = status === 503 ? unavailable : 'The service failed';
		return { message, advice: 'Try again later, or ask its provider.' };
	}
	return meanings[status] ?? { message: refused, advice: 'Ask its provider what it means.' };
}

function redirectTo({ location = '', url }: Refusal, redactor: Redactor): Meaning {
	const enter = 'Enter the final address of the service as Base URL in the credential.';
	const target = location && URL.canParse(location, url) ? new URL(location, url) : undefined;
	if (!target || !/^https?:$/.test(target.protocol)) {
		return { message: 'The service redirects to another address', advice: enter };
	}
	// Without what may be secret in an address.
	const shown = quoted(target.origin + target.pathname, redactor);
	const path = url === undefined ? '' : new URL(url).pathname;
	const login = ' If it leads to a proxy’s or login page, ask whoever runs your network.';
	return {
		message: `The service redirects to ${shown}`,
		advice: shown.endsWith(path) ? enter : enter + login,
	};
}

/** A gateway may have a Base URL that ends like the node's own paths, so it is named only afterwards. */
function versionAdvice({ status, baseUrl = '' }: Refusal): string {
	if (![301, 302, 307, 308, 401, 403, 404, 405].includes(status)) return '';
	const [end] = /\/v\d+(\.\d+)*$|\/account(\/[^/]+)?$/i.exec(baseUrl) ?? [];
	if (end === undefined) return '';
	return `Base URL in the credential ends with ${end}. Remove that: the node adds the version and the account itself. `;
}

const checkBaseUrl = 'Check that Base URL in the credential leads to the service itself.';
const pageAdvice = `This looks like a proxy’s or login page, not the service. ${checkBaseUrl}`;

/** The failure of each success that doesn't show what happened. */
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
		message: `The service accepted the request, but its answer cannot be read: ${words}`,
		advice: checkBaseUrl,
	});
}

/** A success that is a web page: something stands between n8n and the service. */
export function pageInstead(endpoint: Endpoint, page: string): RequestFailure {
	return failureOf(endpoint, {
		...withoutResult,
		message: `The answer is not the service’s, but ${page}`,
		advice: pageAdvice,
		isPage: true,
	});
}

/** A success that holds only an error. */
export function errorInstead(endpoint: Endpoint, text: string): RequestFailure {
	return failureOf(endpoint, {
		...withoutResult,
		message: `The service reported success, but its answer is an error: ${text}`,
		advice: 'Correct what it names, or ask the provider of the service.',
	});
}
