import type { IDataObject, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { errorItem } from '../n8n/errors';
import { outcomeOf } from '../service/failure';
import { codesOf, type ItemFailure, wordsOf } from './errors';

/** Sorts results by their first input item; the sort is stable. */
export function inItemOrder<T extends { items: readonly number[] }>(results: T[]): T[] {
	return results.sort((one, other) => (one.items[0] ?? 0) - (other.items[0] ?? 0));
}

/** Sorts output by its first input item; the sort is stable. */
export function inOrderOfLinks(output: INodeExecutionData[]): INodeExecutionData[] {
	const firstLink = ({ pairedItem }: INodeExecutionData) =>
		([pairedItem].flat()[0] as IPairedItemData).item;
	return output.sort((one, other) => firstLink(one) - firstLink(other));
}

/**
 * Converts a failure to error items, one for each input item. Each has the item's own fields, and
 * `error`: its code, what happened, what to do, and the outcome.
 *
 * @param input the input items
 * @param leavesByErrorOutput whether the node has an error output
 */
export function errorItemsOf(
	{ items, failure, rows = [] }: ItemFailure,
	input: readonly INodeExecutionData[],
	leavesByErrorOutput: boolean,
): INodeExecutionData[] {
	return items.map((item) => {
		const ofItem = rows.filter((row) => row.items.includes(item));
		const error: IDataObject = {
			...codesOf(failure),
			...wordsOf(failure, [item]),
			outcome: outcomeOf(failure),
		};
		if (failure.status !== undefined) error.httpCode = failure.status;
		const recipients = ofItem.flatMap(({ recipient }) => recipient ?? []);
		if (recipients.length > 0) error.recipients = recipients;
		return errorItem(item, error, input[item]?.json ?? {}, leavesByErrorOutput);
	});
}
