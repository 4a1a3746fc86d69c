import { secretNames, type ServiceRequest } from './endpoints';
import { Redactor } from './redactor';
import { mayHaveBeenTaken, type RequestFailure } from './failure';
import { quoted, serviceText, pageAdvice, pageIn } from './serviceText';

interface Meaning {
	what: string;
	advice: string;
}

/** The status of a server that has done what was asked, and tells of it elsewhere (RFC 9110, 15.4.4). */
const seeOther = 303;

const unavailable = 'The service is not available at the moment';
const addressAndAccount = 'Base URL and Account ID in the credential';
const comeBackLater = 'Wait a little and run this again; nothing of this request was taken.';
const checkCredential = `Check ${addressAndAccount}.`;

const badRequest: Meaning = {
	what: 'The service refused the request',
	advice: 'Correct what it names; nothing of this request was taken.',
};

/** What a status means, where all endpoints share it. */
const meanings: Record<number, Meaning> = {
	400: badRequest,
	403: {
		what: 'The account is not allowed to do this',
		advice: 'Ask the provider of the service whether this function is part of your account.',
	},
	404: { what: 'The service does not know this address', advice: checkCredential },
	406: {
		what: 'The service will not accept this request',
		advice: 'Ask the provider of the service what it expects.',
	},
	413: {
		what: 'The request is too large for the service',
		advice: 'Give shorter texts or fewer values for one item; nothing of this request was taken.',
	},
	415: {
		what: 'The service did not understand the format of the request',
		advice: 'Check that Base URL leads to the service itself and not to another server.',
	},
	422: badRequest,
	429: { what: 'The service is receiving too many requests', advice: comeBackLater },
};

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

/**
 * Says what an answer other than a success means (docs/service.md, Errors).
 *
 * @param redactor takes secrets out of what it says
 */
export function refusedRequest(
	request: ServiceRequest,
	refusal: Refusal,
	redactor = new Redactor([]),
): RequestFailure {
	const { status, body } = refusal;
	const { repeatable } = request.endpoint;
	const { what, advice } = meaningOf(request, refusal, redactor);
	const version = versionAdvice(refusal);
	const correctAddress = version ? `${version} ${advice}` : advice;
	const page = pageIn(body);
	const correct = page === undefined ? correctAddress : `${pageAdvice} ${correctAddress}`;
	const text = page === undefined ? serviceText(body, redactor) : quoted(page, redactor);
	const throttled = isThrottled(refusal);
	const mayBeDone = status >= 500 || status === seeOther;
	const outcomeUnknown = !repeatable && mayBeDone && !throttled;
	return {
		kind: outcomeUnknown ? 'outcomeUnknown' : 'refused',
		message: `${what} (HTTP ${status})${text ? `: ${text}` : ''}`,
		advice: outcomeUnknown ? `${mayHaveBeenTaken} ${correct}` : correct,
		status,
		outcomeUnknown,
		mayTryAgain: throttled || (repeatable && status >= 500),
	};
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

/**
 * Where Base URL ends like the paths that the node adds, the service knows no such address. It is not
 * certain to be wrong, since a gateway may stand before the service, so it is said afterwards.
 */
function versionAdvice({ status, baseUrl = '' }: Refusal): string {
	if (![301, 302, 307, 308, 401, 403, 404, 405].includes(status)) return '';
	const [end] = /\/v\d+(\.\d+)*$|\/account(\/[^/]+)?$/i.exec(baseUrl) ?? [];
	if (end === undefined) return '';
	return `Base URL in the credential ends with ${end}. Remove that: the node adds the version and the account itself.`;
}

/** Where a redirect leads, without what may be secret in an address. */
function targetOf({ location, url }: Refusal, redactor: Redactor): string | undefined {
	if (location === undefined || !URL.canParse(location, url)) return undefined;
	const { protocol, origin, pathname } = new URL(location, url);
	if (!/^https?:$/.test(protocol)) return undefined;
	return quoted(origin + pathname, redactor);
}

function redirectTo(refusal: Refusal, redactor: Redactor): Meaning {
	const target = targetOf(refusal, redactor);
	const enter = 'Enter the final address of the service as Base URL in the credential.';
	if (target === undefined) {
		return { what: 'The service redirects to another address', advice: enter };
	}
	const path = URL.canParse(refusal.url ?? '') ? new URL(refusal.url ?? '').pathname : '';
	return {
		what: `The service redirects to ${target}`,
		advice: target.endsWith(path)
			? enter
			: `${enter} If it leads to a proxy’s or login page, ask whoever runs your network.`,
	};
}

function meaningOf(request: ServiceRequest, refusal: Refusal, redactor: Redactor): Meaning {
	const { status, asksToWait = false } = refusal;
	const { secret, repeatable } = request.endpoint;
	if (status === 401) {
		const app = request.body && 'app_id' in request.body ? ', and the App ID' : '';
		return {
			what: `The service did not accept the ${secretNames[secret]}`,
			advice: `Check Account ID and ${secretNames[secret]} in the credential${app}.`,
		};
	}
	if (status === 404 && request.segments) {
		const [id] = Object.values(request.segments);
		return {
			what: `The service has nothing with the ID “${id}”`,
			advice: `Check the ID. If it is right, check ${addressAndAccount}.`,
		};
	}
	const known = meanings[status];
	if (known) return known;
	if (status >= 300 && status < 400) return redirectTo(refusal, redactor);
	if (status === 503 && asksToWait) return { what: unavailable, advice: comeBackLater };
	if (status >= 500) {
		const ifNot = repeatable ? 'Try' : 'If it is not there, try';
		const what = status === 503 ? unavailable : 'The service failed';
		return { what, advice: `${ifNot} again later, or ask its provider.` };
	}
	return { what: badRequest.what, advice: 'Ask its provider what it means.' };
}
