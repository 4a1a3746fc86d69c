import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Endpoint } from '../service/endpoints';
import type { Field } from '../fields/field';
import type { InputError } from '../fields/inputError';
import type { ServiceRequest } from '../service/request';
import type { ItemParameters, NodeParameters } from './parameters';
import type { Recipient, RepeatedRecipients } from './recipient';

/** What operations are about, as the form's first drop-down shows it. */
export interface Resource {
	/** The value in a workflow, for example `bulkJob`. */
	name: string;
	/** What people read, for example `Bulk Job`. */
	label: string;
	/**
	 * The operation that is chosen at first. It must never change: n8n does not store what is a
	 * default, so saved workflows would run another operation.
	 */
	defaultOperation: string;
}

/** One row and where it came from. */
export interface Entry {
	/** Index of the input item. */
	item: number;
	/** Place among the item's own entries. */
	place: number;
	data: IDataObject;
	/** Other input items whose entries went into this one. */
	others?: number[];
	/** Of a message: as it was written, with placeholders. */
	template?: string;
	/** Of a message: as its recipient reads it. */
	text?: string;
	/** What its output says of it beside the service's answer. */
	marks?: IDataObject;
	/** What a person should know of it, although it can be sent. */
	warnings?: string[];
}

/** What an item was read to. */
export interface ItemReading {
	item: number;
	envelope: IDataObject;
	entries: Entry[];
}

/** What is to be sent of what was read, and the output of what is not. */
export interface Screened {
	readings: readonly ItemReading[];
	leftOut: Result[];
}

/** How the entries of an operation are messages. */
export interface MessageOf {
	/** The text with its placeholders; a request says it once for all entries that share it. */
	field: Field;
	/** The text that the recipient of an entry reads. */
	textOf(template: string, entry: IDataObject): string;
	/** What a recipient sees beside the text. */
	shownBeside?: (envelope: IDataObject) => string;
	/** What a preview gives of an entry: what comes out when it is sent, and more. */
	previewOf(entry: Entry): IDataObject;
	/** What a preview says of all of them, where more is sent than entries. */
	totalOf?(entries: readonly Entry[]): string;
}

/** Input items with which the same is wrong. */
export interface WrongItems {
	items: number[];
	error: InputError;
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
	/** The place of its entry among those of its item, where it belongs to one. */
	place?: number;
	/** The service took the request and rejected this entry: the sentence that says so. */
	rejected?: string;
	/** Whether the service does not show if it accepted this entry. */
	unclear?: boolean;
	/** Whether only its place in the answer says whose it is, since it names no one. */
	byOrder?: boolean;
	/** What in the answer does not fit what was sent, each in a sentence without its period. */
	doubts?: string[];
	/** The name of the request it came from, where whoever started the run gave it one. */
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
	maxPerRequest: number;
	/** What the entries are called, for example `contacts`. */
	entries: string;
	/** Where the body lists the entries, and what one is called, for example `Contact`. */
	list?: { key: string; entry: string };
	/** The option that lets people lower it. */
	option?: INodeProperties;
	/**
	 * Says why a group that is larger cannot be divided; it is then an error. Left out, the group
	 * is divided into several requests.
	 */
	indivisible?: (envelope: IDataObject) => string;
}

/** What a request may need beside its batch. */
export interface RequestContext {
	/** The URL to hand to the service for its callback; that of a trigger gets its key. */
	signedCallback: (url: string) => string;
	/** Where the service is to call back for this request, where whoever started the run waits. */
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
	/** What the drop-down shows. */
	name: string;
	/** What the node's panel of actions shows. */
	action: string;
	description: string;
	endpoint: Endpoint;
	/** The form below resource and operation. */
	properties: INodeProperties[];
	/** Members of the Options collection. */
	options?: INodeProperties[];
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
	/**
	 * Looks at everything that was read before any of it is grouped, and may leave some out.
	 *
	 * @throws InputError where nothing at all may be sent
	 */
	screen?(
		readings: readonly ItemReading[],
		parameters: NodeParameters,
		recurrence: RepeatedRecipients,
	): Screened;
	/**
	 * Finds what is wrong with what is still to be sent, once all that an earlier try has sent is left
	 * out: what matters no more for that must not stop a retry.
	 */
	findWrong?(batches: readonly Batch[], parameters: NodeParameters): WrongItems[];
	/** Makes fewer entries of those that travel together; each input item keeps one that is linked to it. */
	combine?(batch: Batch, parameters: NodeParameters, recurrence: RepeatedRecipients): Batch;
	/**
	 * Whom an entry is for, so that nothing is sent to them twice, and everything in order. Left out,
	 * and where it gives no name, an entry is known by its item and place.
	 */
	recipientOf?: (entry: IDataObject) => Recipient;
	/**
	 * The keys of an entry that name whom it is for, where they may be changed between two tries; what
	 * else the entry says then tells whether it is the same one. Left out, the names decide alone.
	 */
	nameKeys?: readonly string[];
	/** For requests that are one thing, such as a purchase with its contacts, and not so many entries. */
	asWhole?: {
		/** What such things are called, for example `purchases`. */
		name: string;
		/** What names one, so that it is never sent twice. */
		recipientOf(envelope: IDataObject): Recipient;
	};
	/** Whether an entry that the service rejects is the error of its item; left out, it is not. */
	failsOnRejected?(item: ItemParameters): boolean;
	/** The exact request that a batch becomes. */
	request(batch: Batch, context: RequestContext): ServiceRequest;
	/** How the answer is got; left out, by sending the request once. */
	fetchAnswer?(conversation: Conversation, batch: Batch): Promise<unknown>;
	/**
	 * What comes out, linked to the items it came from.
	 *
	 * @param answer the answer's JSON; undefined where a success of the endpoint holds nothing
	 * @throws AnswerError where the answer is not what the service promises
	 */
	results(answer: unknown, batch: Batch, parametersOf: ParametersOf): Outcome;
}

/** The input items of an entry: its own, and those whose entries went into it. */
export function itemsOfEntry({ item, others }: Entry): number[] {
	return others ? [item, ...others] : [item];
}

/** The input items of entries, each once. */
export function itemsOfEntries(entries: readonly Entry[]): number[] {
	const items = new Set<number>();
	for (const { item, others = [] } of entries) {
		items.add(item);
		for (const other of others) items.add(other);
	}
	return [...items];
}
