import { InputError } from '../fields/inputError';
import {
	explanationOf,
	explain,
	beforeCancellationWord,
	readsAsCancellation,
	keepMessage,
	withoutTags,
} from '../n8n/errors';
import { CanceledError } from '../service/client';
import { CredentialError } from '../service/credential';
import { ServiceError, type Failure, outcomeOf, type FailureKind } from '../service/failure';
import { type Outcomes, type RowReport, outcomeCounts, outcomeSentence } from './outcomes';
import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { formatList, formatItems } from './hints';

/** What went wrong with one or more input items, as plain data. */
export interface ItemFailure {
	items: number[];
	failure: Failure;
	/** The rows it is about, where there was a request. */
	rows?: RowReport[];
}

/** A run that stops: what it says to the person. */
export interface StoppedRun {
	/** The failure that is shown. */
	first: ItemFailure;
	/** Whether it failed before anything was sent, at a request, when all else was sent, or when all was called back. */
	when: 'beforeSending' | 'atRequest' | 'afterAll' | 'afterCallbacks';
	/** How many items are wrong, where nothing was sent. */
	wrongItems?: number;
	/** What became of everything that was to be sent. */
	outcomes?: Outcomes;
}

/** Anything that was thrown while an item was read or sent, as plain data. */
export function failureOf(cause: unknown): Failure {
	if (cause instanceof ServiceError) return cause.failure;
	if (cause instanceof InputError) return input(cause.sentence());
	const message = cause instanceof Error ? cause.message : String(cause);
	if (cause instanceof CredentialError) return { ...input(message), ofRun: true };
	if (cause instanceof CanceledError) return { ...input(message), kind: 'canceled', ofRun: true };
	return { ...input(message, descriptionOf(cause)), explanation: explanationOf(cause) };
}

function input(message: string, advice = ''): Failure {
	return { kind: 'input', message, advice };
}

function descriptionOf(cause: unknown): string {
	const { description } = cause as { description?: unknown };
	return typeof description === 'string' ? description : '';
}

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
function nodeErrorOf(
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
	const place = ofRun ? '' : ` [${formatItems(items)}]`;
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
		ids.length > 0 ? `Accepted: ${formatList(ids)}.` : '',
		recipients.length > 1 ? `Rejected: ${formatList(recipients)}.` : '',
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
	const names = recipients.length > 0 ? `Look for: ${formatList(recipients)}.` : '';
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
