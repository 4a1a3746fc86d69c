import type { Sentence } from '../catalogue/sentence';
import { closing } from '../catalogue/runs';
import { InputError } from '../fields/inputError';
import {
	explanationOf,
	explain,
	keepMessage,
	withoutCancellation,
	withoutTags,
} from '../n8n/errors';
import { CanceledError } from '../service/client';
import { CredentialError } from '../service/credential';
import { ServiceError, type Failure, failureOfSentence } from '../service/failure';
import { wordsOfError } from '../service/answer';
import {
	NodeApiError,
	NodeOperationError,
	type INode,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { formatList, formatItems } from './hints';
import { closingsOf, type Outcomes, type StopDetails } from './outcomes';
import type { Row } from './row';
import { isToolExecution } from '../n8n/execution';

/** A failure of one or more input items, as plain data. */
export interface ItemFailure {
	items: readonly number[];
	failure: Failure;
	rows?: readonly Row[];
}

/** Stops a run. */
export class RunStop extends Error {
	constructor(
		readonly first: ItemFailure,
		readonly details: StopDetails,
	) {
		super(first.failure.message);
	}
}

/** Converts anything thrown while reading or sending an item to plain data. */
export function failureOf(cause: unknown): Failure {
	if (cause instanceof RunStop) return cause.first.failure;
	if (cause instanceof ServiceError) return cause.failure;
	if (cause instanceof InputError) return failureOfSentence('input', cause.sentence);
	if (cause instanceof CredentialError) {
		return failureOfSentence('input', cause.problem, { ofRun: true });
	}
	const message = wordsOfError(cause);
	if (cause instanceof CanceledError)
		return { kind: 'canceled', message, advice: '', outcome: 'notSent', ofRun: true };
	const { description } = cause as { description?: unknown };
	const advice = typeof description === 'string' ? description : '';
	const explanation = explanationOf(cause);
	return { kind: 'input', message, advice, outcome: 'notSent', explanation };
}

/** An error of the node, as n8n shows it. */
export type NodeError = NodeApiError | NodeOperationError;

function isNodeError(error: unknown): error is NodeError {
	return error instanceof NodeApiError || error instanceof NodeOperationError;
}

/**
 * Converts a failure to n8n's error; no other code does.
 *
 * @param items its input items, which the message names
 * @param closings sentences on what was sent
 * @param outcomes results of all rows, for the error's details
 */
function nodeErrorOf(
	node: INode,
	failure: Failure,
	items: readonly number[],
	closings: string[],
	outcomes?: Outcomes,
): NodeError {
	const { message, ...words } = wordsOf(failure, items, closings);
	const description = withoutTags(words.description);
	// The editor adds the item to the message unless the message already names it in this form.
	const itemIndex = items.length <= 1 && !failure.ofRun ? (items[0] ?? 0) : undefined;
	const options = { message, description, itemIndex };
	const error =
		failure.kind === 'service'
			? new NodeApiError(node, {}, { ...options, httpCode: failure.status?.toString() })
			: new NodeOperationError(node, message, options);
	keepMessage(error, message);
	Object.assign(error, codesOf(failure));
	error.context.outcome = failure.outcome;
	if (outcomes || failure.answer) error.context.data = { ...outcomes, answer: failure.answer };
	if (failure.explanation) explain(error, failure.explanation, withoutTags(sentences(closings)));
	return error;
}

/** Workflows branch on these: the sentence's code, and the network's. */
export function codesOf({ code, networkCode }: Failure): { code?: string; networkCode?: string } {
	return { ...(code && { code }), ...(networkCode && { networkCode }) };
}

/** The error of a sentence that concerns no item. */
export function nodeErrorOfSentence(node: INode, sentence: Sentence): NodeError {
	return nodeErrorOf(node, failureOfSentence('input', sentence, { ofRun: true }), [], []);
}

/** The error of anything that stops a run. n8n's own errors stay unchanged. */
export function nodeErrorOfRun(node: INode, cause: unknown): NodeError {
	if (isNodeError(cause)) return cause;
	const failure = failureOf(cause);
	if (cause instanceof RunStop) {
		const { first, details } = cause;
		return nodeErrorOf(node, failure, first.items, closingsOfRun(cause), details.outcomes);
	}
	return nodeErrorOf(node, failure, [0], closingsOfRun(cause));
}

/** Sentences on the outcome, after the advice of anything that stops a run. */
export function closingsOfRun(cause: unknown): string[] {
	if (cause instanceof RunStop) return closingsOf(cause.first.failure, cause.details);
	if (cause instanceof InputError || cause instanceof CredentialError) {
		return [closing.nothingSent];
	}
	// The retry of an execution that was cut short.
	const isRefused = cause instanceof ServiceError && cause.failure.kind === 'input';
	return isRefused ? [closing.nothingSentNow] : [];
}

/** The same error, as one text. */
export function wordsOfRun(cause: unknown, closings: string[] = []): string {
	const { message, description } = wordsOf({ ...failureOf(cause), ofRun: true }, [], closings);
	return sentences([message.endsWith('.') ? message : `${message}.`, description]);
}

/**
 * A failure in words: what happened, to which items, what to do, and what was sent.
 *
 * @param closings sentences on what was sent
 */
export function wordsOf(
	failure: Failure,
	items: readonly number[],
	closings: string[],
): { message: string; description: string } {
	const { message, advice, ofRun, kind, tries = 1 } = failure;
	const place = ofRun ? '' : ` [${formatItems(items)}]`;
	const description = sentences([advice, tries > 1 ? closing.tries({ tries }) : '', ...closings]);
	const isCancellation = kind === 'canceled';
	return {
		message: (isCancellation ? message : withoutCancellation(message)) + place,
		description,
	};
}

function sentences(parts: readonly string[]): string {
	return parts.filter(Boolean).join(' ');
}

/**
 * Whether a run continues with the valid items if others are wrong. An agent's never does: its call
 * is one item. It reads the whole error, whatever _On Error_ is set to.
 */
export function continuesOnFail(context: IExecuteFunctions): boolean {
	return context.continueOnFail() && !isToolExecution(context);
}

/**
 * An agent's output for an error, in the format of newer n8n versions. Older ones end the
 * execution. With _On Error_ set to _Continue_, they return the agent's call as a success, so this
 * item reports the error.
 *
 * @throws the error if On Error is not set to Continue
 */
export function answerOfError(context: IExecuteFunctions, cause: unknown): INodeExecutionData[] {
	const error = nodeErrorOfRun(context.getNode(), cause);
	keepMessage(error, wordsForAgent(cause));
	if (!context.continueOnFail()) throw error;
	return [{ json: { error: error.message }, pairedItem: { item: 0 } }];
}

/**
 * The whole error in one message, since an agent reads nothing else. It needs to know what to
 * change, whether anything was sent, and who mustn't get it again.
 */
function wordsForAgent(cause: unknown): string {
	const { accepted = [] } = (cause instanceof RunStop && cause.details.outcomes) || {};
	const reached = accepted.flatMap(({ recipient }) => recipient ?? []);
	return wordsOfRun(cause, [
		...closingsOfRun(cause),
		reached.length > 0 ? closing.acceptedForAgent({ recipients: formatList(reached) }) : '',
	]);
}
