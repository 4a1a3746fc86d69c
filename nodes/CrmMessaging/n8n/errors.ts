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
 * Beyond the public types: an error's constructor replaces a message that holds a well-known code,
 * such as `ECONNREFUSED`, by a sentence of n8n's own. If a version doesn't, nothing changes.
 */
export function keepMessage(error: NodeApiError | NodeOperationError, message: string): void {
	error.message = message;
}

/** n8n takes a message with this word for a cancellation. */
const word = 'canceled';

/**
 * The message of an error that ends the execution as canceled.
 *
 * Beyond the public types: n8n-core takes an error whose message holds the word for a cancellation,
 * and its editor then offers no retry. If a version doesn't, the execution fails with this message.
 */
export const canceledMessage = `The execution was ${word}`;

/**
 * The part of a message before the word, for an error that isn't a cancellation; the whole message has
 * to be shown elsewhere.
 *
 * @returns undefined if n8n wouldn't end the execution as canceled because of the message
 */
export function beforeCancellationWord(message: string): string | undefined {
	if (!message.includes(word)) return undefined;
	const [before = ''] = message.split(word);
	return `${before.replace(/[\s,:;“"'(]{1,20}$/, '')} …`;
}

/**
 * A text as n8n's editor shows it in a hint or under an error.
 *
 * Beyond the public types: the editor takes both for HTML, and would show a link or a picture from a
 * guest's name or the service's answer. So a `<` that would begin a tag becomes `‹`, which reads the
 * same in a version that shows plain text.
 */
export function withoutTags(text: string): string {
	return text.replace(/<(?=[a-z!/?])/gi, '‹');
}

/** n8n's data next to the message of an error of its own, as plain data. */
export interface Explanation {
	context: IDataObject;
	/** The part of n8n that failed, such as `pairedItem`. */
	functionality?: Functionality;
}

/**
 * The data with which n8n's editor explains an error, such as one of an expression: which node isn't
 * connected, and what to try.
 *
 * Beyond the public types: the editor reads it from keys of the error's `context`, which the types
 * leave open. If a version has other keys, they are kept as they are, and an error without any is
 * shown with its message and description alone.
 *
 * @returns undefined if the error has nothing of the kind
 */
export function explanationOf(error: unknown): Explanation | undefined {
	if (typeof error !== 'object' || error === null) return undefined;
	const { context, functionality } = error as Partial<Explanation>;
	if (typeof context !== 'object' || context === null) return undefined;
	return { context, functionality };
}

/**
 * Lets the editor explain an error as the one that the explanation comes from.
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
 * An output item with the error of its input item, and that item's fields.
 *
 * Beyond the public types: n8n moves an item whose only key is `error` to the error output, and adds
 * the fields of the input item; an item with other keys stays where it is. So the fields are added
 * here only if n8n doesn't. An item with a property `error`, as the types offer it, loses all its
 * fields. A first item of this form lets Retry On Fail run the node again.
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
