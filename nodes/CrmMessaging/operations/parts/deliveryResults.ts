import type { IDataObject } from 'n8n-workflow';
import type { Batch, Entry, Outcome, Result } from '../../run/operation';
import { isObject, textOf } from '../../service/answers';

/** A delivery result and the entry it belongs to. */
export interface Paired {
	entry: Entry;
	result: IDataObject;
}

/** The option that makes a rejected delivery an error. */
export const failOnRejected = {
	displayName: 'Fail on Rejected Deliveries',
	name: 'failOnRejected',
	type: 'boolean' as const,
	default: true,
	description: 'Whether a delivery that the service marks as not valid is an error of its item',
};

/** Pairs by position; undefined unless there is exactly one result for each entry. */
export function pairByPosition(results: readonly unknown[], batch: Batch): Paired[] | undefined {
	if (results.length !== batch.entries.length || !results.every(isObject)) return undefined;
	return results.map((result, index) => ({
		entry: batch.entries[index] as Entry,
		result,
	}));
}

/**
 * Makes output items of delivery results, each with its recipient.
 *
 * @param recipientOf the keys of an entry that say who it is for
 * @param fails whether a delivery that is not valid is its item's error
 */
export function deliveryOutcome(
	pairs: readonly Paired[],
	recipientOf: (entry: Entry) => IDataObject,
	fails: boolean,
): Outcome {
	return {
		results: pairs.map(({ entry, result }) => {
			const recipient = recipientOf(entry);
			const output: Result = { json: { ...recipient, ...result }, items: [entry.item] };
			if (fails && result.valid === false) {
				output.rejected = `The service rejected the delivery to ${Object.values(recipient).map(textOf).join(', ')}`;
			}
			return output;
		}),
	};
}

/** Gives results that cannot be told apart once, linked to the whole request, and says so. */
export function unpairedOutcome(results: readonly unknown[], batch: Batch): Outcome {
	const count = (number: number, what: string) => `${number.toLocaleString('en')} ${what}`;
	return {
		results: results.map((result) => ({
			json: isObject(result) ? result : { result: result as string },
			items: batch.items,
		})),
		hints: [
			`The service gave ${count(results.length, 'results')} for ${count(batch.entries.length, 'deliveries')} and does not say which belong together, so the results are linked to all items of their request.`,
		],
	};
}
