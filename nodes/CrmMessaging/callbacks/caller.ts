import { refusedCall } from '../catalogue/runs';
import { runHint } from '../catalogue/hints';
import { type Sentence } from '../catalogue/sentence';
import { createHmac, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { deepestNesting } from '../fields/values';
import { isInIpRanges, isPrivate } from '../service/addresses';
import { keyOf, keyParameter } from '../service/callbackUrl';
import { readAccount, type ServiceAccount } from '../service/credential';
import { credentialName } from '../service/exchange';
import { mostValues, type Call, type Excess } from './call';
import { BoundedMap } from './seen';
import { readTriggerOptions, type CallerCheck } from '../editor/triggerForm';

/** The parts of a call that show who makes it. */
export type SignedCall = Pick<Call, 'query' | 'authorization' | 'body'>;

/**
 * Whether a call comes from the service.
 *
 * @param webhookId the id in the trigger's own URL
 */
export function isTrusted(
	check: CallerCheck,
	call: SignedCall,
	webhookId: string,
	accountSecret: string,
): boolean {
	if (check === 'none') return true;
	if (check === 'signedUrl') {
		return areEqual(call.query[keyParameter], keyOf(webhookId, accountSecret));
	}
	// The service signs its timestamp and token, not the rest of the body.
	const { timestamp, token } = call.body;
	if (!isWord(timestamp) || !isWord(token)) return false;
	const signature = createHmac('sha256', accountSecret).update(`${timestamp}${token}`);
	return areEqual(call.authorization, signature.digest('hex'));
}

function isWord(value: unknown): value is string | number {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** Compares in constant time, wherever the two differ. */
export function areEqual(value: unknown, expected: string): boolean {
	const actual = Buffer.from(typeof value === 'string' ? value : '');
	const other = Buffer.from(expected);
	return actual.length === other.length && timingSafeEqual(actual, other);
}

/**
 * Says what is wrong with the moment a call was signed at, if anything.
 *
 * @param timestamp seconds since 1970, as the callback has it
 * @param nowMs milliseconds since 1970
 * @param allowanceMinutes how far the two may be apart; 0 allows any distance
 */
export function timestampProblem(
	timestamp: unknown,
	nowMs: number,
	allowanceMinutes: number,
): 'too old' | 'too early' | undefined {
	if (allowanceMinutes === 0) return undefined;
	const aheadMinutes = (Number(timestamp) * 1000 - nowMs) / 60_000;
	if (aheadMinutes > allowanceMinutes) return 'too early';
	// In this direction, since a timestamp that is no number must not pass.
	return aheadMinutes >= -allowanceMinutes ? undefined : 'too old';
}

/** Why a call is refused. */
export interface Refusal {
	/** 401; 406 if no further call would be accepted either; 503 if the service should try later. */
	status: 401 | 406 | 503;
	/** What the caller reads. */
	error: 'not allowed' | 'not ready' | 'not signed' | 'too early' | 'too old' | Excess;
	/** What the log says, without any secret, key or token. */
	why: string;
}

/** For a call without the key or signature of the service. */
export const notSigned: Refusal = { status: 401, error: 'not signed', why: refusedCall.notSigned };

const excesses: Record<Excess, string> = {
	'too deep': refusedCall.tooDeep(deepestNesting),
	'too large': refusedCall.tooLarge(mostValues.toLocaleString('en')),
};

/** For a call whose content isn't read, if it is one. */
export function refusalOf({ excess }: Pick<Call, 'excess'>): Refusal | undefined {
	return excess && { status: 406, error: excess, why: excesses[excess] };
}

/** For a call that can't be accepted now, through no fault of its own. */
export function notReady(why: string): Refusal {
	return { status: 503, error: 'not ready', why };
}

/**
 * Answers a call that is refused; nothing starts or resumes, and one line of the log says why.
 *
 * @param callee the node, as the log calls it
 */
export function refuse(
	context: IWebhookFunctions,
	{ status, error, why }: Refusal,
	callee: string,
): IWebhookResponseData {
	context.logger.warn(`A call to ${callee} was refused: ${why}`, {
		workflowId: context.getWorkflow().id,
		node: context.getNode().name,
	});
	context.getResponseObject().status(status).json({ error });
	return { noWebhookResponse: true };
}

/**
 * Checks whether a call may start the workflow: its address, its key or signature, its age.
 *
 * @returns why it is refused, if it is, and the secrets that no one may read in it
 */
export async function checkCall(
	context: IWebhookFunctions,
	call: Call,
): Promise<{ refusal?: Refusal; secrets: readonly string[] }> {
	try {
		const options = readTriggerOptions(context);
		const { authentication: check, allowedIpRanges, timestampTolerance } = options;
		if (allowedIpRanges && !isInIpRanges(call.address, allowedIpRanges)) {
			const why = refusedCall.notAllowed(call.address ?? '');
			return { refusal: { status: 401, error: 'not allowed', why }, secrets: [] };
		}
		if (check === 'none') return { secrets: [] };
		const known = await secretsOf(context);
		const secrets = Object.values(known);
		if (!isTrusted(check, call, context.getNode().webhookId ?? '', known.account)) {
			return { refusal: notSigned, secrets };
		}
		if (check === 'signedUrl') return { secrets };
		const problem = timestampProblem(call.body.timestamp, Date.now(), timestampTolerance);
		if (!problem) return { secrets };
		const age: Refusal = { status: 401, error: problem, why: refusedCall.wrongTime(problem) };
		return { refusal: age, secrets };
	} catch (error) {
		const refusal = notReady(refusedCall.notChecked((error as Error).message));
		return { refusal, secrets: [] };
	}
}

/** Milliseconds for which calls use the secrets that were read for one of them. */
export const sharedForMs = 5000;

type Secrets = ServiceAccount['secrets'];

/** By trigger, of up to 200. */
const readings = new BoundedMap<string, { secrets: Promise<Secrets>; begun: number }>(200);

/**
 * The secrets of the node's credential: keys and signatures of callbacks are made with the account's.
 *
 * Calls that come together share one reading: each makes n8n build a V8 isolate, since a credential
 * may hold expressions, which takes longer than all else that the trigger does. A test in the editor
 * reads it every time, as people change the credential meanwhile.
 *
 * @throws what is wrong with the credential
 */
export async function secretsOf(context: IWebhookFunctions): Promise<Secrets> {
	const read = async () => readAccount(await context.getCredentials(credentialName)).secrets;
	if (context.getMode() === 'manual') return await read();
	const { id, credentials } = context.getNode();
	const trigger = `${context.getWorkflow().id}/${id}/${credentials?.[credentialName]?.id}`;
	const known = readings.get(trigger);
	// The clock may have been put back meanwhile.
	if (known && Math.abs(Date.now() - known.begun) < sharedForMs) return await known.secrets;
	const secrets = read();
	readings.set(trigger, { secrets, begun: Date.now() });
	// After a failure, the next call reads again.
	secrets.catch(() => readings.delete(trigger));
	return await secrets;
}

/** What to do about a callback URL whose host is private; undefined if it may be on the internet. */
export function adviceOnHost(hostname: string): Sentence | undefined {
	if (!isPrivate(hostname)) return undefined;
	return runHint.privateAddress(hostname);
}
