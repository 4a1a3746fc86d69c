import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Sentence } from '../catalogue/sentence';
import type { Option } from '../fields/field';
import type { ServiceClient } from '../service/client';
import type { Endpoint, ServiceRequest } from '../service/endpoints';
import type { Note } from './hints';
import type { ItemParameters, NodeParameters } from './read/parameters';
import type { Batch, Outcome, Row } from './row';

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

/** An operation's entry in the second drop-down. */
export interface OperationChoice {
	/** The value in a workflow, for example `send`. */
	name: string;
	label: string;
	/** The label in the node's action panel. */
	action: string;
	description: string;
}

/** How a preview shows an operation's rows, one item each. */
export interface RowPreview {
	/** Its value and words in the option Preview. */
	value: string;
	words: [label: string, description: string];
	of(row: Row): IDataObject;
	/** A hint about all rows, without its final period. */
	totalOf(rows: readonly Row[]): string;
}

/** What one request holds. */
export interface BatchLimit {
	maxPerRequest: number;
	/** The rows' name in sentences, for example `contacts`. */
	rows: string;
	/**
	 * The body's key for its list of entries, and the name of one, for example `Contact`. Omitted, a
	 * row is the whole body. Only the node sets the entries' key `setByNode`.
	 */
	list?: { key: string; entry: string; setByNode?: string };
	option?: Option<number>;
}

/** Values a request may need in addition to its batch. */
export interface RequestContext extends Pick<ServiceClient, 'signedCallback'> {
	/** The service's callback URL for this request, if the run waits. */
	callbackUrl?: string;
}

/** Tools for an operation that needs several requests for its answer. */
export interface Conversation extends Pick<ServiceClient, 'send' | 'pause'> {
	hint(sentence: Sentence): void;
}

/** A row as its item says it. */
export interface RowDraft extends Pick<Row, 'envelope' | 'body' | 'template' | 'text' | 'notes'> {
	parts?: readonly RowDraft[];
}

/** How a row is recognized. */
export interface Identity {
	/**
	 * The names of whom it reaches, the strongest first. Memory and order compare them. Without a name, item
	 * and position identify a row.
	 */
	recipient: Record<string, unknown>;
	/** What it says, and when. Duplicates and an agent's calls compare it as well. */
	content: () => string;
	/** Whether another content updates the recipient, so that a retry sends it. */
	updates?: boolean;
}

/**
 * Judges rows of a run before any is sent: refuses, skips, merges or changes some, and adds hints.
 *
 * @throws InputError if nothing may be sent
 */
export type Guard = (rows: readonly Row[], parameters: NodeParameters) => void;

/** What an answer shows of a batch. */
export interface Results {
	/** One for each row, in order; undefined if the answer doesn't show it. */
	outcomes: ReadonlyArray<Extract<Outcome, { is: 'accepted' | 'rejected' }> | undefined>;
	/** The results that show nothing of a row. */
	unclear?: unknown[];
	/** IDs that the request has created: no other row has one of them. */
	created?: string[];
	/** Hints about some of its rows. */
	notes?: Note[];
}

/**
 * An operation declares only its own parts. The run does the rest: looping, checking, grouping,
 * sending, matching and errors.
 */
export interface Operation {
	resource: Resource;
	choice: OperationChoice;
	endpoint: Endpoint;
	/** The fields below resource and operation, and its own options. */
	form: { fields: INodeProperties[]; options?: INodeProperties[] };
	/**
	 * An example output item, and whether items may have more keys, such as custom fields. The editor
	 * shows the keys before the first run, from the files that `npm run reference` generates in
	 * `__schema__/`.
	 */
	output: { example: IDataObject; hasMore?: boolean };
	limit: BatchLimit;
	/**
	 * Returns a function that reads, checks and converts an item's rows. An item without content has
	 * none. Both throw InputError.
	 */
	reader(parameters: NodeParameters): (item: ItemParameters) => readonly RowDraft[];
	/** Omitted, it only reads. */
	identity?(row: Pick<Row, 'envelope' | 'body' | 'text' | 'parts'>): Identity;
	guards?: {
		/** Judge all rows, before what an earlier try sent is known. */
		ofAll?: readonly Guard[];
		/** Judge only the rows to send, as a retry mustn't stop for those that were sent. */
		ofUnsent?: readonly Guard[];
		/** Judge all rows when their outcomes are known. */
		ofOutcomes?: readonly Guard[];
	};
	/** How a preview shows the rows; omitted, it shows only requests. */
	preview?: RowPreview;
	/** Omitted, its request gets no callback. */
	callback?: {
		/** Whether the run waits until the service has called back. */
		isAwaited(first: ItemParameters): boolean;
		/** Whether each input item gets its contacts' results, rather than the bulk job an item. */
		givesPerItem(first: ItemParameters): boolean;
	};
	/** The option with which a rejected row fails its item. */
	failOnRejected?: Option<boolean>;
	request(batch: Batch, context: RequestContext): ServiceRequest;
	/** Fetches the answer; omitted, the request is sent once. */
	converse?(conversation: Conversation, batch: Batch): Promise<unknown>;
	/**
	 * What an answer shows of its batch.
	 *
	 * @param first the parameters of the batch's first item
	 * @throws AnswerError if the answer doesn't match the service's documentation
	 */
	results(answer: unknown, batch: Batch, first: ItemParameters): Results;
}
