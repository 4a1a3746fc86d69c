import type { IHttpRequestOptions } from 'n8n-workflow';

/** Milliseconds that a timer can hold. */
const longest = 2 ** 31 - 1;

/**
 * Makes the time limit of a request one of the whole request; n8n's HTTP client ends it after so much
 * silence, and an answer that drips would never end.
 *
 * @param request with the signal by which n8n ends it when a person cancels the execution
 * @returns the signal that ends it; the request's own where it has no limit
 */
export function signalWithin({
	timeout,
	abortSignal,
}: Pick<IHttpRequestOptions, 'timeout' | 'abortSignal'>): IHttpRequestOptions['abortSignal'] {
	// Any node may send with the credential; what is no limit for n8n's HTTP client is none here.
	if (timeout === undefined || !(timeout > 0 && timeout < Infinity)) return abortSignal;
	const limit = AbortSignal.timeout(Math.min(Math.ceil(timeout), longest));
	return abortSignal ? AbortSignal.any([abortSignal as AbortSignal, limit]) : limit;
}
