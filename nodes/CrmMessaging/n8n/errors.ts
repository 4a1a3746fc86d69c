import type {
	NodeApiError,
	NodeOperationError,
	Functionality,
	IDataObject,
	INodeExecutionData,
} from 'n8n-workflow';

/**
 * Restores an error's own message.
 *
 * Beyond the public types: an error's constructor replaces a message that contains a well-known
 * code, such as `ECONNREFUSED`. If a version doesn't, nothing changes.
 */
export function keepMessage(error: NodeApiError | NodeOperationError, message: string): void {
	error.message = message;
}

/** n8n treats a message with this word as a cancellation. */
const word = 'canceled';

/**
 * The message of an error that ends the execution as canceled.
 *
 * Beyond the public types: n8n-core treats an error whose message contains the word as a
 * cancellation. Its editor then offers no retry. If a version doesn't, the execution fails with
 * this message.
 */
export const canceledMessage = `The execution was ${word}`;

/**
 * A message that doesn't end the execution as canceled, for example with a booking's status in it. It
 * looks the same: a space without width parts the word.
 */
export function withoutCancellation(message: string): string {
	return message.replaceAll(word, 'cancel\u200bed');
}

/**
 * A text as n8n's editor shows it in a hint or under an error.
 *
 * Beyond the public types: the editor renders both as HTML. A guest's name or the service's answer
 * could then add a link or picture. So a `<` that would begin a tag becomes `‹`, which reads the
 * same as plain text.
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
 * The data with which n8n's editor explains an error, for example which node isn't connected.
 *
 * Beyond the public types: the editor reads keys of the error's `context`, which the types leave
 * open. All keys are copied, so a later version's are too. An error without any has only its
 * message and description.
 *
 * @returns undefined if the error has no such data
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
 * An output item with its input item's error and fields.
 *
 * Beyond the public types: an item whose only key is `error` goes to the error output. n8n then
 * adds the input item's fields. Other items aren't moved, so the fields are added here only if n8n
 * doesn't. The typed property `error` would lose all fields of an item. A first item in this format
 * lets Retry On Fail run the node again.
 *
 * @param fields of the input item
 * @param leavesByErrorOutput whether the node has an error output
 */
export function errorItem(
	item: number,
	error: IDataObject,
	fields: IDataObject,
	leavesByErrorOutput: boolean,
): INodeExecutionData {
	return {
		json: leavesByErrorOutput ? { error } : { ...fields, error },
		pairedItem: { item },
	};
}

/** Whether a node has an error output. */
export function hasErrorOutput({ onError }: { onError?: string }): boolean {
	return onError === 'continueErrorOutput';
}
