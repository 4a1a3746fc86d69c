import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { beforeCancellationWord, readsAsCancellation } from '../n8n/cancellation';
import { explain } from '../n8n/editorExplanation';
import { keepMessage } from '../n8n/errorMessage';
import { withoutTags } from '../n8n/richText';
import { outcomeOf, type Failure, type FailureKind } from '../transport/failure';
import { failureOf, type StoppedRun } from './itemFailure';
import { outcomeCounts, outcomeSentence } from './outcomeSentence';
import type { Outcomes } from './outcomes';
import { listed, shownItems } from './shownItems';

/** An error of the node, as n8n shows it. */
export type NodeError = NodeApiError | NodeOperationError;

/** Whether a kind of failure is something that the service or the way to it did. */
const isOfService: Record<FailureKind, boolean> = {
	input: false,
	canceled: false,
	refused: true,
	unreachable: true,
	outcomeUnknown: true,
	unreadableAnswer: true,
	rejected: false,
};

/**
 * The one place that makes n8n's error of a failure.
 *
 * @param items the input items it is about, which the message names
 * @param more sentences after the failure's own advice
 * @param outcomes what became of everything, which n8n shows among the error's details
 */
export function nodeErrorOf(
	node: INode,
	failure: Failure,
	items: readonly number[],
	more: string[] = [],
	outcomes?: Outcomes,
): NodeError {
	const { message, ...words } = wordsOf(failure, items, more);
	const description = withoutTags(words.description);
	// The editor puts the item behind the message, unless that names it so itself.
	const itemIndex = items.length <= 1 && !failure.ofRun ? (items[0] ?? 0) : undefined;
	const options = { message, description, itemIndex };
	const error = isOfService[failure.kind]
		? new NodeApiError(node, {}, { ...options, httpCode: failure.status?.toString() })
		: new NodeOperationError(node, message, options);
	keepMessage(error, message);
	error.context.outcome = outcomeOf(failure);
	if (outcomes) error.context.data = { ...outcomes };
	if (failure.explanation) explain(error, failure.explanation, withoutTags(sentences(more)));
	return error;
}

/** An error of whatever was thrown before any item was read; one of n8n's own stays as it is. */
export function nodeErrorOfRun(node: INode, cause: unknown): NodeError {
	if (cause instanceof NodeApiError || cause instanceof NodeOperationError) return cause;
	return nodeErrorOf(node, failureOf(cause), [0]);
}

/** What the error of whatever was thrown before any item was read says, in one text. */
export function wordsOfRun(cause: unknown): string {
	const { message, description } = wordsOf({ ...failureOf(cause), ofRun: true }, []);
	return sentences([`${message}.`, description]);
}

/** The error that ends a run. */
export function errorOfStop(node: INode, stopped: StoppedRun): NodeError {
	const { first, outcomes } = stopped;
	return nodeErrorOf(node, first.failure, first.items, closing(stopped), outcomes);
}

/** A failure in words: what happened, with the items it is about, and what to do. */
export function wordsOf(
	failure: Failure,
	items: readonly number[],
	more: string[] = [],
): { message: string; description: string } {
	const { message, ofRun, kind } = failure;
	const place = ofRun ? '' : ` [${shownItems(items)}]`;
	const rest = [adviceOf(failure), ...more];
	if (kind === 'canceled' || !readsAsCancellation(message)) {
		return { message: message + place, description: sentences(rest) };
	}
	return {
		message: beforeCancellationWord(message) + place,
		description: sentences([`In full: ${message}${message.endsWith('?') ? '' : '.'}`, ...rest]),
	};
}

/** What a failure advises, and how often it was tried. */
function adviceOf({ advice, tries = 1 }: Failure): string {
	return sentences([advice, tries > 1 ? `It was tried ${tries} times.` : '']);
}

/** What a stopped run says after its failure's own advice. */
function closing({ first, when, wrongItems = 1, outcomes }: StoppedRun): string[] {
	if (when === 'beforeSending') {
		// What is wrong now cannot be counted; only what an earlier try did can.
		const earlier = outcomes && outcomeCounts({ ...outcomes, notSent: [] });
		return [
			earlier ? `Nothing more was sent. In an earlier try, ${earlier}.` : 'Nothing was sent.',
			wrongItems > 1 ? `${wrongItems} items are wrong; this is the first.` : '',
		];
	}
	if (!outcomes) return [];
	const outcome = outcomeOf(first.failure);
	const [alike, total] = [outcomes[outcome].length, totalOf(outcomes)];
	// What a callback doesn't tell of was sent like the rest.
	const isApart = when === 'afterAll' || (when === 'afterCallbacks' && outcome === 'rejected');
	return [
		isApart && alike > 0 && alike < total ? 'Everything else was sent.' : '',
		alike === 1 && total === 1 ? '' : outcomeSentence(outcomes),
		...named(outcomes),
		...whatToLookFor(outcomes, when !== 'afterCallbacks'),
	];
}

/** The first ids of what was accepted, and the first recipients of what was rejected. */
function named({ accepted, rejected }: Outcomes): string[] {
	const ids = [...new Set(accepted.flatMap(({ id }) => id ?? []))];
	const recipients = rejected.flatMap(({ recipient }) => recipient ?? []);
	return [
		ids.length > 0 ? `Accepted: ${listed(ids)}.` : '',
		recipients.length > 1 ? `Rejected: ${listed(recipients)}.` : '',
	];
}

/**
 * Of what may have been accepted, who to look for, and the way out.
 *
 * @param canResend whether a person can choose that a retry sends it again
 */
function whatToLookFor({ unknown }: Outcomes, canResend: boolean): string[] {
	if (unknown.length === 0) return [];
	const recipients = unknown.flatMap(({ recipient }) => recipient ?? []);
	const names = recipients.length > 0 ? `Look for: ${listed(recipients)}.` : '';
	if (!canResend) return [names];
	return [
		names,
		'A retry keeps them back, unless the option “When the Outcome Is Unknown” is set to “Send Again”.',
	];
}

function totalOf(outcomes: Outcomes): number {
	const { accepted, rejected, unknown, notSent } = outcomes;
	return accepted.length + rejected.length + unknown.length + notSent.length;
}

function sentences(parts: readonly string[]): string {
	return parts.filter(Boolean).join(' ');
}
