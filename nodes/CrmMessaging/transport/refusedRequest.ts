import { secretNames } from '../interface/endpoints';
import type { SecretBlotter } from './blotSecrets';
import { mayHaveBeenTaken, type RequestFailure } from './failure';
import type { ServiceRequest } from './request';
import { serviceText } from './serviceText';

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

/**
 * Says what an answer other than a success means (docs/service.md, Errors).
 *
 * @param asksToWait whether it has a Retry-After
 * @param blotter takes secrets out of what it says
 */
export function refusedRequest(
	request: ServiceRequest,
	status: number,
	body: string,
	asksToWait = false,
	blotter?: SecretBlotter,
): RequestFailure {
	const { repeatable } = request.endpoint;
	const { what, advice } = meaningOf(request, status, asksToWait);
	const text = serviceText(body, blotter);
	const turnedAway = isTurnedAway(status, asksToWait);
	const mayBeDone = status >= 500 || status === seeOther;
	const outcomeUnknown = !repeatable && mayBeDone && !turnedAway;
	return {
		kind: outcomeUnknown ? 'outcomeUnknown' : 'refused',
		message: `${what} (HTTP ${status})${text ? `: ${text}` : ''}`,
		advice: outcomeUnknown ? `${mayHaveBeenTaken} ${advice}` : advice,
		status,
		outcomeUnknown,
		mayTryAgain: turnedAway || (repeatable && status >= 500),
	};
}

/**
 * Whether the service was too busy to take a request. A gateway answers 503 also after the server
 * behind it took the request; one that asks to come back later was turned away.
 */
export function isTurnedAway(status: number, asksToWait: boolean): boolean {
	return status === 429 || (status === 503 && asksToWait);
}

/** Nothing of a request that is too large was taken, so it may go in halves. */
export function isTooLarge({ status }: { status?: number }): boolean {
	return status === 413;
}

function meaningOf(request: ServiceRequest, status: number, asksToWait: boolean): Meaning {
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
	if (status >= 300 && status < 400) {
		return {
			what: 'The service redirects to another address',
			advice: 'Enter the final address of the service as Base URL in the credential.',
		};
	}
	if (status === 503 && asksToWait) return { what: unavailable, advice: comeBackLater };
	if (status >= 500) {
		const ifNot = repeatable ? 'Try' : 'If it is not there, try';
		const what = status === 503 ? unavailable : 'The service failed';
		return { what, advice: `${ifNot} again later, or ask its provider.` };
	}
	return { what: badRequest.what, advice: 'Ask its provider what it means.' };
}
