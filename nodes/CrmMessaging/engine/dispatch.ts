import { answerHint } from '../catalogue/contacts';
import { brokenRequest, unreadable } from '../catalogue/requests';
import { entryFailure, runHint } from '../catalogue/runs';
import { figure } from '../catalogue/sentence';
import { cut, isObject } from '../fields/values';
import { AnswerError, jsonOf, quoted, wordsIn } from '../service/answer';
import { UnwantedError, type ServiceClient } from '../service/client';
import { odditiesOf, reportsFailure, type RequestContent } from '../service/documentedAnswers';
import { changes } from '../service/endpoints';
import {
	failureOfSentence,
	isTooLarge,
	requestFailure,
	ServiceError,
	unreadableAnswer,
	type Failure,
} from '../service/failure';
import { failureOf } from './errors';
import type { Memory } from './memory';
import type { Conversation, Operation, Results } from './operation';
import type { NodeParameters } from './read/parameters';
import { namesIn, strongestName } from './recipient';
import { batchesOf, openRows, rowsThatAre, type Batch, type Row } from './row';

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
 * Sends batches in parallel, and writes and keeps each outcome immediately. One waits for earlier ones
 * with a recipient in common.
 *
 * @returns whether all rows were sent, or may have been
 */
export async function dispatch(
	batches: readonly Batch[],
	dispatcher: Dispatcher,
): Promise<boolean> {
	const sender = new Sender(dispatcher);
	const lastWith = new Map<string, Promise<void>>();
	await Promise.all(
		batches.map((batch) => {
			const rows = batch.flatMap((row) => [row, ...(row.parts ?? [])]);
			const names = rows.flatMap(({ recipient }) => namesIn(recipient));
			const before = new Set(names.flatMap((name) => lastWith.get(name) ?? []));
			const task = Promise.all(before).then(async () => await sender.send(batch));
			for (const name of names) lastWith.set(name, task);
			return task;
		}),
	);
	// The requests of these didn't leave. What an earlier try did to them still holds.
	const left = openRows(batches.flat());
	for (const row of left) row.outcome = row.earlier ?? { is: 'notSent' };
	return sender.isWhole && left.length === 0;
}

/** The request of rows failed. One that may have been accepted in an earlier try still may. */
function fail(rows: readonly Row[], why: Failure): void {
	const unknown: Failure = { ...why, outcome: 'unknown' };
	for (const row of rows) {
		const isUnknown = why.outcome === 'unknown' || row.earlier?.is === 'unknown';
		row.outcome = isUnknown ? { is: 'unknown', why: unknown } : { is: 'notSent', why };
	}
}

/** Why a row isn't sent before an earlier one of its recipient, which failed. */
const afterFailed: Failure = failureOfSentence('input', entryFailure.afterFailed());

/** The rows without a failed one of their recipient, which they would overtake once that is retried. */
function unheld(rows: readonly Row[], failed: ReadonlySet<string>): Row[] {
	return rows.filter((row) => {
		if (!failed.has(strongestName(row.recipient) ?? '')) return true;
		fail([row], afterFailed);
		return false;
	});
}

function addNames(rows: readonly Row[], failed: Set<string>): void {
	for (const { recipient } of rows) {
		const name = strongestName(recipient);
		if (name !== undefined) failed.add(name);
	}
}

/** Lets open rows wait for those before them that are wrong, or that an earlier try may have sent. */
export function holdBack(rows: readonly Row[]): void {
	const failed = new Set<string>();
	for (const row of rows) {
		if (row.outcome.is === 'refused' || row.outcome.is === 'unknown') addNames([row], failed);
		else if (row.outcome.is === 'open') unheld([row], failed);
	}
}

class Sender {
	/** Whether no row was held, and no request refused. */
	isWhole = true;
	private isStopped = false;
	/** The IDs that the run has created. */
	private readonly created = new Set<string>();
	private readonly failed = new Set<string>();

	constructor(private readonly of: Dispatcher) {}

	async send(batch: Batch): Promise<void> {
		const { callbackUrl, continues, memory } = this.of;
		const rows = unheld(batch, this.failed);
		this.isWhole &&= rows.length === batch.length;
		if (rows.length === 0) return;
		const failure = await this.attempt(rows as [Row, ...Row[]]);
		if (failure && isTooLarge(failure) && rows.length > 1 && !callbackUrl) {
			// The service accepted nothing of the whole request.
			for (const half of batchesOf(rows, Math.ceil(rows.length / 2))) await this.send(half);
			return;
		}
		// The answer may show the outcomes of some.
		const left = rows.filter(({ outcome: { is } }) => is === 'open' || is === 'unknown');
		if (failure) {
			fail(left, failure);
			addNames(left, this.failed);
		}
		// Nothing of it was accepted. What an earlier try did to it is kept already.
		if (failure?.outcome === 'notSent') this.isWhole = false;
		else memory?.keep(rows);
		this.isStopped ||= !continues && failure !== undefined;
	}

