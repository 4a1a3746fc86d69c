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
import { ServiceError, type Failure, outcomeOf, type FailureKind } from '../service/failure';
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
	if (cause instanceof InputError) return { ...input, message: cause.sentence() };
	const message = cause instanceof Error ? cause.message : String(cause);
	if (cause instanceof CredentialError) return { ...input, message, ofRun: true };
	if (cause instanceof CanceledError)
		return { kind: 'canceled', message, advice: '', ofRun: true };
	const { description } = cause as { description?: unknown };
	const advice = typeof description === 'string' ? description : '';
	return { ...input, message, advice, explanation: explanationOf(cause) };
}

const input = { kind: 'input', advice: '' } as const;

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
	error.context.outcome = outcomeOf(failure);
	if (outcomes) error.context.data = { ...outcomes };
	if (failure.explanation) explain(error, failure.explanation, withoutTags(sentences(more)));
	return error;
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
	return nodeErrorOf(node, first.failure, first.items, closing(stopped), outcomes);
}

/** A failure in words: what happened, with the items it is about, and what to do. */
export function wordsOf(
	failure: Failure,
	items: readonly number[],
	more: string[] = [],
): { message: string; description: string } {
	const { message, advice, ofRun, kind, tries = 1 } = failure;
	const place = ofRun ? '' : ` [${formatItems(items)}]`;
	const rest = [advice, tries > 1 ? `It was tried ${tries} times.` : '', ...more];
	const cut = kind === 'canceled' ? undefined : beforeCancellationWord(message);
	if (cut === undefined) return { message: message + place, description: sentences(rest) };
	const whole = `In full: ${message}${message.endsWith('?') ? '' : '.'}`;
	return { message: cut + place, description: sentences([whole, ...rest]) };
}

/** The sentence of a stopped run after its failure's own advice. */
function closing({ first, when, wrongItems = 1, outcomes }: StoppedRun): string[] {
	if (when === 'beforeSending') {
		// Wrong items can't be counted now; only an earlier try's results can.
		const earlier = outcomes && outcomeCounts({ ...outcomes, notSent: [] });
		return [
			earlier ? `Nothing more was sent. In an earlier try, ${earlier}.` : 'Nothing was sent.',
			wrongItems > 1 ? `${wrongItems} items are wrong; this is the first.` : '',
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
		isApart && alike > 0 && alike < total ? 'Everything else was sent.' : '',
		alike === 1 && total === 1 ? '' : outcomeSentence(outcomes),
		ids.length > 0 ? `Accepted: ${formatList(ids)}.` : '',
		refused.length > 1 ? `Rejected: ${formatList(refused)}.` : '',
		uncertain.length > 0 ? `Look for: ${formatList(uncertain)}.` : '',
		// After the callbacks, a retry can't send it again in any case.
		unknown.length > 0 && when !== 'afterCallbacks'
			? 'A retry keeps them back, unless the option “Unconfirmed Requests” is set to “Resend”.'
			: '',
	];
}

function sentences(parts: readonly string[]): string {
	return parts.filter(Boolean).join(' ');
}
