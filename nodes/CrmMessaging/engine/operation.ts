import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Sentence } from '../catalogue/sentence';
import type { Option } from '../fields/field';
import type { ServiceClient } from '../service/client';
import type { RequestContent } from '../service/documentedAnswers';
import type { Endpoint } from '../service/endpoints';
import type { ItemParameters, NodeParameters } from './read/parameters';
import type { Batch, Outcome, Row } from './row';

export interface Resource {
	/** In a workflow, for example `bulkJob`. */
	name: string;
	label: string;
	/** Never changes: n8n doesn't store defaults, so saved workflows would run another operation. */
	defaultOperation: string;
}

export interface OperationChoice {
	/** In a workflow, for example `send`. */
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

export interface BatchLimit {
	maxPerRequest: number;
	/** The rows' name in sentences, for example `contacts`. */
	rows: string;
	/** The body's list of entries; omitted, a row is the whole body. The node alone sets `setByNode`. */
	list?: { key: string; entry: string; setByNode?: string };
}

/** Values a request may need in addition to its batch. */
export interface RequestContext extends Pick<ServiceClient, 'signedCallback'> {
	/** The service's callback URL for this request, if the run waits. */
	callbackUrl?: string;
}

/** Tools for an operation that needs several requests for its answer. */
export interface Conversation extends Pick<ServiceClient, 'pause'> {
	/** Sends another request to the operation's endpoint. */
	send(content: RequestContent): Promise<object>;
	hint(sentence: Sentence): void;
}

/** A row as its item says it. */
export interface RowDraft extends Pick<
	Row,
	'envelope' | 'body' | 'template' | 'text' | 'leftOut' | 'columns'
> {
	parts?: readonly RowDraft[];
}

export interface Identity {
	/** Whom it reaches, by names, the strongest first. Without one, item and position identify a row. */
	recipient: Record<string, unknown>;
	/** What it says, and when, for duplicates and an agent's calls. */
	content: () => string;
	/** Whether another content updates the recipient, so that a retry sends it. */
	updates?: boolean;
}

/** Refuses, skips, merges or changes rows, and adds hints. @throws InputError if nothing may be sent */
export type Guard = (rows: readonly Row[], parameters: NodeParameters) => void;

export interface Results {
	/** One for each row, in order; undefined if the answer doesn't show it. */
	outcomes: ReadonlyArray<Extract<Outcome, { is: 'accepted' | 'rejected' }> | undefined>;
	/** The results that show nothing of a row. */
	unclear?: unknown[];
	/** IDs that the request has created: no other row has one of them. */
	created?: string[];
	/** The undocumented keys of results. */
	others?: readonly IDataObject[];
}

/** What an operation has of its own (docs/contributing/adding-an-operation.md). The run does the rest. */
export interface Operation {
	resource: Resource;
	choice: OperationChoice;
	endpoint: Endpoint;
	/** The fields below resource and operation, and its own options. */
	form: { fields: INodeProperties[]; options?: INodeProperties[] };
	/** An example of an output item, for the editor, and whether items may have more keys. */
	output: { example: IDataObject; hasMore?: boolean };
	limit: BatchLimit;
	/** Returns a reader of an item's rows, of which an empty one has none. @throws InputError, as the reader */
	reader(parameters: NodeParameters): (item: ItemParameters) => readonly RowDraft[];
	/** Omitted, it only reads. */
	identity?(row: Pick<Row, 'envelope' | 'body' | 'text' | 'parts'>): Identity;
	guards?: {
		/** Judge all rows, before what an earlier try sent is known. */
		ofAll?: readonly Guard[];
		/** Judge only the rows to send, as a retry mustn't stop for those that were sent. */
		ofUnsent?: readonly Guard[];
	};
	/** How a preview shows the rows; omitted, it shows only requests. */
	preview?: RowPreview;
	/** Omitted, its request gets no callback. */
	callback?: {
		/** Whether the run waits until the service has called back. */
		isAwaited(parameters: NodeParameters): boolean;
		/** Whether each input item gets its contacts' results, rather than the bulk job an item. */
		givesPerItem(parameters: NodeParameters): boolean;
	};
	/** The option with which a rejected row fails its item. */
	failOnRejected?: Option<boolean>;
	request(batch: Batch, context: RequestContext): RequestContent;
	/** Fetches the answer; omitted, the request is sent once. */
	converse?(conversation: Conversation, batch: Batch): Promise<unknown>;
	/** @throws AnswerError if the answer doesn't match the service's documentation */
	results(answer: unknown, batch: Batch, parameters: NodeParameters): Results;
}
