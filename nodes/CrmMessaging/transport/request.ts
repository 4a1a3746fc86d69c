import type { IDataObject } from 'n8n-workflow';
import type { Endpoint } from '../interface/endpoints';

/** Longest time to wait for an answer, in milliseconds. */
export const answerTimeout = 120_000;

/** A request to the service, before it has an address and a secret. */
export interface ServiceRequest {
	endpoint: Endpoint;
	/** Values for the path's segments beside `account_id`. */
	segments?: Record<string, string>;
	query?: IDataObject;
	body?: IDataObject;
}
