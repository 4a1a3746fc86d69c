import { answerHint } from '../../catalogue/contacts';
import { brokenRequest, requestAdvice } from '../../catalogue/requests';
import { runHint } from '../../catalogue/runs';
import { isNamed, isObject, textOf } from '../../fields/values';
import { AnswerError, jsonOf, quoted, wordsIn } from '../../service/answer';
import { CanceledError, UnwantedError, type ServiceClient } from '../../service/client';
import { CredentialError } from '../../service/credential';
import { changes, type ServiceRequest } from '../../service/endpoints';
import {
	outcomeOf,
	type Failure,
	isTooLarge,
	ServiceError,
	requestFailure,
	unreadableAnswer,
} from '../../service/failure';
import { differenceHint, odditiesOf } from '../../service/oddities';
import { failureOf } from '../errors';
import type { Memory } from '../remember/memory';
import type { Conversation, Operation } from '../operation';
import type { NodeParameters } from '../read/parameters';
import { halvesOf } from './planCalls';
import { reachedBy } from '../read/readRows';
import { namesIn, type Recipient, type RepeatedRecipients } from '../recipient';
import { readyOf, type Call, type Output } from '../row';
import { settle } from './outcomes';

/** Everything sending needs in addition to the calls. */
export interface Dispatcher {
	operation: Operation;
	client: ServiceClient;
	parameters: NodeParameters;
	continues: boolean;
	/** Recipients that appear more than once. Only their order matters. */
	repeated: RepeatedRecipients;
	/** Remembers accepted requests; omitted, nothing is remembered. */
	memory?: Memory;
	/** The callback URL if the run waits, which it does for one request. */
	callbackUrl?: string;
	/** The IDs that the service created in this run. */
	createdIds: Set<string>;
}

/**
 * Sends calls as the client's limiter allows, and those for the same recipient in order. Each result
 * is remembered immediately and written to the rows.
 *
 * @returns the finished calls in order; one that was too large as its halves
 */
export async function dispatch(calls: readonly Call[], dispatcher: Dispatcher): Promise<Call[]> {
	const { continues, repeated, callbackUrl } = dispatcher;
	const reached = ({ rows }: Call): readonly Recipient[] =>
		repeated.isAny ? rows.flatMap(reachedBy).filter((one) => repeated.has(one)) : [];
	const ended = new Map<Call, Call[]>();
	let isStopped = false;
	const send = async (call: Call): Promise<Call[]> => {
		const failure = await attempt(call, dispatcher, () => !isStopped);
		if (failure === 'unwanted') return [];
		const isDivisible = failure && isTooLarge(failure) && call.rows.length > 1;
		if (isDivisible && callbackUrl) failure.advice = requestAdvice.smallerRounds;
		else if (isDivisible) {
			// The service accepted nothing of the whole request.
			for (const row of call.rows) row.stay();
			const [first, second] = halvesOf(call);
			return [...(await send(first)), ...(await send(second))];
		}
		if (failure) fail(call, failure);
		if (!failure || failure.outcomeUnknown) dispatcher.memory?.keep(call);
		isStopped ||= failure !== undefined && !continues;
		return [call];
	};
	await workInOrder(calls, reached, async (call) => {
		ended.set(call, await send(call));
	});
	for (const { rows } of calls) readyOf(rows).forEach((row) => row.stay());
	return calls.flatMap((call) => ended.get(call) ?? []);
}

/**
 * Does pieces of work in parallel. A piece waits for earlier ones with a recipient in common; others
 * may overtake it.
 */
export async function workInOrder<T>(
	works: readonly T[],
	recipientsOf: (work: T) => readonly Recipient[],
	handle: (work: T) => Promise<void>,
): Promise<void> {
	const lastWith = new Map<string, Promise<void>>();
	const begun = works.map((work) => {
		const names = new Set(recipientsOf(work).flatMap(namesIn));
		const before = [...names].flatMap((name) => lastWith.get(name) ?? []);
		const task = Promise.all(before).then(async () => await handle(work));
		for (const name of names) lastWith.set(name, task);
		return task;
	});
	await Promise.all(begun);
}

