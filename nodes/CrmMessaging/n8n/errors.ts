import type {
	NodeApiError,
	NodeOperationError,
	Functionality,
	IDataObject,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';

/** n8n-core takes an error whose message contains it for a cancellation, and offers no retry. */
const word = 'canceled';

export const canceledMessage = `The execution was ${word}`;

/** A message that looks the same and ends no execution as canceled, by a space without width. */
export function withoutCancellation(message: string): string {
	return message.replaceAll(word, 'cancel\u200bed');
}

/** A text for a hint or below an error, which the editor renders as HTML: no `<` begins a tag. */
export function withoutTags(text: string): string {
	return text.replace(/<(?=[a-z!/?])/gi, '‹');
}

/** The data with which n8n's editor explains its own errors, such as which node isn't connected. */
export interface Explanation {
	context: IDataObject;
	/** The part of n8n that failed, such as `pairedItem`. */
	functionality?: Functionality;
}

/** Undefined for an error that n8n doesn't explain. */
export function explanationOf(error: unknown): Explanation | undefined {
	if (typeof error !== 'object' || error === null) return undefined;
	const { context, functionality } = error as Partial<Explanation>;
	return typeof context === 'object' && context ? { context, functionality } : undefined;
}

/** Lets the editor explain an error like n8n's own: it shows n8n's text, and `more`, as the description. */
export function explain(
	error: NodeApiError | NodeOperationError,
	{ context, functionality }: Explanation,
	more: string,
): void {
	const { itemIndex } = error.context;
	error.context = { ...error.context, ...context, itemIndex };
	error.functionality = functionality ?? error.functionality;
	const { descriptionTemplate } = context;
	if (typeof descriptionTemplate === 'string' && more)
		error.context.descriptionTemplate = `${descriptionTemplate} ${more}`;
}

/** n8n moves an item whose only key is `error` to the error output, if there is one, and adds its fields there. */
export function errorItem(
	{ onError }: Pick<INode, 'onError'>,
	item: number,
	error: IDataObject,
	fields: IDataObject,
): INodeExecutionData {
	const json = onError === 'continueErrorOutput' ? { error } : { ...fields, error };
	return { json, pairedItem: { item } };
}
