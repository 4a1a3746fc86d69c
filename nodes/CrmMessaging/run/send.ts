import type { IExecuteFunctions, INode } from 'n8n-workflow';
import type { ServiceClient } from '../service/client';
import { textOf } from '../service/answers';
import { AnswerProblem, failureOfShape } from '../service/failure';
import { advise, inputError, requestError, type ItemError } from './errors';
import type { Batch, Operation, Outcome, Result } from './operation';
import type { ItemParameters } from './parameters';

/** What came of all requests. */
export interface Sent {
	results: Result[];
	errors: ItemError[];
	hints: string[];
}

/**
 * Sends the batches one after the other.
 *
 * @returns results and, with Continue on, the errors of those that failed
 * @throws the first error with Continue off; it says what was accepted before
 */
export async function sendBatches(
	context: IExecuteFunctions,
	operation: Operation,
	client: ServiceClient,
	batches: readonly Batch[],
	items: readonly ItemParameters[],
): Promise<Sent> {
	const node = context.getNode();
	const sent: Sent = { results: [], errors: [], hints: [] };
	let accepted = 0;
	for (const batch of batches) {
		const first = items[batch.items[0] ?? 0] as ItemParameters;
		const { outcome, error } = await sendBatch(node, operation, client, batch, first);
		if (outcome) {
			accepted += batch.entries.length;
			sent.hints.push(...(outcome.hints ?? []));
			sort(node, outcome, sent);
			continue;
		}
		if (operation.sends) sayWhatWasAccepted(error, accepted, operation, sent.results);
		if (!context.continueOnFail()) throw error;
		sent.errors.push({ items: batch.items, error });
	}
	const [rejected] = sent.errors;
	if (rejected && !context.continueOnFail()) {
		advise(
			rejected.error,
			'All requests were sent; only what the service rejected is missing.',
		);
		throw rejected.error;
	}
	return sent;
}

type Attempt =
	{ outcome: Outcome; error?: undefined } | { outcome?: undefined; error: ItemError['error'] };

async function sendBatch(
	node: INode,
	operation: Operation,
	client: ServiceClient,
	batch: Batch,
	first: ItemParameters,
): Promise<Attempt> {
	const request = operation.request(batch, client);
	try {
		const answer = operation.converse
			? await operation.converse(client, batch, first)
			: await client.send(request, first.index);
		return { outcome: operation.results(answer, batch, first) };
	} catch (cause) {
		const error =
			cause instanceof AnswerProblem
				? client.errorOf(failureOfShape(request, cause.message), first.index)
				: requestError(node, cause, first.index);
		return { error };
	}
}

/** Puts a batch's results where they belong: a rejected one is the error of its items. */
function sort(node: INode, outcome: Outcome, sent: Sent): void {
	for (const result of outcome.results) {
		const { rejected, items } = result;
		if (rejected === undefined) sent.results.push(result);
		else
			sent.errors.push({
				items,
				error: inputError(node, new Error(rejected), items[0] ?? 0),
			});
	}
}

function sayWhatWasAccepted(
	error: ItemError['error'],
	accepted: number,
	{ limit }: Operation,
	results: Result[],
): void {
	if (accepted === 0) return;
	const ids = results
		.map(({ json }) => json.delivery_id ?? json._id)
		.filter(Boolean)
		.map(textOf);
	const named = ids.slice(0, 20).join(', ') + (ids.length > 20 ? ', …' : '');
	const count = `${accepted.toLocaleString('en')} ${limit.entries}`;
	advise(error, `Before it, ${count} were accepted${named ? ` (${named})` : ''}.`);
}
