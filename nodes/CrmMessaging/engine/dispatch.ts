import { brokenRequest, requestAdvice, unreadable } from '../catalogue/requests';
import { runHint } from '../catalogue/runs';
import { figure, type Sentence } from '../catalogue/sentence';
import { isObject } from '../fields/values';
import { AnswerError } from '../service/answer';
import { CanceledError, UnwantedError, type ServiceClient } from '../service/client';
import { CredentialError } from '../service/credential';
import { changes, type ServiceRequest } from '../service/endpoints';
import {
	isTooLarge,
	requestFailure,
	ServiceError,
	unreadableAnswer,
	type Failure,
} from '../service/failure';
import { differenceHint, odditiesOf, reportsFailure, type Difference } from '../service/oddities';
import { jsonOf, quoted, wordsIn } from '../service/answer';
import { halvesOf } from './batches';
import { failureOf } from './errors';
import type { Memory } from './memory';
import type { Conversation, Conversed, Operation, Results } from './operation';
import type { NodeParameters } from './read/parameters';
import { namesIn, sharedNames, type Recipient } from './recipient';
import { firstItemOf, openRows, type Batch, type Row } from './row';

/** Everything sending needs in addition to the batches. */
export interface Dispatcher {
	operation: Operation;
	client: ServiceClient;
	parameters: NodeParameters;
	continues: boolean;
	/** Keeps what was sent; omitted, nothing is kept. */
	memory?: Memory;
	/** The callback URL if the run waits, which it does for one request. */
	callbackUrl?: string;
}

/**
 * Sends batches as the client's limiter allows, and those for the same recipient in order. Each
 * outcome is written to its row and kept immediately.
 */
export async function dispatch(batches: readonly Batch[], dispatcher: Dispatcher): Promise<void> {
	const { continues, memory, callbackUrl } = dispatcher;
	const created = new Set<string>();
	let isStopped = false;
	const send = async (batch: Batch): Promise<void> => {
		const failure = await attempt(batch, dispatcher, created, () => !isStopped);
		const isDivisible = failure && isTooLarge(failure) && batch.rows.length > 1;
		if (isDivisible && !callbackUrl) {
			// The service accepted nothing of the whole request.
			for (const half of halvesOf(batch)) await send(half);
			return;
		}
		if (isDivisible) failure.advice = requestAdvice.smallerRounds;
		if (failure) for (const row of batch.rows) fail(row, failure);
		// One that was no longer wanted has its earlier outcome, which is kept.
		memory?.keep(batch.rows.filter(({ outcome, earlier }) => outcome !== earlier));
		isStopped ||= !continues && batch.rows.some(hasFailed);
	};
	await workInOrder(batches, send);
	for (const { rows } of batches) for (const row of openRows(rows)) leaveUnsent(row);
}

/**
 * Does pieces of work in parallel. One waits for earlier ones with a recipient in common; others may
 * overtake it.
 */
export async function workInOrder<T extends Batch>(
	works: readonly T[],
	handle: (work: T) => Promise<void>,
): Promise<void> {
	const lastWith = new Map<string, Promise<void>>();
	const shared = sharedNames(works.flatMap(({ rows }) => rows.flatMap(recipientsOf)));
	await Promise.all(
		works.map((work) => {
			const own = shared.size > 0 ? work.rows.flatMap(recipientsOf).flatMap(namesIn) : [];
			const names = new Set(own.filter((name) => shared.has(name)));
			const before = new Set([...names].flatMap((name) => lastWith.get(name) ?? []));
			const task = Promise.all(before).then(async () => await handle(work));
			for (const name of names) lastWith.set(name, task);
			return task;
		}),
	);
}

/** The recipients of a row and of its parts. */
function recipientsOf({ recipient, parts }: Row): Recipient[] {
	return parts ? [recipient, ...parts.flatMap(recipientsOf)] : [recipient];
}

/** Its request didn't leave. What an earlier try did to it still holds. */
function leaveUnsent(row: Row): void {
	row.outcome = row.earlier ?? { is: 'notSent' };
}

/** Its request failed. A resent row that may have been accepted in an earlier try still may. */
function fail(row: Row, why: Failure): void {
	if (why.outcome === 'unknown') row.outcome = { is: 'unknown', why };
	else if (row.earlier?.is === 'unknown')
		row.outcome = { is: 'unknown', why: { ...why, outcome: 'unknown' } };
	else row.outcome = { is: 'notSent', why };
}

/** Whether a request failed for a row, or shows nothing of it. */
function hasFailed({ outcome }: Row): boolean {
	return (outcome.is === 'notSent' || outcome.is === 'unknown') && outcome.why !== undefined;
}

/**
 * Sends a batch and applies its answer.
 *
 * @param isWanted asked when a request could be sent
 * @returns why it failed; undefined if it was answered, or never sent
 */
async function attempt(
	batch: Batch,
	dispatcher: Dispatcher,
	created: Set<string>,
	isWanted: () => boolean,
): Promise<Failure | undefined> {
	const { operation, client, callbackUrl } = dispatcher;
	let request: ServiceRequest;
	try {
		request = operation.request(batch, {
			signedCallback: (url) => client.signedCallback(url),
			callbackUrl,
		});
	} catch (cause) {
		return failureOf(cause);
	}
	// Until its result is known, it may have been accepted.
	for (const row of batch.rows) row.outcome = { is: 'unknown' };
	try {
		await sendBatch(request, batch, dispatcher, created, isWanted);
		return undefined;
	} catch (cause) {
		if (!(cause instanceof UnwantedError)) return failureOfExchange(cause, dispatcher);
		batch.rows.forEach(leaveUnsent);
		return undefined;
	}
}

