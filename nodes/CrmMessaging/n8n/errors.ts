import type {
	NodeApiError,
	NodeOperationError,
	Functionality,
	IDataObject,
	INodeExecutionData,
} from 'n8n-workflow';

/**
 * Restores an error's own message. Beyond the public types: its constructor replaces one that contains
 * a well-known code, such as `ECONNREFUSED`. If a version doesn't, nothing changes.
 */
export function keepMessage(error: NodeApiError | NodeOperationError, message: string): void {
	error.message = message;
}

/**
 * Beyond the public types: n8n-core treats an error whose message contains this word as a cancellation.
 * Its editor then offers no retry. If a version doesn't, the execution fails with the message.
 */
const word = 'canceled';

/** The message of an error that ends the execution as canceled. */
export const canceledMessage = `The execution was ${word}`;

/** A message that looks the same and ends no execution as canceled, by a space without width. */
export function withoutCancellation(message: string): string {
	return message.replaceAll(word, 'cancel\u200bed');
}

/**
 * A text for a hint or below an error. Beyond the public types: the editor renders both as HTML, so a
 * guest's name could add a link or picture. A `<` that would begin a tag becomes `‹`.
 */
export function withoutTags(text: string): string {
	return text.replace(/<(?=[a-z!/?])/gi, '‹');
}

/** The data n8n stores next to the message of its own errors. */
export interface Explanation {
	context: IDataObject;
	/** The part of n8n that failed, such as `pairedItem`. */
	functionality?: Functionality;
}

/**
 * The data with which n8n's editor explains an error, for example which node isn't connected; undefined
 * if it has none. Beyond the public types: the keys of the error's `context`, which are all copied.
 */
export function explanationOf(error: unknown): Explanation | undefined {
	if (typeof error !== 'object' || error === null) return undefined;
	const { context, functionality } = error as Partial<Explanation>;
	if (typeof context !== 'object' || context === null) return undefined;
	return { context, functionality };
}

/**
 * Adds an explanation to an error, so the editor explains it like the original.
 *
 * @param more sentences to put after n8n's own
 */
export function explain(
	error: NodeApiError | NodeOperationError,
	{ context, functionality }: Explanation,
	more: string,
): void {
	const { descriptionTemplate } = context;
	const { itemIndex } = error.context;
	error.context = { ...error.context, ...context, itemIndex };
	if (functionality !== undefined) error.functionality = functionality;
	// The editor shows a template instead of the description.
	if (typeof descriptionTemplate === 'string' && more) {
		error.context.descriptionTemplate = `${descriptionTemplate} ${more}`;
	}
}

/**
 * An output item with its input item's error and fields. Beyond the public types: one whose only key is
 * `error` goes to the error output, and n8n adds the fields there. The typed property `error` would
 * lose all fields. A first item in this format lets Retry On Fail run the node again.
 */
export function errorItem(
	item: number,
	error: IDataObject,
	fields: IDataObject,
	leavesByErrorOutput: boolean,
): INodeExecutionData {
	const json = leavesByErrorOutput ? { error } : { ...fields, error };
	return { json, pairedItem: { item } };
}

/** Whether a node has an error output. */
export function hasErrorOutput({ onError }: { onError?: string }): boolean {
	return onError === 'continueErrorOutput';
}
