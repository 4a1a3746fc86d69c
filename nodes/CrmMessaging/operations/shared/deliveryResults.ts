import type { IDataObject } from 'n8n-workflow';
import type { Batch, Entry, Outcome, Result } from '../../run/operation';
import type { ItemParameters } from '../../run/parameters';
import { AnswerError, isObject, textOf } from '../../transport/answer';

/** Delivery results and the entry that each belongs to, in the same order. */
export interface Paired {
	entries: readonly Entry[];
	results: readonly IDataObject[];
}

/** The option that makes a rejected delivery an error. */
export const failOnRejected = {
	displayName: 'Fail on Rejected Recipients',
	name: 'failOnRejected',
	type: 'boolean' as const,
	default: true,
	description: 'Whether a recipient whom the service rejects is an error of its item',
};

/** Reads it for an item. */
export function failsOnRejected(item: ItemParameters): boolean {
	return item.option(failOnRejected);
}

/**
 * Makes sure that an answer holds a result at all.
 *
 * @throws AnswerError where nothing tells what became of the deliveries
 */
export function requireResults(results: readonly unknown[]): void {
	if (results.length === 0) throw new AnswerError('it holds no result of any delivery');
}

/** Pairs by position; undefined unless there is exactly one result for each entry. */
export function pairByPosition(
	results: readonly unknown[],
	{ entries }: Batch,
): Paired | undefined {
	if (results.length !== entries.length || !results.every(isObject)) return undefined;
	return { entries, results };
}

/**
 * Makes output items of delivery results, each with its recipient.
 *
 * @param recipientOf the keys of an entry that say who it is for
 */
export function deliveryOutcome(
	{ entries, results }: Paired,
	recipientOf: (entry: Entry) => IDataObject,
): Outcome {
	return {
		results: results.map((result, index) => {
			const entry = entries[index] as Entry;
			const recipient = recipientOf(entry);
			const output: Result = {
				json: { ...recipient, text: entry.text, ...entry.marks, ...result },
				items: [entry.item],
				place: entry.place,
			};
			if (result.valid === false) {
				output.rejected = `The service rejected the delivery to ${Object.values(recipient).map(textOf).join(', ')}`;
			}
			return output;
		}),
	};
}

/** Gives results that cannot be told apart once, linked to the whole request, and says so. */
export function unpairedOutcome(results: readonly unknown[], { entries, items }: Batch): Outcome {
	return {
		results: results.map((result) => {
			const json = isObject(result) ? result : { result: result as string };
			const output: Result = { json, items };
			if (json.valid === false) {
				const id = json.delivery_id ? ` (${textOf(json.delivery_id)})` : '';
				output.rejected = `The service rejected a delivery${id} and does not say to whom it was`;
			}
			return output;
		}),
		hints: [
			`The service gave ${count(results.length, 'result', 'results')} for ${count(entries.length, 'delivery', 'deliveries')} and does not say which belong together, so the results are linked to all items of their request.`,
		],
	};
}

function count(number: number, one: string, several: string): string {
	return `${number.toLocaleString('en')} ${number === 1 ? one : several}`;
}
