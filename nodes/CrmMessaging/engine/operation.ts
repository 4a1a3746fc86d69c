import { type Sentence } from '../catalogue/sentence';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ServiceClient } from '../service/client';
import type { Endpoint, ServiceRequest } from '../service/endpoints';
import type { Field, Option } from '../fields/field';
import type { ItemParameters, NodeParameters } from './read/parameters';
import type { Recipient, RepeatedRecipients } from './recipient';
import type { Call, Row } from './row';

/** The subject of operations, in the form's first drop-down. */
export interface Resource {
	/** The value in a workflow, for example `bulkJob`. */
	name: string;
	/** The label, for example `Bulk Job`. */
	label: string;
	/**
	 * The default operation. It must never change: n8n doesn't store defaults, so saved workflows
	 * would run another operation.
	 */
	defaultOperation: string;
}

/** How an operation's rows become messages. */
export interface MessageOf {
	/** The text with its placeholders, which a request shares between rows. */
	field: Field;
	textOf(template: string, delivery: IDataObject): string;
	/** Text the recipient sees next to the message. */
	shownBeside?: (envelope: IDataObject) => string;
	/** When it is to be sent. */
	timeOf(row: Pick<Row, 'envelope'>): string;
}

/** How a preview shows an operation's rows, one item each. */
export interface RowPreview {
	/** Its value and words in the option Preview. */
	value: string;
	words: [label: string, description: string];
	/** The preview of a row. */
	of(row: Row): IDataObject;
	/** A hint about all rows, without its final period. */
	totalOf(rows: readonly Row[]): string;
}

/** The number of entries per request. */
export interface BatchLimit {
	maxPerRequest: number;
	/** The entries' name in sentences, for example `contacts`. */
	entries: string;
	/** The body's key for the entries, and the name of one, for example `Contact`. */
	list?: { key: string; entry: string };
	option?: Option<number>;
	/**
	 * The error for a larger group that can't be divided. Omitted, the group is divided into
	 * several requests.
	 */
	indivisible?: (envelope: IDataObject, count: string) => Sentence;
}

/** Values a request may need in addition to its call. */
export interface RequestContext {
	/** The callback URL for the service; a trigger's gets its key. */
	signedCallback: (url: string) => string;
	/** The service's callback URL for this request, if the run waits. */
	callbackUrl?: string;
}

/** Tools for an operation that needs several requests for its answer. */
export type Conversation = Pick<ServiceClient, 'send' | 'pause'>;

/**
 * Reads, checks and converts an item's entries, such as deliveries or contacts.
 *
 * @param template the message, if the entries are messages
 * @throws InputError
 */
export type EntriesReader = (item: ItemParameters, template: string) => IDataObject[];

/**
 * An operation declares only its own parts. The run does the rest: looping, checking, grouping,
 * sending, matching and errors.
 */
export interface Operation {
	resource: Resource;
	/** Its value, for example `send`. */
	operation: string;
	/** The label in the drop-down. */
	name: string;
	/** The label in the node's action panel. */
	action: string;
	description: string;
	endpoint: Endpoint;
	/** The fields below resource and operation. */
	properties: INodeProperties[];
	options?: INodeProperties[];
	/**
	 * An example output item. The editor shows its keys before the first run, from the files that
	 * `npm run reference` generates in `__schema__/`.
	 */
	output: IDataObject;
	/** Whether output items may have other keys, such as an account's custom fields. */
	hasMoreOutput?: boolean;
	limit: BatchLimit;
	/**
	 * Reads, checks and converts the shared part of an item's request. Items with equal envelopes
	 * share requests. The request holds all of it. Omitted, an entry is the whole body.
	 *
	 * @throws InputError
	 */
	envelope?(item: ItemParameters): IDataObject;
	/** Returns a reader of items' entries; it reads common values only once. */
	entriesReader(parameters: NodeParameters): EntriesReader;
	/** For messages: how to read and fill in their shared text. */
	message?: MessageOf;
	/** How a preview shows the rows; omitted, it shows only requests. */
	preview?: RowPreview;
	/**
	 * Checks all rows before any is sent: refuses or skips some, changes them, and adds hints.
	 *
	 * @throws InputError if nothing may be sent
	 */
	preflight?(
		rows: readonly Row[],
		parameters: NodeParameters,
		repeated: RepeatedRecipients,
	): void;
	/**
	 * Refuses unsent rows. Rows that an earlier try sent are exempt, as they must not stop a retry.
	 */
	checkOpen?(rows: readonly Row[], parameters: NodeParameters): void;
	/** Merges entries that share an envelope. Each input item stays linked to one. */
	combine?(
		entries: readonly Row[],
		parameters: NodeParameters,
		repeated: RepeatedRecipients,
	): readonly Row[];
	/**
	 * The recipient of a body, to prevent duplicates and keep their order. Without a name, item and
	 * position identify a row.
	 */
	recipientOf?: (body: IDataObject) => Recipient;
	/**
	 * The content of an entry that updates the earlier one when it's sent again. A retry sends it
	 * again if that has changed. Omitted, only the recipient counts.
	 *
	 * @param body perhaps with the answer's data
	 */
	contentOf?: (body: IDataObject) => IDataObject;
	/**
	 * For requests that are one thing, such as a purchase with its contacts, rather than a list.
	 */
	asWhole?: {
		/** Their name in sentences, for example `purchases`. */
		name: string;
		/** Identifies one, so that it is never sent twice. */
		recipientOf(envelope: IDataObject): Recipient;
	};
	/** Whether a rejected row fails its item; omitted, it doesn't. */
	failsOnRejected?(item: ItemParameters): boolean;
	request(call: Call, context: RequestContext): ServiceRequest;
	/** Fetches the answer; omitted, the request is sent once. */
	fetchAnswer?(conversation: Conversation, call: Call): Promise<unknown>;
	/**
	 * Assigns an answer's results to the rows of its call.
	 *
	 * @param answer the answer's JSON
	 * @throws AnswerError if the answer doesn't match the service's documentation
	 */
	settle(answer: unknown, call: Call, parametersOf: (item: number) => ItemParameters): void;
}

/** An operation's name for its rows, for example `contacts`. */
export function rowsName({ limit, asWhole }: Operation): string {
	return asWhole?.name ?? limit.entries;
}
