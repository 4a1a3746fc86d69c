import { secretNames } from './credential';
import { answerTimeout, type ServiceRequest } from './request';

/** Why a request did not succeed, in words for the person who sees it. */
export interface Failure {
	/** What happened, with the service's own text. */
	message: string;
	/** What to do. */
	advice: string;
	/** The HTTP status, where there was an answer. */
	status?: number;
	/** Whether the service may have taken the request all the same. */
	mayBeTaken: boolean;
	/** Whether sending it again cannot double anything and may help. */
	mayTryAgain: boolean;
}

interface Meaning {
	what: string;
	advice: string;
}

const checkCredential = 'Check Base URL and Account ID in the credential.';

/** What a status means, where all endpoints share it. */
const meanings: Record<number, Meaning> = {
	400: {
		what: 'The service refused the request',
		advice: 'Correct what it names; nothing of this request was taken.',
	},
	403: {
		what: 'The account may not do this',
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
	429: {
		what: 'The service gets too many requests',
		advice: 'Wait a little and run this again; nothing of this request was taken.',
	},
	503: {
		what: 'The service is not available at the moment',
		advice: 'Wait a little and run this again; nothing of this request was taken.',
	},
};
meanings[422] = meanings[400] as Meaning;

/** Says what an answer other than a success means. */
export function failureOfAnswer(request: ServiceRequest, status: number, body: string): Failure {
	const { what, advice } = meaningOf(request, status);
	const text = serviceText(body);
	const mayBeTaken = changes(request) && status >= 500 && status !== 503;
	return {
		message: `${what} (HTTP ${status})${text ? `: ${text}` : ''}`,
		advice: mayBeTaken ? `${mayHaveBeenSent} ${advice}` : advice,
		status,
		mayBeTaken,
		mayTryAgain: status === 429 || status === 503 || (!changes(request) && status >= 500),
	};
}

/** Whether a request does more than read. */
function changes({ endpoint }: ServiceRequest): boolean {
	return endpoint.method !== 'GET';
}

function meaningOf(request: ServiceRequest, status: number): Meaning {
	const { secret } = request.endpoint;
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
			advice: `Check the ID. If it is right: ${checkCredential}`,
		};
	}
	const known = meanings[status];
	if (known) return known;
	if (status >= 300 && status < 400) {
		return {
			what: 'The service answered with another address',
			advice: 'Give the final address of the service as Base URL in the credential.',
		};
	}
	if (status >= 500) {
		const ifNot = changes(request) ? 'If it is not there, try' : 'Try';
		return { what: 'The service failed', advice: `${ifNot} again later, or ask its provider.` };
	}
	return { what: 'The service refused the request', advice: 'Ask its provider what it means.' };
}

const mayHaveBeenSent =
	'The request may have been taken all the same: look in the service before you send it again.';

/** Faults of the network in which no connection was made, so nothing can have been taken. */
const neverConnected: Record<string, string> = {
	ECONNREFUSED: 'refused the connection',
	ENOTFOUND: 'has a name that is not known',
	EAI_AGAIN: 'has a name that could not be looked up',
	EHOSTUNREACH: 'cannot be reached',
	ENETUNREACH: 'cannot be reached',
};

/** What n8n's HTTP client says when an answer takes longer than it was told to wait. */
const timedOut = 'ECONNABORTED';

/** Says what a fault of the network means. */
export function failureOfNetwork(request: ServiceRequest, host: string, code: string): Failure {
	const known =
		neverConnected[code] ??
		(isCertificate(code) ? 'has a certificate that is not valid' : undefined);
	if (known) {
		return {
			message: `The server ${host} ${known} (${code})`,
			advice: 'Nothing was sent. Check Base URL in the credential and that the server runs.',
			mayBeTaken: false,
			mayTryAgain: code in neverConnected,
		};
	}
	const mayBeTaken = changes(request);
	if (code === 'ERR_CANCELED') {
		return {
			message: 'The execution was canceled before an answer came',
			advice: mayBeTaken ? mayHaveBeenSent : 'Run it again to read it.',
			mayBeTaken,
			mayTryAgain: false,
		};
	}
	const what =
		code === timedOut
			? `The server ${host} gave no answer within ${answerTimeout / 60_000} minutes`
			: `The connection to ${host} broke before an answer came`;
	return {
		message: code ? `${what} (${code})` : what,
		advice: mayBeTaken ? mayHaveBeenSent : 'Try again later.',
		mayBeTaken,
		mayTryAgain: !mayBeTaken,
	};
}

function isCertificate(code: string): boolean {
	return /CERT|^ERR_TLS|SELF_SIGNED|UNABLE_TO_VERIFY|^EPROTO$/.test(code);
}

/** Says that a success had a body that is not what the interface document promises. */
export function failureOfShape(request: ServiceRequest, what: string): Failure {
	const mayBeTaken = changes(request);
	return {
		message: `The service accepted the request, but its answer cannot be read: ${what}`,
		advice: mayBeTaken
			? mayHaveBeenSent
			: 'Check that Base URL in the credential leads to the service itself.',
		mayBeTaken,
		mayTryAgain: false,
	};
}

/** The service's own words: `{"error": "…"}` or `{"error": [{"error": "…"}]}`. */
function serviceText(body: string): string {
	let parsed: unknown;
	try {
		parsed = JSON.parse(body);
	} catch {
		// Proxies answer with pages of their own, which say nothing to a person.
		return /^\s*</.test(body) ? '' : shortened(body);
	}
	return shortened(errorTexts(parsed, 0).join(', '));
}

function errorTexts(value: unknown, depth: number): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null || depth > 5) return [];
	if (Array.isArray(value)) return value.flatMap((one) => errorTexts(one, depth + 1));
	const { error, errors, message } = value as Record<string, unknown>;
	return errorTexts(error ?? errors ?? message, depth + 1);
}

function shortened(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

/** A success whose body is not what the interface document promises; the message says what is missing. */
export class AnswerProblem extends Error {}
