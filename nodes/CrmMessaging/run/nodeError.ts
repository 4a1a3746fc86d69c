import {
	NodeApiError,
	NodeOperationError,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { explain } from '../n8n/editorExplanation';
import { errorItem } from '../n8n/errorItem';
import { keepMessage } from '../n8n/errorMessage';
import { outcomeOf, type Failure, type FailureKind } from '../transport/failure';
import { failureOf, type Accepted, type ItemFailure, type StoppedRun } from './itemFailure';

/** An error of the node, as n8n shows it. */
export type NodeError = NodeApiError | NodeOperationError;

/** Whether a kind of failure is something that the service or the way to it did. */
const isOfService: Record<FailureKind, boolean> = {
	input: false,
	refused: true,
	unreachable: true,
	outcomeUnknown: true,
	unreadableAnswer: true,
	rejected: false,
};

/** Up to so many ids and items are named in a sentence. */
const mostNamed = 20;

/**
 * The one place that makes n8n's error of a failure.
 *
 * @param item the input item it is about, which the message names
 * @param more sentences after the failure's own advice
 */
export function nodeErrorOf(
	node: INode,
	failure: Failure,
	item: number,
	more: string[] = [],
): NodeError {
	const message = failure.ofRun ? failure.message : `${failure.message} [item ${item}]`;
	const description = sentences([failure.advice, triesIn(failure), ...more]);
	const options = { message, description, itemIndex: item };
	const error = isOfService[failure.kind]
		? new NodeApiError(node, {}, { ...options, httpCode: failure.status?.toString() })
		: new NodeOperationError(node, message, options);
	keepMessage(error, message);
	error.context.outcome = outcomeOf(failure);
	if (failure.explanation) explain(error, failure.explanation, sentences(more));
	return error;
}

/** An error of whatever was thrown before any item was read; one of n8n's own stays as it is. */
export function nodeErrorOfRun(node: INode, cause: unknown): NodeError {
	if (cause instanceof NodeApiError || cause instanceof NodeOperationError) return cause;
	return nodeErrorOf(node, failureOf(cause), 0);
}

/** The error that ends a run. */
export function errorOfStop(node: INode, { first, others, when, accepted }: StoppedRun): NodeError {
	const { failure, items } = first;
	return nodeErrorOf(node, failure, items[0] ?? 0, [
		...closing(when, first, others, accepted),
		...alsoUnknown(when, others),
	]);
}

/** A failure as output items, one for each of its input items; n8n leads them to the error output. */
export function errorItems(
	node: INode,
	{ items, failure, acceptedBefore }: ItemFailure,
): INodeExecutionData[] {
	const more = acceptedBefore ? [`Before it, ${acceptedText(acceptedBefore)}`] : [];
	return items.map((item) => errorItem(item, nodeErrorOf(node, failure, item, more)));
}

function closing(
	when: StoppedRun['when'],
	{ items, failure }: ItemFailure,
	others: readonly ItemFailure[],
	accepted?: Accepted,
): string[] {
	if (when === 'beforeSending') {
		const wrong = others.reduce((sum, other) => sum + other.items.length, items.length);
		const only = wrong > 1 ? [`${wrong} items are wrong; this is the first.`] : [];
		return ['Nothing was sent.', ...only];
	}
	const taken = accepted ? acceptedText(accepted) : '';
	if (when === 'atRequest') return taken ? [`Before it, ${taken}`] : [];
	if (failure.outcomeUnknown) return ['Everything else was sent.', taken];
	return ['All requests were sent; only what the service rejected is missing.'];
}

function alsoUnknown(when: StoppedRun['when'], others: readonly ItemFailure[]): string[] {
	const unknown = others.filter(({ failure }) => failure.outcomeUnknown);
	if (when === 'beforeSending' || unknown.length === 0) return [];
	const items = unknown.flatMap((other) => other.items);
	const named = `${items.length === 1 ? 'item' : 'items'} ${listed(items)}`;
	return [`Also in doubt, and perhaps taken: ${named}.`];
}

function acceptedText({ count, entries, ids }: Accepted): string {
	const named = listed(ids);
	return `${count.toLocaleString('en')} ${entries} were accepted${named ? ` (${named})` : ''}.`;
}

function triesIn({ tries = 1 }: Failure): string {
	return tries > 1 ? `It was tried ${tries} times.` : '';
}

function listed(texts: ReadonlyArray<string | number>): string {
	return texts.slice(0, mostNamed).join(', ') + (texts.length > mostNamed ? ', …' : '');
}

function sentences(parts: readonly string[]): string {
	return parts.filter(Boolean).join(' ');
}
