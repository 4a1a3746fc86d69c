import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { errorItem } from '../n8n/errorItem';
import { outcomeOf } from '../transport/failure';
import type { ItemFailure } from './itemFailure';
import { wordsOf } from './nodeError';

/**
 * A failure as output items, one for each of its input items: the item's own fields, and `error`
 * beside them with what happened, what to do, and what became of it.
 *
 * @param input the input items
 * @param leavesByErrorOutput whether the node has an error output
 */
export function errorItemsOf(
	{ items, failure, units = [] }: ItemFailure,
	input: readonly INodeExecutionData[],
	leavesByErrorOutput: boolean,
): INodeExecutionData[] {
	return items.map((item) => {
		const own = units.filter((unit) => unit.items.includes(item));
		const error: IDataObject = {
			...wordsOf(failure, [item]),
			outcome: outcomeOf(failure),
		};
		if (failure.status !== undefined) error.httpCode = failure.status;
		const recipients = own.flatMap(({ recipient }) => recipient ?? []);
		if (recipients.length > 0) error.recipients = recipients;
		return errorItem(item, error, input[item]?.json ?? {}, leavesByErrorOutput);
	});
}
