import type { IDataObject } from 'n8n-workflow';
import type { Batch, Entry, Outcome, Result } from '../../engine/operation';
import type { ItemParameters } from '../../engine/parameters';
import { AnswerError, hasError, saysFailed } from '../../service/answer';
import { isObject, textOf, truthOf } from '../../fields/values';
import { isWordKey, knownWords, plainKey } from '../../service/serviceText';
import type { Pairing, PlacedResult } from './pairResults';

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
 * Reads the results of an answer, flat or in lists of lists.
 *
 * @param answer its list `deliveries`
 * @param isInOrder whether the place in the outer list is that of an entry
 * @throws AnswerError where nothing tells what became of the deliveries
 */
export function placedResults(deliveries: readonly unknown[], isInOrder: boolean): PlacedResult[] {
	const placed = deliveries.flatMap((inner, place) =>
		[inner].flat().map((result) => ({ result, place: isInOrder ? place : undefined })),
	);
	if (placed.length === 0) {
		throw new AnswerError('it holds no result of any delivery', { deliveries });
	}
	return placed;
}

/**
 * Makes output items of an answer: each result with its recipient, those that may be anyone's linked
 * to the whole request, and where nothing is left of them, the recipients without a result.
 *
 * @param recipientOf the keys of an entry that say who it is for
 */
export function outcomeOfPairing(
	{ entries, results, placed, left, open }: Pairing,
	batch: Batch,
	recipientOf: (entry: Entry) => IDataObject,
): Required<Outcome> {
	const paired = results.map((result, at) => {
		const entry = entries[at] as Entry;
		return resultOf(entry, recipientOf(entry), result, placed[at]);
	});
	if (left.length > 0) {
		const { results: unpaired, hints } = unpairedOutcome(left, open, batch);
		return { results: [...paired, ...unpaired], hints };
	}
	const silent = open.map((entry) => resultOf(entry, recipientOf(entry), {}));
	return { results: [...paired, ...silent], hints: [] };
}

function resultOf(
	entry: Entry,
	recipient: IDataObject,
	result: IDataObject,
	byOrder = false,
): Result {
	const { item, place, text, marks } = entry;
	const json = { ...recipient, text, ...marks, ...result };
	const output: Result = { json, items: [item], place };
	if (byOrder) output.byOrder = true;
	const whom = Object.values(recipient).map(textOf).join(', ');
	return judged(`The service rejected the delivery to ${whom}`, output, result, text);
}

/** Notes on an output item what its result says of the delivery, with the sentence of a rejection. */
function judged(rejected: string, output: Result, result: IDataObject, text?: string): Result {
	const verdict = verdictOf(result);
	if (verdict === undefined) output.unclear = true;
	if (verdict === false) {
		const reason = reasonIn(result, text);
		output.rejected = reason === '' ? rejected : `${rejected}: ${reason}`;
	}
	return output;
}

/** Whether a result says that its delivery was accepted; undefined where it does not show it. */
function verdictOf(result: IDataObject): boolean | undefined {
	if (hasError(result)) return false;
	const [, valid] = Object.entries(result).find(([key]) => plainKey(key) === 'valid') ?? [];
	const verdict = truthOf(valid);
	return verdict === undefined && saysFailed(result) ? false : verdict;
}

/** The service's reason for a rejection; some services repeat the message itself under a key of words. */
function reasonIn(result: IDataObject, text = ''): string {
	const words = Object.entries(result).filter(([key, value]) => isWordKey(key) && value !== text);
	return knownWords(Object.fromEntries(words));
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
			const id = json.delivery_id ? ` (${textOf(json.delivery_id)})` : '';
			const rejected = `The service rejected a delivery${id} and does not say to whom it was`;
			return judged(rejected, { json, items }, json);
		}),
		hints: [
			open.length > 0
				? `${given} for ${count(open.length, 'recipient', 'recipients')} and does not say which belong together, so the results are ${linked}.`
				: `${given} beyond those of the ${count(entries.length, 'recipient', 'recipients')}; what is beyond is ${linked}.`,
			...(results.some((result) => !isObject(result) || verdictOf(result) === undefined)
				? [
						'Results that do not name a recipient do not show either whether it was accepted.',
					]
				: []),
		],
	};
}

function count(number: number, one: string, several: string): string {
	return `${number.toLocaleString('en')} ${number === 1 ? one : several}`;
}
