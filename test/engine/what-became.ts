import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** What the node advises where nobody knows whether the service took a request. */
export const UNCLEAR =
	'The request may have been taken all the same: look in the service before you send it again.';

/** What it advises where the service refused a request. */
export const NOTHING_TAKEN = 'Correct what it names; nothing of this request was taken.';

/** What it says of a rejected recipient whom the answer does not name. */
export const BY_ORDER =
	'Only the order of the answer shows this, so a retry doesn’t send it again. To send it again, set the option “Unconfirmed Requests” to “Resend”.';

/** Names those who may have been reached, and the way out. */
export function lookFor(...recipients: string[]): string {
	return `Look for: ${recipients.join(', ')}. A retry keeps them back, unless the option “Unconfirmed Requests” is set to “Resend”.`;
}

/**
 * The item by which a failure comes out: the fields of the input item, and what happened to it.
 *
 * @param message without the item
 * @param more of the error; by default it was not sent, and there is no advice
 */
export function failedItem(
	item: number,
	fields: IDataObject,
	message: string,
	more: IDataObject = {},
): INodeExecutionData {
	const error = { description: '', outcome: 'notSent', ...more };
	return {
		json: { ...fields, error: { message: `${message} [item ${item}]`, ...error } },
		pairedItem: { item },
	};
}
