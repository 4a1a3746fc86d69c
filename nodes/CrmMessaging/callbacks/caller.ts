import { createHash, createHmac, randomUUID, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { callAnswer } from '../catalogue/panels';
import { refusedCall } from '../catalogue/runs';
import { BoundedMap, cached } from '../fields/cached';
import { isNamed } from '../fields/values';
import { onceAnswered } from '../n8n/webhooks';
import { callbackKey, keyParameter } from '../service/addresses';
import { wordsOfError } from '../service/answer';
import { credentialName, readAccount, type ServiceAccount } from '../service/credential';
import { RefusedCall, type Callback } from './callback';

/** Compares a key or signature. @throws RefusedCall */
export function requireEqual(value: unknown, expected: string): void {
	const actual = Buffer.from(typeof value === 'string' ? value : '');
	const other = Buffer.from(expected);
	if (actual.length === other.length && timingSafeEqual(actual, other)) return;
	throw new RefusedCall(401, refusedCall.notSigned);
}

/** How a trigger makes sure that the service calls. */
export type CallerCheck = 'signedUrl' | 'signatureHeader' | 'none';

/** The service repeats a callback within five hours. */
export const signatureLastsMs = 24 * 60 * 60_000;

/** Checks that the service made a call. @returns its name, if it has one. @throws RefusedCall */
export function nameOfTrusted(
	check: CallerCheck,
	{ content, query, authorization }: Callback,
	webhookId: string,
	accountSecret: string,
	nowMs = Date.now(),
): string | undefined {
	const marks = [content.timestamp, content.token].filter(isNamed).map(String);
	const isMarked = marks.length === 2;
	if (check !== 'signatureHeader') {
		if (check !== 'none')
			requireEqual(query[keyParameter], callbackKey('trigger', webhookId, accountSecret));
		return isMarked ? JSON.stringify(marks) : undefined;
	}
	// The service signs only these, not the rest of the body.
	const signature = createHmac('sha256', accountSecret).update(marks.join('')).digest('hex');
	requireEqual(isMarked && authorization, signature);
	const [timestamp = ''] = marks;
	const isNear = Math.abs(Number(timestamp) * 1000 - nowMs) <= signatureLastsMs;
	if (/^\d+$/.test(timestamp) && isNear) return signature;
	throw new RefusedCall(401, refusedCall.wrongTime);
}

/** Calls that this process remembers of each trigger, and a workflow's static data of its own. */
export const remembered = 500;

const rememberedTriggers = 200;

/** Names of calls to waits, and hashes of those of calls to triggers. */
function newCalls() {
	return {
		inProgress: new Set<string>(),
		received: new BoundedMap<string, true>(remembered),
		started: new BoundedMap<string, true>(remembered),
	};
}

/** Of all waits in this process: n8n soon stores which ones have ended. */
export const callsToWaits = newCalls();

const callsToTrigger = cached(newCalls, rememberedTriggers);

/**
 * Claims a call until n8n answers it. Then it's received if the answer is 200, else free.
 *
 * @returns false if it was received before
 * @throws RefusedCall while it's in progress
 */
export function claimCall(
	{ inProgress, received }: ReturnType<typeof newCalls>,
	name: string,
	response: ReturnType<IWebhookFunctions['getResponseObject']>,
): boolean {
	if (received.has(name)) return false;
	if (inProgress.has(name)) throw new RefusedCall(503, refusedCall.inProgress);
	inProgress.add(name);
	// n8n starts what it has queued, even if the caller has left.
	onceAnswered(response, () => {
		inProgress.delete(name);
		if (response.statusCode === 200) received.set(name, true);
	});
	return true;
}

/**
 * Claims a call to a trigger. Tests in the editor are always new, since people repeat calls there.
 *
 * @param name equal for the repeats of a call; without one, it counts as new
 * @returns whether one of its name has started the workflow, and what to call between n8n's start of it and
 * its saving of the static data; undefined if it was received
 * @throws RefusedCall while it's in progress
 */
export function takeOnce(
	context: IWebhookFunctions,
	name: string = randomUUID(),
): { mayBeRepeat: boolean; started: () => void } | undefined {
	if (context.getMode() === 'manual') return { mayBeRepeat: false, started: () => undefined };
	const calls = callsToTrigger(`${context.getWorkflow().id}/${context.getNode().id}`);
	// Short, since n8n copies static data into every execution.
	const hash = createHash('sha256').update(name).digest('base64').slice(0, 16);
	if (!claimCall(calls, hash, context.getResponseObject())) return undefined;
	const { started } = calls;
	const staticData = context.getWorkflowStaticData('node');
	const stored = [staticData.startedCallbacks ?? []].flat() as string[];
	return {
		mayBeRepeat: stored.includes(hash) || started.has(hash),
		started() {
			started.set(hash, true);
			// Calls that came with this one are only in this process so far.
			const earlier = stored.filter((one) => !started.has(one));
			staticData.startedCallbacks = [...earlier, ...started.keys()].slice(-remembered);
		},
	};
}

/** The secrets of the node's credential. @throws CredentialError */
export async function secretsOf(context: IWebhookFunctions): Promise<ServiceAccount['secrets']> {
	return readAccount(await context.getCredentials(credentialName)).secrets;
}

/** Answers a call to a trigger or a wait. The service counts only status 200 as received. */
export async function answerCall(
	context: IWebhookFunctions,
	callee: string,
	receive: () => Promise<IWebhookResponseData>,
): Promise<IWebhookResponseData> {
	try {
		return await receive();
	} catch (cause) {
		// If this were thrown, n8n would resume a waiting execution with an empty item.
		const refusal =
			cause instanceof RefusedCall
				? cause
				: new RefusedCall(503, refusedCall.notChecked({ reason: wordsOfError(cause) }));
		context.logger.warn(callAnswer.refused({ callee, reason: refusal.message }), {
			workflowId: context.getWorkflow().id,
			node: context.getNode().name,
		});
		context.getResponseObject().status(refusal.status).json({ error: 'Refused' });
		return { noWebhookResponse: true };
	}
}

export function answered(message: string): IWebhookResponseData {
	return { webhookResponse: { message } };
}
