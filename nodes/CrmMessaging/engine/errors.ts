import { type Sentence } from '../catalogue/sentence';
import { closing } from '../catalogue/runs';
import { InputError } from '../fields/inputError';
import {
	explanationOf,
	explain,
	beforeCancellationWord,
	keepMessage,
	withoutTags,
} from '../n8n/errors';
import { CanceledError } from '../service/client';
import { CredentialError } from '../service/credential';
import {
	ServiceError,
	type Failure,
	failureOfSentence,
	outcomeOf,
	type FailureKind,
} from '../service/failure';
import { type Outcomes, type RowReport, outcomeCounts, outcomeSentence } from './outcomes';
import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { formatList, formatItems } from './hints';

/** The failure of one or more input items, as plain data. */
export interface ItemFailure {
	items: readonly number[];
	failure: Failure;
	/** The rows it is about, if there was a request. */
	rows?: RowReport[];
}

/** A run that stops, as a person reads of it. */
export interface StoppedRun {
	/** The failure that is shown. */
	first: ItemFailure;
	/** Whether it failed before anything was sent, at a request, when all else was sent, or when all was called back. */
	when: 'beforeSending' | 'atRequest' | 'afterAll' | 'afterCallbacks';
	/** How many items are wrong, if nothing was sent. */
	wrongItems?: number;
	/** The results of everything that should be sent. */
	outcomes?: Outcomes;
}

/** Anything that was thrown while an item was read or sent, as plain data. */
export function failureOf(cause: unknown): Failure {
	if (cause instanceof ServiceError) return cause.failure;
	if (cause instanceof InputError) return failureOfSentence('input', cause.sentence);
	if (cause instanceof CredentialError) {
		return failureOfSentence('input', cause.problem, { ofRun: true });
	}
	const message = cause instanceof Error ? cause.message : String(cause);
	if (cause instanceof CanceledError)
		return { kind: 'canceled', message, advice: '', ofRun: true };
	const { description } = cause as { description?: unknown };
	const advice = typeof description === 'string' ? description : '';
	return { kind: 'input', message, advice, explanation: explanationOf(cause) };
}

/** An error of the node, as n8n shows it. */
export type NodeError = NodeApiError | NodeOperationError;

/** Whether an error is one that n8n shows as the node's. */
export function isNodeError(error: unknown): error is NodeError {
	return error instanceof NodeApiError || error instanceof NodeOperationError;
}

/** Failures that the service, or the way to it, is to blame for. */
const kindsOfService: FailureKind[] = [
	'refused',
	'unreachable',
	'outcomeUnknown',
	'unreadableAnswer',
];

/**
 * The one place that makes n8n's error of a failure.
 *
 * @param items the input items it is about, which the message names
 * @param more sentences after the failure's own advice
 * @param outcomes what happened to everything, which n8n shows among the error's details
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
	// The editor adds the item to the message, unless the message names it so itself.
	const itemIndex = items.length <= 1 && !failure.ofRun ? (items[0] ?? 0) : undefined;
	const options = { message, description, itemIndex };
	const error = kindsOfService.includes(failure.kind)
		? new NodeApiError(node, {}, { ...options, httpCode: failure.status?.toString() })
		: new NodeOperationError(node, message, options);
	keepMessage(error, message);
	Object.assign(error, codesOf(failure));
	error.context.outcome = outcomeOf(failure);
	if (outcomes) error.context.data = { ...outcomes };
	if (failure.explanation) explain(error, failure.explanation, withoutTags(sentences(more)));
	return error;
}

/** What workflows branch on: the sentence's code, and the network's. */
export function codesOf({ code, networkCode }: Failure): { code?: string; networkCode?: string } {
	return { ...(code && { code }), ...(networkCode && { networkCode }) };
}

/** The error that a sentence describes, about no item. */
export function nodeErrorOfSentence(node: INode, sentence: Sentence): NodeError {
	return nodeErrorOf(node, failureOfSentence('input', sentence, { ofRun: true }), []);
}

/** The error for anything thrown before any item was read; one of n8n's own stays as it is. */
export function nodeErrorOfRun(node: INode, cause: unknown): NodeError {
	if (isNodeError(cause)) return cause;
	return nodeErrorOf(node, failureOf(cause), [0]);
}

/** The same as one text. */
export function wordsOfRun(cause: unknown): string {
	const { message, description } = wordsOf({ ...failureOf(cause), ofRun: true }, []);
	return sentences([`${message}.`, description]);
}

/** The error that ends a run. */
export function errorOfStop(node: INode, stopped: StoppedRun): NodeError {
	const { first, outcomes } = stopped;
	return nodeErrorOf(node, first.failure, first.items, closingsOf(stopped), outcomes);
}

/** A failure in words: what happened, with the items it is about, and what to do. */
export function wordsOf(
	failure: Failure,
	items: readonly number[],
	more: string[] = [],
): { message: string; description: string } {
	const { message, advice, ofRun, kind, tries = 1 } = failure;
	const place = ofRun ? '' : ` [${formatItems(items)}]`;
	const rest = [advice, tries > 1 ? closing.tries(tries) : '', ...more];
	const cut = kind === 'canceled' ? undefined : beforeCancellationWord(message);
	if (cut === undefined) return { message: message + place, description: sentences(rest) };
	return { message: cut + place, description: sentences([closing.inFull(message), ...rest]) };
}

/** What a stopped run says after its failure's own advice. */
function closingsOf({ first, when, wrongItems = 1, outcomes }: StoppedRun): string[] {
	if (when === 'beforeSending') {
		// Wrong items can't be counted now; only an earlier try's results can.
		const earlier = outcomes && outcomeCounts({ ...outcomes, notSent: [] });
		return [
			earlier ? closing.nothingMoreSent(earlier) : closing.nothingSent,
			wrongItems > 1 ? closing.wrongItems(wrongItems) : '',
		];
	}
	if (!outcomes) return [];
	const outcome = outcomeOf(first.failure);
	const { accepted, rejected, unknown, notSent } = outcomes;
	const total = accepted.length + rejected.length + unknown.length + notSent.length;
	const alike = outcomes[outcome].length;
	// A contact that no callback reports was sent like the rest.
	const isApart = when === 'afterAll' || (when === 'afterCallbacks' && outcome === 'rejected');
	const ids = [...new Set(accepted.flatMap(({ id }) => id ?? []))];
	const [refused, uncertain] = [rejected, unknown].map((rows) =>
		rows.flatMap(({ recipient }) => recipient ?? []),
	) as [string[], string[]];
	return [
		isApart && alike > 0 && alike < total ? closing.restSent : '',
		alike === 1 && total === 1 ? '' : outcomeSentence(outcomes),
		ids.length > 0 ? closing.accepted(formatList(ids)) : '',
		refused.length > 1 ? closing.rejected(formatList(refused)) : '',
		uncertain.length > 0 ? closing.unknown(formatList(uncertain)) : '',
		// After the callbacks, a retry can't send it again in any case.
		unknown.length > 0 && when !== 'afterCallbacks' ? closing.notResent : '',
	];
}

function sentences(parts: readonly string[]): string {
	return parts.filter(Boolean).join(' ');
}
