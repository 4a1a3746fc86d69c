import type { INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';

/**
 * An output item that n8n leads to the error output.
 *
 * Beyond the public types: they allow `error` on an item and do not say what it does. In this form
 * the item reaches the error output, and Retry On Fail does not run the node again, as it does for
 * an item whose json has an `error`. Where a version does not know the form, the item leaves by the
 * first output with its error beside it.
 *
 * @param item the input item it is linked to
 */
export function errorItem(
	item: number,
	error: NodeApiError | NodeOperationError,
): INodeExecutionData {
	return { json: {}, error, pairedItem: { item } };
}
