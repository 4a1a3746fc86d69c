import {
	NodeApiError,
	NodeOperationError,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { closing } from '../catalogue/runs';
import { InputError } from '../fields/inputError';
import { explanationOf, explain, withoutCancellation, withoutTags } from '../n8n/errors';
import type { Execution } from '../n8n/execution';
import { wordsOfError } from '../service/answer';
import { ServiceError, type Failure, failureOfSentence } from '../service/failure';
import { formatList, formatItems } from './hints';
import {
	countsOfEarlierTry,
	itemsOf,
	outcomeSentence,
	type Outcomes,
	type Row,
	type RowReport,
} from './row';

export interface ItemFailure {
	items: readonly number[];
	failure: Failure;
	rows?: readonly Row[];
}

export class RunStop extends Error {
	constructor(
		readonly first: ItemFailure,
		readonly closings: string[],
		readonly outcomes?: Outcomes,
	) {
		super(first.failure.message);
	}
}

/** Sentences on the outcome, after the advice of anything that stops a run, or of the editor. */
export function closingsOfRun(cause: unknown): string[] {
	if (cause instanceof RunStop) return cause.closings;
	const isOurs = cause instanceof InputError || cause instanceof ServiceError;
	return isOurs && failureOf(cause).kind === 'input' ? [closing.nothingSent] : [];
}

/** Stops a run by wrong items. */
export function stopBeforeSending(failures: readonly ItemFailure[], outcomes: Outcomes): RunStop {
	const first = failures[0] as ItemFailure;
	const { length: wrongItems } = itemsOf(failures);
	const counts = countsOfEarlierTry(outcomes);
	const closings = [
		counts ? closing.nothingMoreSent({ counts }) : closing.nothingSent,
		wrongItems > first.items.length ? closing.wrongItems({ count: wrongItems }) : '',
	];
	return new RunStop(first, closings, outcomes);
}

/**
 * Stops a run by a failure of a request or a callback; without outcomes, nothing was sent.
 *
 * @param resends whether a retry can resend: after a wait, it only reports
 */
export function stopAfterSending(first: ItemFailure, outcomes?: Outcomes, resends = true): RunStop {
	if (!outcomes) return new RunStop(first, []);
	const { accepted, rejected, unknown, notSent } = outcomes;
	const isOnly = accepted.length + rejected.length + unknown.length + notSent.length === 1;
	// The error of an only row shows a rejection itself.
	const ofOnly: Partial<Record<Failure['outcome'], string>> = {
		notSent: closing.nothingSent,
		unknown: closing.mayBeSent,
	};
	const ids = [...new Set(accepted.flatMap(({ id }) => id ?? []))];
	const [refused, uncertain] = [rejected, unknown].map(recipientsIn) as [string[], string[]];
	const check =
		uncertain.length > 0
			? closing.unknown({ recipients: formatList(uncertain) })
			: closing.checkBefore;
	const closings = [
		isOnly ? (ofOnly[first.failure.outcome] ?? '') : `${outcomeSentence(outcomes)}.`,
		ids.length > 0 ? closing.accepted({ ids: formatList(ids) }) : '',
		refused.length > 0 && !isOnly ? closing.rejected({ recipients: formatList(refused) }) : '',
		unknown.length > 0 ? check : '',
		unknown.length > 0 && resends ? closing.notResent : '',
	];
	return new RunStop(first, closings, outcomes);
}

function recipientsIn(rows: readonly RowReport[]): string[] {
	return rows.flatMap(({ recipient }) => recipient ?? []);
}

/** Sentences on the outcome of one item, while others continue. */
export function closingsOfItem({ outcome }: Failure): string[] {
	if (outcome === 'notSent') return [closing.notSent];
	return outcome === 'unknown' ? [closing.mayBeSent, closing.checkBefore] : [];
}

/** Converts anything thrown while reading or sending an item to plain data. */
export function failureOf(cause: unknown): Failure {
	if (cause instanceof RunStop) return cause.first.failure;
	if (cause instanceof ServiceError) return cause.failure;
	if (cause instanceof InputError) return failureOfSentence('input', cause.sentence);
	const message = wordsOfError(cause);
	const { description } = cause as { description?: unknown };
	const advice = typeof description === 'string' ? description : '';
	const explanation = explanationOf(cause);
	return { kind: 'input', message, advice, outcome: 'notSent', explanation };
}

/**
 * Converts anything that stops a run, or a request of the editor, to n8n's error; no other code does. n8n's own
 * errors stay unchanged. All rows' outcomes are in its details.
 */
export function nodeErrorOf(node: INode, cause: unknown): NodeApiError | NodeOperationError {
	if (cause instanceof NodeApiError || cause instanceof NodeOperationError) return cause;
	const failure = failureOf(cause);
	const { first, outcomes } = cause instanceof RunStop ? cause : {};
	const items = first?.items ?? [0];
	const closings = closingsOfRun(cause);
	const { message, ...words } = wordsOf(failure, items, closings);
	const description = withoutTags(words.description);
	// The editor adds the item to the message unless the message already names it in this form.
	const itemIndex = items.length <= 1 && !failure.ofRun ? (items[0] ?? 0) : undefined;
	const options = { message, description, itemIndex };
	const error =
		failure.kind === 'service'
			? new NodeApiError(node, {}, { ...options, httpCode: failure.status?.toString() })
			: new NodeOperationError(node, message, options);
	// Its constructor replaces a message that contains `ECONNREFUSED` or the like.
	error.message = message;
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

export function wordsOfRun(cause: unknown, closings: string[] = []): string {
	const { message, description } = wordsOf({ ...failureOf(cause), ofRun: true }, [], closings);
	return sentences([message.endsWith('.') ? message : `${message}.`, description]);
}

/** A failure in words: what happened, to which items, what to do, and what was sent. */
export function wordsOf(
	failure: Failure,
	items: readonly number[],
	closings: string[],
): { message: string; description: string } {
	const { message, advice, ofRun, kind, tries = 1 } = failure;
	const place = ofRun ? '' : ` [${formatItems(items)}]`;
	const description = sentences([advice, tries > 1 ? closing.tries({ tries }) : '', ...closings]);
	const words = kind === 'canceled' ? message : withoutCancellation(message);
	return { message: words + place, description };
}

function sentences(parts: readonly string[]): string {
	return parts.filter(Boolean).join(' ');
}

/**
 * An agent's output for an error. Older n8n versions return the agent's call as a success, unless an item
 * reports the error. An agent reads only its message, so that says all.
 *
 * @throws the error if On Error is not set to Continue
 */
export function answerOfError(execution: Execution, cause: unknown): INodeExecutionData[] {
	const error = nodeErrorOf(execution.node, cause);
	const { accepted = [] } = (cause instanceof RunStop && cause.outcomes) || {};
	const recipients = formatList(recipientsIn(accepted));
	const reached = recipients && closing.acceptedForAgent({ recipients });
	error.message = wordsOfRun(cause, [...closingsOfRun(cause), reached]);
	if (!execution.continuesOnError) throw error;
	return [{ json: { error: error.message }, pairedItem: { item: 0 } }];
}
