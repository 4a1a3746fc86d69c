import { counted } from '../../catalogue/sentence';
import { messageHint, rejectedDelivery } from '../../catalogue/messages';
import { unreadable } from '../../catalogue/requests';
import type { IDataObject } from 'n8n-workflow';
import type { Call, Row, Verdict } from '../../engine/row';
import type { Option } from '../../fields/field';
import { boolean } from '../../fields/types/choice';
import { AnswerError, hasError, saysFailed } from '../../service/answer';
import { isObject, textOf, truthOf } from '../../fields/values';
import { isWordKey, knownWords, plainKey } from '../../service/serviceText';
import type { Pairing, PlacedResult } from './pairResults';

export const failOnRejected: Option<boolean> = {
	name: 'failOnRejected',
	label: 'Fail on Rejected Recipients',
	type: boolean,
	unset: false,
	initial: true,
	description: 'Whether to fail the item when the service rejects its recipient',
};

/**
 * Reads an answer's results, from a flat list or lists of lists.
 *
 * @param isInOrder whether an index of the outer list is that of a row
 * @throws AnswerError if nothing shows what happened to the deliveries
 */
export function placedResults(deliveries: readonly unknown[], isInOrder: boolean): PlacedResult[] {
	const placed: PlacedResult[] = [];
	for (let index = 0; index < deliveries.length; index++) {
		const inner = deliveries[index];
		const place = isInOrder ? index : undefined;
		if (!Array.isArray(inner)) placed.push({ result: inner, place });
		else for (const result of inner as unknown[]) placed.push({ result, place });
	}
	if (placed.length === 0) throw new AnswerError(unreadable.noResults, { deliveries });
	return placed;
}

/**
 * Assigns results to rows. Ambiguous ones are linked to the whole request; without any, rows that
 * have no result are unclear.
 */
export function giveResults(
	{ rows, results, placed, left, open }: Pairing,
	call: Call,
	recipientIn: (delivery: IDataObject) => IDataObject,
): void {
	for (let index = 0; index < rows.length; index++) {
		const row = rows[index] as Row;
		giveResult(row, recipientIn(row.body), results[index] as IDataObject, placed[index]);
	}
	if (left.length > 0) shareResults(left, open, call);
	else for (const row of open) giveResult(row, recipientIn(row.body), {});
}

function giveResult(row: Row, recipient: IDataObject, result: IDataObject, byOrder = false): void {
	const { text, marks } = row;
	const verdict = verdictOf(result, recipient, text);
	// It matters only for rejections how the recipient is known.
	const isPlaced = byOrder && verdict?.rejected !== undefined;
	row.give(
		{ ...recipient, text, ...marks, ...result },
		isPlaced ? { ...verdict, byOrder } : verdict,
	);
}

const unclear: Verdict = { unclear: true };

/** Reads a result, with the sentence for a rejection; undefined if it was accepted. */
function verdictOf(
	result: IDataObject,
	recipient?: IDataObject,
	text?: string,
): Verdict | undefined {
	const isAccepted = saysAccepted(result);
	if (isAccepted === undefined) return unclear;
	if (isAccepted) return undefined;
	const id = result.delivery_id ? ` (${textOf(result.delivery_id)})` : '';
	const sentence = recipient
		? rejectedDelivery.to(Object.values(recipient).map(textOf).join(', '))
		: rejectedDelivery.unnamed(id);
	return { rejected: [sentence, reasonIn(result, text)].filter(Boolean).join(': ') };
}

/** Undefined if the result doesn't show it. */
function saysAccepted(result: IDataObject): boolean | undefined {
	if (hasError(result)) return false;
	let verdict: boolean | undefined;
	for (const key in result) {
		if (plainKey(key) !== 'valid') continue;
		verdict = truthOf(result[key]);
		break;
	}
	return verdict === undefined && saysFailed(result) ? false : verdict;
}

/** The service's reason for a rejection. Some services repeat the message itself as the reason. */
function reasonIn(result: IDataObject, text = ''): string {
	const words = Object.entries(result).filter(([key, value]) => isWordKey(key) && value !== text);
	return knownWords(Object.fromEntries(words));
}

function shareResults(results: readonly unknown[], open: readonly Row[], call: Call): void {
	const returned = counted(results.length, 'result');
	const { items } = call;
	call.shared = results.map((result) => {
		const json = isObject(result) ? result : { result: result as string };
		return { json, items, ...verdictOf(json) };
	});
	const linked = open.length > 0 ? open : call.rows;
	const hints = [messageHint.resultsShared(returned, counted(linked.length, 'recipient'))];
	if (results.some((result) => !isObject(result) || saysAccepted(result) === undefined)) {
		hints.push(messageHint.resultsUnclear());
	}
	call.hints = hints;
}
