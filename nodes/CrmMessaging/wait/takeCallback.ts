import { sleep, type IWebhookFunctions, type IWebhookResponseData } from 'n8n-workflow';
import { Call } from '../callbacks/call';
import { areEqual, notReady, notSigned, refuse, tooDeep, type Refusal } from '../callbacks/caller';
import { isTooDeep } from '../fields/values';
import { isParked, itemsUnderWay, memoryIn, storedExecution } from '../n8n/execution';
import { keyOf, keyParameter, requestParameter } from '../service/callbackUrl';
import { type Brought, isHeard, stateAtCall, stateIn, type WaitState } from './waitState';
import { gather, type Gathering } from './gathering';
import { waitNodes, readSettings } from './settings';
import { pack } from './packed';

/** Milliseconds after which a call is answered, however it stands. */
const longest = 7500;

/**
 * Milliseconds for which what was stored has to stay stored. Of several processes, one that read the
 * execution before another went on with it can still go on with what it read, and n8n then stores
 * that: it asks only whether the execution waits.
 */
const probation = 1500;

/** Milliseconds that n8n is given at least to store what was called back. */
const leastToStore = 1500;

/** What this node and n8n put into the address of a callback. */
const ownParameters = [keyParameter, requestParameter, 'signature'];

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

const notTaken = notReady('the execution did not go on with it');

function failed(error: unknown): Refusal {
	return notReady(error instanceof Error ? error.message : String(error));
}

async function take(context: IWebhookFunctions): Promise<IWebhookResponseData | Refusal> {
	const end = Date.now() + longest;
	const call = await Call.of(context, ownParameters);
	const { query } = call;
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
	if (isTooDeep(call.body)) return tooDeep;
	const body = JSON.stringify(call.body);
	const executionId = context.getExecutionId();
	const { gathering, leads } = await gather(executionId, request, body, isComplete);
	const turn = leads ? 'lead' : await inTime(gathering.follow(), end);
	if (turn !== 'lead') return turn ? {} : notTaken;
	try {
		return await bring(context, gathering, known.stamp, end);
	} catch (error) {
		gathering.passOn();
		return failed(error);
	}
}

/** What comes of a gathering, as far as it comes before this call has to be answered. */
async function inTime<T>(outcome: Promise<T | boolean>, end: number): Promise<T | boolean> {
	const rest = Math.max(0, end + probation - Date.now());
	return await Promise.race([outcome, sleep(rest).then(() => false)]);
}

/**
 * Lets the execution go on with what was gathered, once it is parked.
 *
 * @param stamp of the state that n8n has read for this call, and would go on with
 * @param end when the call has to be answered, in milliseconds since 1970
 */
async function bring(
	context: IWebhookFunctions,
	gathering: Gathering,
	stamp: string,
	end: number,
): Promise<IWebhookResponseData | Refusal> {
	const requests = [...gathering.bodies.keys()];
	const callbacks: Record<string, string> = {};
	for (const [request, body] of gathering.bodies) callbacks[request] = await pack(body);
	const stored = await untilParked(context, end);
	const workflowData = (state?: WaitState) => {
		const json: Brought = { callbacks };
		if (state && state.stamp !== stamp) json.state = state;
		return [[{ json: { ...json } }]];
	};
	if (stored === 'not told') {
		gathering.end(true);
		return { workflowData: workflowData() };
	}
	if (stored === 'not parked') {
		gathering.passOn();
		return (await inTime(gathering.isTaken, end)) ? {} : notTaken;
	}
	const isKnown = requests.every((request) => isHeard(stored.heard, request));
	if (isKnown || stored.isDone) {
		gathering.end(isKnown);
		return isKnown ? {} : notReady('the waiting is over');
	}
	void answer(context, gathering, stored.stamp, Math.max(end, Date.now() + leastToStore));
	return { noWebhookResponse: true, workflowData: workflowData(stored) };
}

/** n8n would answer before it is sure to go on, so the call is answered when the callbacks are stored. */
async function answer(
	context: IWebhookFunctions,
	gathering: Gathering,
	stamp: string,
	end: number,
): Promise<void> {
	const requests = [...gathering.bodies.keys()];
	if (await staysStored(context, requests, stamp, end).catch(() => false)) gathering.end(true);
	else gathering.passOn();
	if (await inTime(gathering.isTaken, end)) {
		context.getResponseObject().status(200).json({ message: 'Callback received' });
	} else {
		refuse(context, notTaken, 'a waiting CRM Messaging node');
	}
}

async function staysStored(
	context: IWebhookFunctions,
	requests: readonly string[],
	stamp: string,
	end: number,
): Promise<boolean> {
	const stored = await look(end, async () => await storedWith(context, requests, stamp));
	if (stored !== 'for now') return stored === 'for good';
	await sleep(probation);
	return (await storedWith(context, requests, stamp))?.startsWith('for ') ?? false;
}

/**
 * Whether n8n has stored what was called back for requests; nothing as long as it has not gone on.
 *
 * @param stamp of the state that n8n was to go on with
 */
async function storedWith(
	context: IWebhookFunctions,
	requests: readonly string[],
	stamp: string,
): Promise<'for now' | 'for good' | 'lost' | undefined> {
	const data = await storedExecution(context, context.getExecutionId());
	if (!data) return undefined;
	const state = stateIn(memoryIn(data, waitNodes.collect));
	const underWay = itemsUnderWay(data).map(({ json }) => json as Partial<Brought>);
	const isThere = (request: string) =>
		isHeard(state?.heard ?? '', request) ||
		underWay.some(({ callbacks }) => callbacks && Object.hasOwn(callbacks, request));
	if (requests.every(isThere)) return state?.isDone ? 'for good' : 'for now';
	// Another process was faster.
	const isWithOthers = state?.stamp !== stamp || underWay.some(({ callbacks }) => callbacks);
	return isWithOthers ? 'lost' : undefined;
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
		const state = stateIn(memoryIn(data, waitNodes.collect));
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
