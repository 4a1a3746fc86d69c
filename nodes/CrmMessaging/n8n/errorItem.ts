import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

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
