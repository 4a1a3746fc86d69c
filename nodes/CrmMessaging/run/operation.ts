import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ServiceClient } from '../transport/client';
import type { ServiceRequest } from '../transport/request';
import type { ItemParameters } from './parameters';

/** One row and where it came from. */
export interface Entry {
	/** Index of the input item. */
	item: number;
	/** Place among the item's own entries. */
	place: number;
	data: IDataObject;
}

/** What travels in one request. */
export interface Batch {
	envelope: IDataObject;
	entries: Entry[];
	/** The input items that take part, in order; also one that brought no entry. */
	items: number[];
}

/** One output item: what it says and the input items it is linked to. */
export interface Result {
	json: IDataObject;
	items: number[];
	/** Makes it the items' error: the sentence to show. */
	rejected?: string;
	/** The request whose callback belongs to it, when the run waits; see `CallbackUrls`. */
	request?: string;
}

/** What an operation makes of an answer. */
export interface Outcome {
	results: Result[];
	/** What a person should know, although nothing failed. */
	hints?: string[];
}

/** How many entries a request holds. */
export interface BatchLimit {
	/** The most that one request takes. */
	most: number;
	/** What the entries are called, for example `contacts`. */
	entries: string;
	/** The name of the option that lets people lower it. */
	option?: INodeProperties;
	/**
	 * Says why a group that is larger cannot be divided; it is then an error. Left out, the group
	 * is divided into several requests.
	 */
	indivisible?: (envelope: IDataObject) => string;
}

/**
 * An operation says only what is its own; looping, checking, grouping, sending, pairing and failing
 * are the run's.
 */
export interface Operation {
	resource: string;
	/** The operation's value, for example `send`. */
	operation: string;
	/** What the drop-down shows. */
	name: string;
	/** What the node's panel of actions shows. */
	action: string;
	description: string;
	/** The form below resource and operation. */
	properties: INodeProperties[];
	/** Members of the Options collection. */
	options?: INodeProperties[];
	/** Whether it changes something at the service; then it offers a preview. */
	sends: boolean;
	/** Whether its requests do not depend on each other; then a few run at a time. */
	independent?: boolean;
	limit: BatchLimit;
	/**
	 * Reads, checks and converts what an item's request says once; items with equal envelopes share
	 * requests. Left out, it is empty.
	 *
	 * @throws Problem
	 */
	envelope?(item: ItemParameters): IDataObject;
	/**
	 * Reads, checks and converts the deliveries, contacts or whatever the request repeats.
	 *
	 * @throws Problem
	 */
	entries(item: ItemParameters, envelope: IDataObject): IDataObject[];
	/**
	 * Whether the run waits until the service has called back for every request.
	 *
	 * @param first the first item, whose choice holds for the whole run
	 */
	awaitsCallback?(first: ItemParameters): boolean;
	/**
	 * The exact request that a batch becomes.
	 *
	 * @param waitUrl where the service is to call back, when the run waits for it
	 */
	request(batch: Batch, client: ServiceClient, waitUrl?: string): ServiceRequest;
	/** How the answer is got; left out, by sending the request once. */
	converse?(client: ServiceClient, batch: Batch, item: ItemParameters): Promise<unknown>;
	/** What comes out, linked to the items it came from. */
	results(answer: unknown, batch: Batch, item: ItemParameters): Outcome;
	/** What a preview says beside the request. */
	preview?(batch: Batch): IDataObject;
}
