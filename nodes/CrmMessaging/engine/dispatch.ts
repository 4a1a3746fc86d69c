import { runHint } from '../catalogue/hints';
import { AnswerError } from '../service/answer';
import { UnwantedError, type ServiceClient } from '../service/client';
import { outcomeOf, type Failure } from '../service/failure';
import { isTooLarge, unreadableAnswer } from '../service/requestFailure';
import { requestOf } from './additionalFields';
import { failureOf } from './errors';
import type { Memory } from './memory';
import type { Conversation, Operation } from './operation';
import type { NodeParameters } from './parameters';
import { halvesOf } from './planCalls';
import { Queue } from './queue';
import { reachedBy } from './readRows';
import type { RepeatedRecipients } from './recipient';
import { type Call, readyOf } from './row';
import { settle } from './settle';

/** Gives requests addresses for their callbacks, and names by which those are told apart. */
export interface CallbackAddresses {
	/**
	 * Called once, when all is checked and before the first request leaves.
	 *
	 * @param calls what is to be sent, if nothing is refused as too large
	 */
	open(calls: readonly Call[]): Promise<void>;
	/** A made-up address for a preview. */
	readonly example: string;
	/** Called once for each request, before it leaves. */
	urlOf(call: Call): Promise<string>;
	/** Called once the service has accepted the request. */
	nameOf(call: Call): string;
}

/** The parts that sending needs, in addition to the calls. */
export interface Dispatcher {
	operation: Operation;
	client: ServiceClient;
	parameters: NodeParameters;
	/** Whether the run continues when a request fails. */
	continues: boolean;
	/** Which recipients come more than once; only those have an order to keep. */
	repeated: RepeatedRecipients;
	/** Remembers what the service accepted; left out, nothing is. */
	memory?: Memory;
	/** The callback addresses, if the run waits for the service. */
	addresses?: CallbackAddresses;
}

/**
 * Sends calls, a few at a time, and what is for the same recipient in order. Each outcome is
 * remembered at once, and written to the rows.
 *
 * @returns the calls that ended, in order; one that was too large as its halves
 */
export async function dispatch(calls: readonly Call[], dispatcher: Dispatcher): Promise<Call[]> {
	const { client, continues, repeated } = dispatcher;
	const queue = new Queue<Call>(calls, ({ rows }) =>
		repeated.isAny ? rows.flatMap(reachedBy).filter((one) => repeated.has(one)) : [],
	);
	const ended = new Map<Call, Call[]>();
	const send = async (call: Call): Promise<Call[]> => {
		const failure = await attempt(call, dispatcher, () => !queue.isStopped);
		if (failure === 'unwanted') return [];
		if (failure && isTooLarge(failure) && call.rows.length > 1) {
			// Nothing of the whole was accepted.
			const [first, second] = halvesOf(call);
			return [...(await send(first)), ...(await send(second))];
		}
		if (failure) fail(call, failure);
		else settle(call);
		if (!failure || failure.outcomeUnknown) dispatcher.memory?.keep(call);
		if (failure && !continues) queue.stop();
		return [call];
	};
	await queue.work(client.atOnce, async (call) => {
		ended.set(call, await send(call));
	});
	for (const { rows } of calls) {
		for (const row of readyOf(rows)) row.status = row.earlier ?? 'notSent';
	}
	return calls.flatMap((call) => ended.get(call) ?? []);
}

/**
 * Sends a call and gives its rows what the answer says of them.
 *
 * @param isWanted asked when its first request could leave
 * @returns why it failed; `unwanted` if it never left
 */
async function attempt(
	call: Call,
	{ operation, client, parameters, addresses }: Dispatcher,
	isWanted: () => boolean,
): Promise<Failure | 'unwanted' | undefined> {
	let hasBegun = false;
	const conversation: Conversation = {
		async send(request) {
			const isFirst = !hasBegun;
			hasBegun = true;
			return await client.send(request, isFirst ? isWanted : undefined);
		},
		pause: async (milliseconds) => await client.pause(milliseconds),
	};
	try {
		const request = requestOf(operation, call, {
			signedCallback: (url) => client.signedCallback(url),
			callbackUrl: await addresses?.urlOf(call),
		});
		const answer = operation.fetchAnswer
			? await operation.fetchAnswer(conversation, call)
			: await conversation.send(request);
		operation.settle(answer, call, (item) => parameters.of(item));
		noteError(call, client.errorIn(answer));
		if (addresses) {
			const name = addresses.nameOf(call);
			for (const output of call.outputs) output.request = name;
		}
		return undefined;
	} catch (cause) {
		if (cause instanceof UnwantedError) return 'unwanted';
		if (!(cause instanceof AnswerError)) return failureOf(cause);
		const words = client.wordsIn(cause.answer);
		const { mayTryAgain: _, ...failure } = unreadableAnswer(
			operation.endpoint,
			cause.message,
			words,
		);
		return failure;
	}
}

/** Notes that the answer reports an error with its results. */
function noteError(call: Call, error: string): void {
	if (error === '') return;
	const doubt = runHint.errorInAnswer(error);
	if (call.outputs.length > 0) call.doubts = [...call.doubts, doubt];
	else call.hints = [...call.hints, doubt];
}

/** Notes why a call failed; what may have been reached in an earlier try still may have been. */
function fail(call: Call, failure: Failure): void {
	call.failure = failure;
	const outcome = outcomeOf(failure);
	const stillUnknown = { ...failure, outcomeUnknown: true };
	for (const row of call.rows) {
		const { earlier } = row;
		row.status = outcome === 'notSent' ? (earlier ?? outcome) : outcome;
		row.failure = outcome === 'notSent' && earlier === 'unknown' ? stillUnknown : failure;
	}
}
