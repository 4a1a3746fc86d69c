import { type Sentence } from '../catalogue/sentence';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Endpoint, ServiceRequest } from '../service/endpoints';
import type { Field, Option } from '../fields/field';
import type { Choice } from '../fields/types/choice';
import type { ItemParameters, NodeParameters } from './parameters';
import type { Recipient, RepeatedRecipients } from './recipient';
import type { Call, Row } from './row';

/** The subject of operations, as the form's first drop-down shows it. */
export interface Resource {
	/** The value in a workflow, for example `bulkJob`. */
	name: string;
	/** The label, for example `Bulk Job`. */
	label: string;
	/**
	 * The operation that is chosen at first. It must never change: n8n does not store what is a
	 * default, so saved workflows would run another operation.
	 */
	defaultOperation: string;
}

/** How the rows of an operation are messages. */
export interface MessageOf {
	/** The text with its placeholders; a request says it once for all rows that share it. */
	field: Field;
	/** The text that the recipient of a delivery reads. */
	textOf(template: string, delivery: IDataObject): string;
	/** The texts that a recipient sees besides the message. */
	shownBeside?: (envelope: IDataObject) => string;
}

/** How a preview shows the rows of an operation, one item each. */
export interface RowPreview {
	/** What people choose for it. */
	choice: Choice;
	/**
	 * What it shows of a row.
	 *
	 * @param inputs the row's input items
	 */
	of(row: Row, inputs: readonly IDataObject[]): IDataObject;
	/** What it shows of all rows in a hint, without its final period. */
	totalOf(rows: readonly Row[]): string;
}

/** How many entries a request holds. */
export interface BatchLimit {
	/** The most that one request takes. */
	maxPerRequest: number;
	/** The plural name of the entries, for example `contacts`. */
	entries: string;
	/** The body's key of the entries, and the name of one, for example `Contact`. */
	list?: { key: string; entry: string };
	/** The option that lets people lower it. */
	option?: Option<number>;
	/**
	 * Why a group that is larger can't be divided; it's then an error. Left out, the group is divided
	 * into several requests.
	 */
	indivisible?: (envelope: IDataObject, count: string) => Sentence;
}

/** The parts that a request may need in addition to its call. */
export interface RequestContext {
	/** The URL to hand to the service for its callback; that of a trigger gets its key. */
	signedCallback: (url: string) => string;
	/** The callback address of this request, if the starter of the run waits. */
	callbackUrl?: string;
}

/** How the answer of an operation is got that takes more than one request. */
export interface Conversation {
	/** Sends a request and gives its answer. */
	send(request: ServiceRequest): Promise<unknown>;
	/** Waits some milliseconds, or until a person cancels the execution. */
	pause(milliseconds: number): Promise<void>;
}

/**
 * Reads, checks and converts the deliveries, contacts or whatever an item's request repeats.
 *
 * @param template the message, where the entries are messages
 * @throws InputError
 */
export type EntriesReader = (item: ItemParameters, template: string) => IDataObject[];

/** The parameters of an item, by its index. */
export type ParametersOf = (item: number) => ItemParameters;

/**
 * An operation says only what is its own; looping, checking, grouping, sending, pairing and failing
 * are the run's.
 */
export interface Operation {
	resource: Resource;
	/** The operation's value, for example `send`. */
	operation: string;
	/** The text in the drop-down. */
	name: string;
	/** The text in the node's panel of actions. */
	action: string;
	description: string;
	endpoint: Endpoint;
	/** The form below resource and operation. */
	properties: INodeProperties[];
	/** Controls of the Options collection. */
	options?: INodeProperties[];
	/** The collection below Options that says how a list is sorted. */
	sort?: INodeProperties;
	/**
	 * An output item as an example. The editor shows its keys before the first run, from the files that
	 * `npm run reference` makes of it in `__schema__/`.
	 */
	output: IDataObject;
	/** Whether an output item may have further keys, such as the custom fields of an account. */
	hasMoreOutput?: boolean;
	limit: BatchLimit;
	/**
	 * Reads, checks and converts what an item's request says once; items with equal envelopes share
	 * requests. Left out, it is empty.
	 *
	 * @throws InputError
	 */
	envelope?(item: ItemParameters): IDataObject;
	/** Makes what reads the entries of items; what is the same for all of them is read once. */
	entriesReader(parameters: NodeParameters): EntriesReader;
	/** For entries that are messages: how the text they share is read and filled in. */
	message?: MessageOf;
	/** How a preview shows the rows; left out, it shows requests alone. */
	preview?: RowPreview;
	/**
	 * Looks at all rows before any is sent: refuses or skips some, changes them, and hints.
	 *
	 * @throws InputError if nothing at all may be sent
	 */
	preflight?(
		rows: readonly Row[],
		parameters: NodeParameters,
		repeated: RepeatedRecipients,
	): void;
	/**
	 * Refuses rows that are still to be sent: what an earlier try has sent matters no more, and must
	 * not stop a retry.
	 */
	checkOpen?(rows: readonly Row[], parameters: NodeParameters): void;
	/**
	 * Makes fewer entries of those that share an envelope; each input item keeps one that is linked to
	 * it.
	 */
	combine?(
		entries: readonly Row[],
		parameters: NodeParameters,
		repeated: RepeatedRecipients,
	): readonly Row[];
	/**
	 * A body's recipient, so that nothing is sent to them twice, and everything in order. Left out,
	 * and if it has no name, a row is known by its item and position.
	 */
	recipientOf?: (body: IDataObject) => Recipient;
	/**
	 * The keys of a body that name whom it is for, where they may be changed between two tries; what
	 * else the body says then tells whether it is the same one. Left out, the names decide alone.
	 */
	nameKeys?: readonly string[];
	/** For requests that are one thing, such as a purchase with its contacts, and not a list of entries. */
	asWhole?: {
		/** Their plural name, for example `purchases`. */
		name: string;
		/** The identifier of one, so that it's never sent twice. */
		recipientOf(envelope: IDataObject): Recipient;
	};
	/** Whether a row that the service rejects is the error of its item; left out, it is not. */
	failsOnRejected?(item: ItemParameters): boolean;
	/** The exact request that a call becomes. */
	request(call: Call, context: RequestContext): ServiceRequest;
	/** How the answer is got; left out, by sending the request once. */
	fetchAnswer?(conversation: Conversation, call: Call): Promise<unknown>;
	/**
	 * Gives the rows of a call what its answer says of them.
	 *
	 * @param answer the answer's JSON; undefined where a success of the endpoint holds nothing
	 * @throws AnswerError where the answer is not what the service promises
	 */
	settle(answer: unknown, call: Call, parametersOf: ParametersOf): void;
}

/** The plural name of an operation's rows, for example `contacts`. */
export function rowsName({ limit, asWhole }: Operation): string {
	return asWhole?.name ?? limit.entries;
}