/**
 * Sends a call and assigns the answer's results to its rows.
 *
 * @param isWanted asked when a request could be sent
 * @returns why it failed; `unwanted` if it was never sent
 */
async function attempt(
	call: Call,
	dispatcher: Dispatcher,
	isWanted: () => boolean,
): Promise<Failure | 'unwanted' | undefined> {
	const { operation, client, callbackUrl } = dispatcher;
	let request: ServiceRequest;
	try {
		request = operation.request(call, {
			signedCallback: (url) => client.signedCallback(url),
			callbackUrl,
		});
	} catch (cause) {
		return failureOf(cause);
	}
	call.rows.forEach((row) => row.leave());
	try {
		await sendCall(request, call, dispatcher, isWanted);
		return undefined;
	} catch (cause) {
		if (!(cause instanceof UnwantedError)) return failureOfExchange(cause, dispatcher);
		for (const row of call.rows) row.stay();
		return 'unwanted';
	}
}

/**
 * Sends a request and assigns its answer. Nothing of it is caught here, as an exception after the
 * request has left means an unknown outcome.
 */
async function sendCall(
	request: ServiceRequest,
	call: Call,
	{ operation, client, parameters, createdIds }: Dispatcher,
	isWanted: () => boolean,
): Promise<void> {
	const conversation: Conversation = {
		send: async (request) => await client.send(request, isWanted),
		pause: async (milliseconds) => await client.pause(milliseconds),
	};
	const answer = operation.fetchAnswer
		? await operation.fetchAnswer(conversation, call)
		: await conversation.send(request);
	operation.settle(answer, call, (item) => parameters.of(item));
	noteOddities(call, request, answer);
	settle(call);
	if (changes(operation.endpoint)) noteRepeatedIds(call, createdIds);
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

/** Notes what in an answer isn't as its documentation and its request; a failure may mean all of it. */
function noteOddities(call: Call, request: ServiceRequest, answer: unknown): void {
	if (!isObject(answer)) return;
	const documented = request.endpoint.documented(request, answer);
	const { differences, others, isFailed } = odditiesOf(answer, documented);
	const sentences = differences.map(differenceHint);
	const json = others && jsonOf(others);
	const failed = json !== undefined && isFailed ? runHint.answerFailed({ json }) : undefined;
	if (failed) sentences.push(failed);
	else if (json !== undefined) sentences.push(runHint.answerAlsoHolds({ json }));
	const hasOutput = call.shared.length > 0 || call.rows.some(({ outputs }) => outputs.length > 0);
	if (hasOutput) call.doubts = [...call.doubts, ...sentences];
	else call.hints = [...call.hints, ...sentences];
	if (!failed) return;
	const failedOutput = (output: Output): Output =>
		output.rejected !== undefined || output.unclear
			? output
			: { ...output, rejected: failed.text, unclear: true };
	for (const row of call.rows) row.outputs = row.outputs.map(failedOutput);
	call.shared = call.shared.map(failedOutput);
}

/** Notes IDs that the service gave to an earlier request as well: it may have created only one. */
function noteRepeatedIds(call: Call, known: Set<string>): void {
	const outputs = [...call.rows.flatMap((row) => row.outputs), ...call.shared];
	const ids = new Set(outputs.map(({ json }) => json.delivery_id ?? json.bulk_id ?? json._id));
	for (const id of ids) {
		if (!isNamed(id)) continue;
		const text = textOf(id);
		if (known.has(text)) call.doubts = [...call.doubts, answerHint.sameId({ id: text })];
		known.add(text);
	}
}

/** Notes why a call failed. Rows that may have been sent in an earlier try keep that status. */
function fail(call: Call, failure: Failure): void {
	call.failure = failure;
	const outcome = outcomeOf(failure);
	const stillUnknown = { ...failure, outcomeUnknown: true };
	for (const row of call.rows) {
		const { earlier } = row;
		if (outcome !== 'notSent') row.fail(outcome, failure);
		else row.fail(earlier ?? outcome, earlier === 'unknown' ? stillUnknown : failure);
	}
}
