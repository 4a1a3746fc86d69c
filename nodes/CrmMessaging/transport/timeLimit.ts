import type { IHttpRequestOptions } from 'n8n-workflow';

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
	if (timeout === undefined) return abortSignal;
	const limit = AbortSignal.timeout(timeout);
	return abortSignal ? AbortSignal.any([abortSignal as AbortSignal, limit]) : limit;
}
