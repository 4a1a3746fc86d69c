import type { IDataObject } from 'n8n-workflow';
import type { Batch, Entry, Outcome, Result } from '../../run/operation';
import type { ItemParameters } from '../../run/parameters';
import { AnswerError, isObject, textOf } from '../../transport/answer';
import type { Pairing } from './pairResults';

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

/**
 * Makes output items of an answer: each result with its recipient, those that may be anyone's linked
 * to the whole request, and where nothing is left of them, the recipients without a result.
 *
 * @param recipientOf the keys of an entry that say who it is for
 */
export function outcomeOfPairing(
	{ entries, results, left, open }: Pairing,
	batch: Batch,
	recipientOf: (entry: Entry) => IDataObject,
): Required<Outcome> {
	const paired = results.map((result, at) => {
		const entry = entries[at] as Entry;
		return resultOf(entry, recipientOf(entry), result);
	});
	if (left.length > 0) {
		const { results: unpaired, hints } = unpairedOutcome(left, open, batch);
		return { results: [...paired, ...unpaired], hints };
	}
	if (open.length === 0) return { results: paired, hints: [] };
	const silent = open.map((entry) => resultOf(entry, recipientOf(entry), {}));
	return {
		results: [...paired, ...silent],
		hints: [
			`The service gave no result for ${open.length} of ${batch.entries.length} recipients; their output has no delivery_id.`,
		],
	};
}

function resultOf(entry: Entry, recipient: IDataObject, result: IDataObject): Result {
	const { item, place, text, marks } = entry;
	const json = { ...recipient, text, ...marks, ...result };
	const output: Result = { json, items: [item], place };
	if (isRejected(result)) {
		output.rejected = `The service rejected the delivery to ${Object.values(recipient).map(textOf).join(', ')}`;
	}
	return output;
}

/** Whether a result says that its delivery was not accepted; some write what is true or false as text. */
function isRejected({ valid }: IDataObject): boolean {
	return valid === 0 || textOf(valid).toLowerCase() === 'false';
}

/** Gives results that cannot be told apart once, linked to the whole request, and says so. */
function unpairedOutcome(
	results: readonly unknown[],
	open: readonly Entry[],
	{ entries, items }: Batch,
): Required<Outcome> {
	const given = `The service gave ${count(results.length, 'result', 'results')}`;
	const linked = 'linked to all items of their request';
	return {
		results: results.map((result) => {
			const json = isObject(result) ? result : { result: result as string };
			const output: Result = { json, items };
			if (isRejected(json)) {
				const id = json.delivery_id ? ` (${textOf(json.delivery_id)})` : '';
				output.rejected = `The service rejected a delivery${id} and does not say to whom it was`;
			}
			return output;
		}),
		hints: [
			open.length > 0
				? `${given} for ${count(open.length, 'recipient', 'recipients')} and does not say which belong together, so the results are ${linked}.`
				: `${given} beyond those of the ${count(entries.length, 'recipient', 'recipients')}; what is beyond is ${linked}.`,
		],
	};
}

function count(number: number, one: string, several: string): string {
	return `${number.toLocaleString('en')} ${number === 1 ? one : several}`;
}
