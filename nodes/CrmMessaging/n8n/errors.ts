import type {
	NodeApiError,
	NodeOperationError,
	Functionality,
	IDataObject,
	INodeExecutionData,
} from 'n8n-workflow';

/**
 * Gives an error its own message back.
 *
 * Beyond the public types: when an error is made, n8n puts a sentence of its own in place of a
 * message that holds a well-known code, such as `ECONNREFUSED`. Where a version does not, nothing
 * changes.
 */
export function keepMessage(error: NodeApiError | NodeOperationError, message: string): void {
	error.message = message;
}

/** The word by which n8n knows a cancellation. */
const word = 'canceled';

/**
 * The message of an error that ends the execution as canceled.
 *
 * Beyond the public types: n8n-core takes an error whose message holds the word for a cancellation,
 * and its editor then offers no retry. Where a version does not, the execution ends as failed with
 * this message.
 */
export const canceledMessage = `The execution was ${word}`;

/** Whether n8n would end the execution as canceled because of a message. */
export function readsAsCancellation(message: string): boolean {
	return message.includes(word);
}

/**
 * The part of a message before the word, for an error that is none of a cancellation; the whole of
 * it has to be told elsewhere.
 */
export function beforeCancellationWord(message: string): string {
	const [before = ''] = message.split(word);
	return `${before.replace(/[\s,:;“"'(]{1,20}$/, '')} …`;
}

/**
 * A text as n8n's editor shows it in a hint or under an error.
 *
 * Beyond the public types: the editor takes both for HTML, and would show a link or a picture that
 * stands in a guest's name or in the service's words. So a `<` that would begin a tag becomes `‹`,
 * which reads the same wherever the text is shown as it is. Where a version shows it as text, that
 * is the only difference.
 */
export function withoutTags(text: string): string {
	return text.replace(/<(?=[a-z!/?])/gi, '‹');
}

/** What n8n keeps beside the message of an error of its own, as plain data. */
export interface Explanation {
	context: IDataObject;
	/** The part of n8n that failed, such as `pairedItem`. */
	functionality?: Functionality;
}

/**
 * What n8n's editor explains an error with, such as one of an expression: which node was not
 * connected, and what to try.
 *
 * Beyond the public types: the editor reads it from keys of the error's `context`, which the types
 * leave open. Where a version has other keys, they are kept as they are, and an error without any
 * is shown with its message and description alone.
 *
 * @returns undefined where the error has nothing of the kind
 */
export function explanationOf(error: unknown): Explanation | undefined {
	if (typeof error !== 'object' || error === null) return undefined;
	const { context, functionality } = error as Partial<Explanation>;
	if (typeof context !== 'object' || context === null) return undefined;
	return { context, functionality };
}

/**
 * Lets the editor explain an error as it explains the one that the explanation is of.
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
	// The editor shows a template in place of the description.
	if (typeof descriptionTemplate === 'string' && more) {
		error.context.descriptionTemplate = `${descriptionTemplate} ${more}`;
	}
}

/**
 * An output item that says why its input item failed, and keeps the item's fields.
 *
 * Beyond the public types: n8n leads an item to the error output whose only key is `error`, and puts
 * the fields of the input item beside it; an item with other keys stays where it is. So the fields
 * are added here only where n8n does not do it. An item with a property `error`, as the types offer
 * it, loses all its fields. A first item of this form lets Retry On Fail run the node again.
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

/** Whether a node's error items leave by an output of their own. */
export function hasErrorOutput({ onError }: { onError?: string }): boolean {
	return onError === 'continueErrorOutput';
}