/**
 * Sends a request and applies its answer. Nothing of it is caught here, as an exception after the
 * request has left means an unknown outcome.
 */
async function sendBatch(
	request: ServiceRequest,
	batch: Batch,
	dispatcher: Dispatcher,
	created: Set<string>,
	isWanted: () => boolean,
): Promise<void> {
	const { operation, client, parameters } = dispatcher;
	const conversation: Conversation = {
		send: async (one) => await client.send(one, isWanted),
		pause: async (milliseconds) => await client.pause(milliseconds),
	};
	const { answer, hints = [] }: Conversed = operation.converse
		? await operation.converse(conversation, batch)
		: { answer: await conversation.send(request) };
	for (const hint of hints) parameters.hints.add(hint);
	const first = parameters.of(firstItemOf(batch.rows[0] ?? { items: [] }));
	const results = operation.results(answer, batch, first);
	const problem = noteOddities(request, answer, batch, dispatcher);
	apply(results, problem ?? repeatedId(results, created), batch, dispatcher);
}

function miscountOf({ key, json, asked, lacking }: Difference): Sentence {
	const reason = unreadable.otherCount({ key, json, asked });
	return lacking?.({ json }) ?? brokenRequest.unclearAnswer({ reason });
}

/** Results of an unclear answer in its error; a hostile service may send millions. */
const mostUnclear = 1000;

/**
 * Writes the results of an answer to the rows of its batch.
 *
 * @param problem why none of them counts
 */
function apply(
	{ outcomes, unclear, notes = [] }: Results,
	problem: Sentence | undefined,
	{ rows }: Batch,
	{ operation, parameters }: Dispatcher,
): void {
	const shown = rows.map((_, at) => (problem ? undefined : outcomes[at]));
	const missing = shown.filter((outcome) => !outcome).length;
	let why: Failure | undefined;
	if (missing > 0) {
		const entries = `${figure(missing)} of ${figure(rows.length)} ${operation.limit.rows}`;
		const reason = unreadable.notShown({ entries, json: jsonOf(unclear) });
		const sentence = problem ?? brokenRequest.unclearAnswer({ reason });
		const { mayTryAgain: _, ...failure } = requestFailure(operation.endpoint, sentence);
		why = { ...failure, ...(unclear && { answer: unclear.slice(0, mostUnclear) }) };
	}
	rows.forEach((row, at) => {
		const outcome = shown[at];
		if (outcome) row.outcome = outcome;
		else if (why) fail(row, why);
	});
	for (const note of notes) parameters.hints.addTo(note.sentence, note.rows);
}

/** An ID that another request of the run has created: one of them may have created nothing. */
function repeatedId({ created = [] }: Results, known: Set<string>): Sentence | undefined {
	const again = created.find((id) => known.has(id));
	for (const id of created) known.add(id);
	if (again === undefined) return undefined;
	return brokenRequest.unclearAnswer({ reason: unreadable.sameId({ id: again }) });
}

/** Exceptions that show a request's outcome themselves, or that kept it from leaving. */
const expectedErrors = [ServiceError, CredentialError, CanceledError];

/** Why an exchange failed. After any exception that no one foresaw, the outcome is unknown. */
function failureOfExchange(cause: unknown, { operation, client }: Dispatcher): Failure {
	const { endpoint } = operation;
	const isKnown = expectedErrors.some((error) => cause instanceof error);
	const isOfRead = !changes(endpoint) && !(cause instanceof AnswerError);
	if (isKnown || isOfRead) return failureOf(cause);
	const { message } = cause as Error;
	const { mayTryAgain: _, ...failure } =
		cause instanceof AnswerError
			? unreadableAnswer(endpoint, message, wordsIn(cause.answer, client.redactor))
			: requestFailure(
					endpoint,
					brokenRequest.unexpected({ message: quoted(message, client.redactor) }),
				);
	return failure;
}

/**
 * Hints at what in an answer isn't as its documentation and its request.
 *
 * @returns why no result of it counts: it reports a failure, or counts other entries
 */
function noteOddities(
	request: ServiceRequest,
	answer: unknown,
	{ rows }: Batch,
	{ parameters }: Dispatcher,
): Sentence | undefined {
	if (!isObject(answer)) return undefined;
	const documented = request.endpoint.documented(request, answer);
	const { differences, others, isFailed } = odditiesOf(answer, documented);
	// An entry of a list that was read may hold anything.
	const hasFailed = changes(request.endpoint)
		? isFailed || reportsFailure(answer)
		: others !== undefined && reportsFailure(others);
	if (hasFailed) {
		const json = jsonOf(others ?? answer);
		return brokenRequest.unclearAnswer({ reason: unreadable.failure({ json }) });
	}
	const miscounted = differences.find(({ isCount }) => isCount);
	if (miscounted) return miscountOf(miscounted);
	const sentences: Sentence[] = differences.map(differenceHint);
	if (others) sentences.push(runHint.answerAlsoHolds({ json: jsonOf(others) }));
	for (const sentence of sentences) parameters.hints.addTo(sentence, rows);
	return undefined;
}
