import { canceledMessage } from '../n8n/errors';
import { blockedByN8n, timedOut, canceled } from '../n8n/http';
import { mayHaveBeenTaken, type RequestFailure } from './failure';
import { answerTimeout } from './exchange';
import type { ServiceRequest } from './endpoints';

/** Faults of the network in which no connection was made, so nothing can have been taken. */
const neverConnected = new Map([
	['ECONNREFUSED', 'refused the connection'],
	['ENOTFOUND', 'has a name that is not known'],
	['EAI_AGAIN', 'has a name that could not be looked up'],
	['EHOSTUNREACH', 'cannot be reached'],
	['ENETUNREACH', 'cannot be reached'],
]);

/**
 * Says what a fault of the network means.
 *
 * @param code the network's, such as `ECONNREFUSED`; empty where it has none
 */
export function networkFault(
	{ endpoint: { repeatable } }: ServiceRequest,
	host: string,
	code: string,
): RequestFailure {
	if (code === blockedByN8n) {
		return {
			kind: 'unreachable',
			message: `This n8n sends nothing to ${host}, which it takes for an address of its own network or was told to block`,
			advice: 'Nothing was sent. Check Base URL in the credential, or ask whoever runs n8n to allow the address (N8N_SSRF_ALLOWED_HOSTNAMES).',
			outcomeUnknown: false,
			mayTryAgain: false,
		};
	}
	const known = neverConnected.get(code) ?? faultOfHttps(code);
	if (known) {
		return {
			kind: 'unreachable',
			message: `The server ${host} ${known} (${code})`,
			advice: 'Nothing was sent. Check Base URL in the credential and that the server runs.',
			outcomeUnknown: false,
			mayTryAgain: neverConnected.has(code),
		};
	}
	const lost = { kind: repeatable ? 'unreachable' : 'outcomeUnknown' } as const;
	const outcomeUnknown = !repeatable;
	if (code === canceled) {
		return {
			kind: 'canceled',
			message: `${canceledMessage} before an answer came`,
			advice: outcomeUnknown ? mayHaveBeenTaken : 'Run it again.',
			outcomeUnknown,
			mayTryAgain: false,
		};
	}
	const what =
		code === timedOut
			? `The server ${host} gave no answer within ${answerTimeout / 60_000} minutes`
			: `The connection to ${host} broke before an answer came`;
	return {
		...lost,
		message: code ? `${what} (${code})` : what,
		advice: outcomeUnknown ? mayHaveBeenTaken : 'Try again later.',
		outcomeUnknown,
		mayTryAgain: repeatable,
	};
}

/** What kept HTTPS from beginning; what breaks it later has other codes. */
function faultOfHttps(code: string): string | undefined {
	if (code === 'EPROTO') return 'made no secure connection';
	const isCertificate = /CERT|^ERR_TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code);
	return isCertificate ? 'has a certificate that is not valid' : undefined;
}
