import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { closing } from '../../nodes/CrmMessaging/catalogue/runs';
import type { Sentence } from '../../nodes/CrmMessaging/catalogue/sentence';

/** Names those who may have been reached, and the way out. */
export function lookFor(...recipients: string[]): string {
	return `${closing.unknown(recipients.join(', '))} ${closing.notResent}`;
}

/**
 * The item by which a failure comes out: the fields of the input item, and what happened to it.
 *
 * @param more of the error; by default it was not sent
 */
export function failedItem(
	item: number,
	fields: IDataObject,
	{ code, text, advice }: Sentence,
	more: IDataObject = {},
): INodeExecutionData {
	const error = { code, description: advice, outcome: 'notSent', ...more };
	return {
		json: { ...fields, error: { message: `${text} [item ${item}]`, ...error } },
		pairedItem: { item },
	};
}
