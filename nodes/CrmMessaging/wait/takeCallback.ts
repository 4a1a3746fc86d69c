import {
	sleep,
	type IDataObject,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { readCall } from '../callback/call';
import { areEqual } from '../callback/caller';
import { notReady, notSigned, refuse, type Refusal } from '../callback/refusal';
import { isParked, itemsUnderWay, memoryIn, storedExecution } from '../n8n/executionData';
import { webhookRequestOf } from '../n8n/webhookRequest';
import { keyOf, keyParameter, requestParameter } from '../transport/callbackKey';
import type { Brought } from './collect';
import { gather, type Gathering } from './gathering';
import { collectorName } from './names';
import { pack } from './packed';
import { isLookDue, lookAtSender, type SeenSender } from './sender';
import { readSettings } from './settings';
import { isHeard, stateAtCall, stateIn, type WaitState } from './waitState';

/** Milliseconds after which a call is answered, however it stands. */
const longest = 8500;

/** Milliseconds that n8n is given at least to store what was called back. */
const leastToStore = 1500;

/** Milliseconds between looks whether n8n has come so far. */
const pauses = [50, 100, 150, 300, 500];

/**
 * Takes a callback that an execution waits for.
 *
 * It is answered 200 only when n8n has stored it. A call without the right key gets 401; a repeated
 * one gets 200 and changes nothing; where n8n is not ready, 503 makes the service call again.
 */
export async function takeCallback(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const refused = (refusal: Refusal) => refuse(context, refusal, 'a waiting CRM Messaging node');
	try {
		const taken = await take(context);
		return 'why' in taken ? refused(taken) : taken;
	} catch (error) {
		// n8n would go on with the execution and an empty item if this were thrown.
		return refused(failed(error));
	}
}

function failed(error: unknown): Refusal {
	return notReady(error instanceof Error ? error.message : String(error));
}

async function take(context: IWebhookFunctions): Promise<IWebhookResponseData | Refusal> {
	const end = Date.now() + longest;
	const { query } = readCall(context);
	const settings = readSettings(context);
	const { key, planned } = settings;
	const request = query[requestParameter];
	if (typeof request !== 'string' || !areEqual(query[keyParameter], keyOf(request, key))) {
		return notSigned;
	}
	const known = stateAtCall(context);
	if (isHeard(known.heard, request)) return {};
	const isComplete = (gathered: ReadonlyMap<string, string>) =>
		planned.every((one) => gathered.has(one) || isHeard(known.heard, one));
	const body = JSON.stringify(bodyOf(context));
	const executionId = context.getExecutionId();
	let seen: SeenSender | undefined;
	const isAll = isComplete(new Map([[request, body]]));
	const isDue = !known.isSettled && !isAll && isLookDue(known);
	const lookAtIt = async () => {
		seen = await lookAtSender(context, executionId, settings).catch(() => undefined);
	};
	const { gathering, leads } = await gather(
		executionId,
		request,
		body,
		isComplete,
		isDue ? lookAtIt : undefined,
	);
	if (!leads) {
		return (await gathering.isTaken) ? {} : notReady('the execution did not go on with it');
	}
	try {
		return await bring(context, gathering, known.round, seen, end);
	} catch (error) {
		// Those that this call leads hear of it as well.
		gathering.end(false);
		return failed(error);
	}
}

/** With GET, the URL carries what belongs to n8n and to this node beside the callback. */
function bodyOf(context: IWebhookFunctions): IDataObject {
	const { body } = readCall(context);
	if (webhookRequestOf(context).method !== 'GET') return body;
	const { [requestParameter]: _, signature: __, ...said } = body;
	return said;
}

/**
 * Lets the execution go on with what was gathered, once it is parked.
 *
 * @param round of the state that n8n has read for this call, and would go on with
 * @param seen what the sender has left, where the call has looked at it
 * @param end when the call has to be answered, in milliseconds since 1970
 */
async function bring(
	context: IWebhookFunctions,
	gathering: Gathering,
	round: number,
	seen: SeenSender | undefined,
	end: number,
): Promise<IWebhookResponseData | Refusal> {
	const requests = [...gathering.bodies.keys()];
	const callbacks: Record<string, string> = {};
	for (const [request, body] of gathering.bodies) callbacks[request] = await pack(body);
	const stored = await untilParked(context, end);
	const workflowData = (state?: WaitState) => {
		const json: Brought = { callbacks, seen };
		if (state && state.round !== round) json.state = state;
		return [[{ json: { ...json } }]];
	};
	if (stored === 'not told') {
		gathering.end(true);
		return { workflowData: workflowData() };
	}
	if (stored === 'not parked') {
		gathering.end(false);
		return notReady('the execution is busy');
	}
	const isKnown = requests.every((request) => isHeard(stored.heard, request));
	if (isKnown || stored.isDone) {
		gathering.end(isKnown);
		return isKnown ? {} : notReady('the waiting is over');
	}
	void answer(context, gathering, requests, Math.max(end, Date.now() + leastToStore));
	return { noWebhookResponse: true, workflowData: workflowData(stored) };
}

/** n8n would answer before it is sure to go on, so the call is answered when the callbacks are stored. */
async function answer(
	context: IWebhookFunctions,
	gathering: Gathering,
	requests: readonly string[],
	end: number,
): Promise<void> {
	const isTaken = await isStored(context, requests, end).catch(() => false);
	gathering.end(isTaken);
	if (isTaken) {
		context.getResponseObject().status(200).json({ message: 'Callback received' });
	} else {
		refuse(
			context,
			notReady('the execution did not go on with it'),
			'a waiting CRM Messaging node',
		);
	}
}

async function isStored(
	context: IWebhookFunctions,
	requests: readonly string[],
	end: number,
): Promise<boolean> {
	return (
		(await look(end, async () => {
			const data = await storedExecution(context, context.getExecutionId());
			if (!data) return undefined;
			const heard = stateIn(memoryIn(data, collectorName))?.heard ?? '';
			const underWay = itemsUnderWay(data).map(({ json }) => json as Partial<Brought>);
			const isThere = (request: string) =>
				isHeard(heard, request) ||
				underWay.some(({ callbacks }) => callbacks && Object.hasOwn(callbacks, request));
			return requests.every(isThere) || undefined;
		})) ?? false
	);
}

/**
 * n8n refuses to go on with an execution that it is going on with, and goes on with what it read
 * before this call: the state as it is now tells what that lacks.
 */
async function untilParked(
	context: IWebhookFunctions,
	end: number,
): Promise<WaitState | 'not parked' | 'not told'> {
	const found = await look<WaitState | 'not told'>(end - 1500, async () => {
		const data = await storedExecution(context, context.getExecutionId());
		if (!data) return 'not told';
		const state = stateIn(memoryIn(data, collectorName));
		return isParked(data) || state?.isDone ? state : undefined;
	});
	return found ?? 'not parked';
}

/** Looks again and again until there is something, or the time is over. */
async function look<T>(end: number, find: () => Promise<T | undefined>): Promise<T | undefined> {
	for (let at = 0; ; at++) {
		const found = await find();
		const pause = pauses[Math.min(at, pauses.length - 1)] ?? 0;
		if (found !== undefined || Date.now() + pause > end) return found;
		await sleep(pause);
	}
}
