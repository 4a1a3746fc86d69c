import type { IDataObject } from 'n8n-workflow';
import type { Endpoint, SegmentsOf } from '../interface/endpoints';

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
