import { secretNames, type ServiceRequest } from './endpoints';
import { Redactor } from './redactor';
import { mayHaveBeenTaken, type RequestFailure } from './failure';
import { quoted, serviceText, pageAdvice, pageIn } from './serviceText';

/** What a status means, without the service's own words. */
type Meaning = Pick<RequestFailure, 'message' | 'advice'>;

/** The status of a server that has done what was asked, and tells of it elsewhere (RFC 9110, 15.4.4). */
const seeOther = 303;

const unavailable = 'The service is not available at the moment';
const addressAndAccount = 'Base URL and Account ID in the credential';
const comeBackLater = 'Wait a little and run this again; nothing of this request was taken.';
const checkCredential = `Check ${addressAndAccount}.`;

const badRequest: Meaning = {
	message: 'The service refused the request',
	advice: 'Correct what it names; nothing of this request was taken.',
};

/** What a status means, where all endpoints share it. */
const meanings: Record<number, Meaning> = {
	400: badRequest,
	403: {
		message: 'The account is not allowed to do this',
		advice: 'Ask the provider of the service whether this function is part of your account.',
	},
	404: { message: 'The service does not know this address', advice: checkCredential },
	406: {
		message: 'The service will not accept this request',
		advice: 'Ask the provider of the service what it expects.',
	},
	413: {
		message: 'The request is too large for the service',
		advice: 'Give shorter texts or fewer values for one item; nothing of this request was taken.',
	},
	415: {
		message: 'The service did not understand the format of the request',
		advice: 'Check that Base URL leads to the service itself and not to another server.',
	},
	422: badRequest,
	429: { message: 'The service is receiving too many requests', advice: comeBackLater },
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

/** What an answer other than a success means (docs/service.md, Errors), without secrets. */
export function refusedRequest(
	request: ServiceRequest,
	refusal: Refusal,
	redactor = new Redactor([]),
): RequestFailure {
	const { status, body } = refusal;
	const { repeatable } = request.endpoint;
	const { message, advice } = meaningOf(request, refusal, redactor);
	const text = serviceText(body, redactor);
	const version = versionAdvice(refusal);
	const ofService = version ? `${version} ${advice}` : advice;
	const correct = pageIn(body) === undefined ? ofService : `${pageAdvice} ${ofService}`;
	const throttled = isThrottled(refusal);
	const mayBeDone = status >= 500 || status === seeOther;
	const outcomeUnknown = !repeatable && mayBeDone && !throttled;
	return {
		kind: outcomeUnknown ? 'outcomeUnknown' : 'refused',
		message: `${message} (HTTP ${status})${text ? `: ${text}` : ''}`,
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

/** A gateway may have a Base URL that ends like the node's own paths, so it is named only afterwards. */
function versionAdvice({ status, baseUrl = '' }: Refusal): string {
	if (![301, 302, 307, 308, 401, 403, 404, 405].includes(status)) return '';
	const [end] = /\/v\d+(\.\d+)*$|\/account(\/[^/]+)?$/i.exec(baseUrl) ?? [];
	if (end === undefined) return '';
	return `Base URL in the credential ends with ${end}. Remove that: the node adds the version and the account itself.`;
}

function redirectTo({ location, url }: Refusal, redactor: Redactor): Meaning {
	const enter = 'Enter the final address of the service as Base URL in the credential.';
	const target =
		location !== undefined && URL.canParse(location, url) ? new URL(location, url) : undefined;
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

function meaningOf(request: ServiceRequest, refusal: Refusal, redactor: Redactor): Meaning {
	const { status, asksToWait = false } = refusal;
	const { secret, repeatable } = request.endpoint;
	if (status === 401) {
		const app = request.body && 'app_id' in request.body ? ', and the App ID' : '';
		return {
			message: `The service did not accept the ${secretNames[secret]}`,
			advice: `Check Account ID and ${secretNames[secret]} in the credential${app}.`,
		};
	}
	if (status === 404 && request.segments) {
		const [id] = Object.values(request.segments);
		return {
			message: `The service has nothing with the ID “${id}”`,
			advice: `Check the ID. If it is right, check ${addressAndAccount}.`,
		};
	}
	const known = meanings[status];
	if (known) return known;
	if (status >= 300 && status < 400) return redirectTo(refusal, redactor);
	if (status === 503 && asksToWait) return { message: unavailable, advice: comeBackLater };
	if (status >= 500) {
		const ifNot = repeatable ? 'Try' : 'If it is not there, try';
		const message = status === 503 ? unavailable : 'The service failed';
		return { message, advice: `${ifNot} again later, or ask its provider.` };
	}
	return { message: badRequest.message, advice: 'Ask its provider what it means.' };
}