	/** @returns why it failed; undefined if all its rows have an outcome, or it was never sent */
	private async attempt(batch: Batch): Promise<Failure | undefined> {
		const { operation, client, callbackUrl } = this.of;
		let hasLeft = false;
		try {
			const { signedCallback } = client;
			const content = operation.request(batch, { signedCallback, callbackUrl });
			// Until its result is known, it may have been accepted.
			for (const row of batch) row.outcome = { is: 'unknown' };
			hasLeft = true;
			await this.exchange(content, batch);
		} catch (cause) {
			if (!(cause instanceof UnwantedError))
				return hasLeft ? this.failureOfExchange(cause) : failureOf(cause);
			for (const row of batch) row.outcome = { is: 'open' };
		}
		return undefined;
	}

	/**
	 * Catches nothing: after a request has left, an exception means an unknown outcome.
	 *
	 * @throws ServiceError if the answer doesn't show what happened to all rows
	 */
	private async exchange(content: RequestContent, batch: Batch): Promise<void> {
		const { operation, client, parameters } = this.of;
		const { endpoint } = operation;
		const conversation: Conversation = {
			send: async (one) => await client.send({ ...one, endpoint }, () => !this.isStopped),
			pause: async (milliseconds) => await client.pause(milliseconds),
			hint: (sentence) => parameters.hints.add(sentence),
		};
		const answer = operation.converse
			? await operation.converse(conversation, batch)
			: await conversation.send(content);
		const results = operation.results(answer, batch, parameters);
		const problem = this.problemOf(content, answer, batch) ?? this.repeatedId(results);
		for (const others of results.others ?? [])
			parameters.hints.list(runHint.answersAlsoHold, jsonOf(others));
		const outcomes = problem ? [] : results.outcomes;
		batch.forEach((row, at) => (row.outcome = outcomes[at] ?? row.outcome));
		const missing = rowsThatAre('unknown', batch).length;
		if (missing === 0) return;
		const entries = `${figure(missing)} of ${figure(batch.length)} ${operation.limit.rows}`;
		const json = jsonOf(results.unclear);
		const reason = problem ?? unreadable.notShown({ entries, json });
		const failure = requestFailure(endpoint, brokenRequest.unclearAnswer({ reason }));
		// A problem of the whole answer isn't in its results.
		throw new ServiceError({ ...failure, answer: problem ? [answer] : results.unclear });
	}

	/** Hints at what differs in an answer. @returns why no result counts: a failure, or another count */
	private problemOf(
		content: RequestContent,
		answer: unknown,
		rows: readonly Row[],
	): string | undefined {
		if (!isObject(answer)) return undefined;
		const { endpoint } = this.of.operation;
		const documented = endpoint.documented(content, answer);
		const { differences, others, isFailed } = odditiesOf(answer, documented);
		// An entry of a list that was read may hold anything.
		const hasFailed = changes(endpoint)
			? isFailed
			: others !== undefined && reportsFailure(others);
		if (hasFailed) return unreadable.failure({ json: jsonOf(others ?? answer) });
		const miscounted = differences.find(({ isCount }) => isCount);
		if (miscounted) return unreadable.otherCount(miscounted);
		const { hints } = this.of.parameters;
		for (const one of differences) hints.add(answerHint.differs(one), rows);
		if (others) hints.list(runHint.answersAlsoHold, jsonOf(others));
		return undefined;
	}

	/** Of two rows with one ID, the service may have created only one. */
	private repeatedId({ created = [] }: Results): string | undefined {
		for (const id of created) {
			if (this.created.has(id)) return unreadable.sameId({ id: cut(id, 100) });
			this.created.add(id);
		}
		return undefined;
	}

	/** Why an exchange failed. After any exception that no one foresaw, the outcome is unknown. */
	private failureOfExchange(cause: unknown): Failure {
		const { endpoint } = this.of.operation;
		// A ServiceError shows the outcome itself.
		const isOfRead = !changes(endpoint) && !(cause instanceof AnswerError);
		if (cause instanceof ServiceError || isOfRead) return failureOf(cause);
		const words = quoted((cause as Error).message);
		if (cause instanceof AnswerError)
			return unreadableAnswer(endpoint, words, wordsIn(cause.answer));
		return requestFailure(endpoint, brokenRequest.unexpected({ message: words }));
	}
}
