import { createHmac, timingSafeEqual } from 'crypto';
import { keyOf, keyParameter } from '../service/callbackKey';
import type { Call } from './call';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { deepestNesting } from '../fields/keys';

/** How a trigger makes sure that it is the service which calls. */
export type CallerCheck = 'signedUrl' | 'signatureHeader' | 'none';

/** What of a call tells who makes it. */
export type SignedCall = Pick<Call, 'query' | 'authorization' | 'body'>;

/**
 * Whether a call comes from whom it should.
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

/** Whether a value says something: a text that is not empty, or a number. */
export function isWord(value: unknown): value is string | number {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** Compares in a time that does not depend on where the two differ. */
export function areEqual(given: unknown, expected: string): boolean {
	const one = Buffer.from(typeof given === 'string' ? given : '');
	const other = Buffer.from(expected);
	return one.length === other.length && timingSafeEqual(one, other);
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
	// Turned around, so that a timestamp that is no number does not pass.
	return aheadMinutes >= -allowanceMinutes ? undefined : 'too old';
}

/** Why a call is not taken. */
export interface Refusal {
	/**
	 * 401; 406 where no further call would be taken either; or 503 where the node itself is not in order
	 * and the service should try later.
	 */
	status: 401 | 406 | 503;
	/** What the caller reads. */
	error: 'not allowed' | 'not ready' | 'not signed' | 'too deep' | 'too early' | 'too old';
	/** What the log says, without any secret, key or token. */
	why: string;
}

/** Of a call whose key or signature is not that of the service. */
export const notSigned: Refusal = { status: 401, error: 'not signed', why: 'it is not signed' };

/** Of a call whose content n8n could start an execution with, but not store. */
export const tooDeep: Refusal = {
	status: 406,
	error: 'too deep',
	why: `its content is nested more than ${deepestNesting} levels deep`,
};

/** Of a call that cannot be taken now, through no fault of its own. */
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
