import type { Functionality, IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

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
