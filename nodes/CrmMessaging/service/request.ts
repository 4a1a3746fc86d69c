import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import type { Endpoint, SegmentsOf } from './endpoints';

/** Longest time to wait for an answer, in milliseconds. */
export const answerTimeout = 120_000;

/** Bytes of an answer that are read, many times what the service has to say. */
export const largestAnswer = 32 * 1024 * 1024;

/** A request to the service, before it has an address and a secret. */
export interface ServiceRequest {
	endpoint: Endpoint;
	/** Values for the path's segments beside `account_id`. */
	segments?: Record<string, string>;
	query?: IDataObject;
	body?: IDataObject;
}

/** What a request holds; a path with segments wants a value for each. */
export type RequestParts<Path extends string> = Pick<ServiceRequest, 'query' | 'body'> &
	([SegmentsOf<Path>] extends [never]
		? { segments?: undefined }
		: { segments: Record<SegmentsOf<Path>, string> });

/** Makes a request to an endpoint; the compiler asks for every segment of its path. */
export function requestTo<Target extends Endpoint>(
	endpoint: Target,
	parts: RequestParts<Target['path']>,
): ServiceRequest {
	return { endpoint, ...parts };
}

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
