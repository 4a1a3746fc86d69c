import { createHmac, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { callAnswer } from '../catalogue/panels';
import { refusedCall } from '../catalogue/runs';
import { keyParameter, triggerKey } from '../service/addresses';
import { credentialName, readAccount, type ServiceAccount } from '../service/credential';
import { RefusedCall, type Callback } from './callback';

/** For a valid call that can't be accepted now. */
export function notReady(why: string): RefusedCall {
	return new RefusedCall(503, 'not ready', why);
}

/** Compares a key or signature. @throws RefusedCall */
export function requireEqual(value: unknown, expected: string): void {
	const actual = Buffer.from(typeof value === 'string' ? value : '');
	const other = Buffer.from(expected);
	if (actual.length === other.length && timingSafeEqual(actual, other)) return;
	throw new RefusedCall(401, 'not signed', refusedCall.notSigned);
}

/** How a trigger makes sure that the service calls. */
export type CallerCheck = 'signedUrl' | 'signatureHeader' | 'none';

/** The service repeats a callback within five hours. */
export const signatureLastsMs = 24 * 60 * 60_000;

/**
 * Checks that the service made a call to a trigger.
 *
 * @returns the call's name, equal for its repeats; undefined if it has none
 * @throws RefusedCall
 */
export function nameOfTrusted(
	check: CallerCheck,
	{ content, query, authorization }: Callback,
	webhookId: string,
	accountSecret: string,
	nowMs = Date.now(),
): string | undefined {
	if (check === 'signedUrl')
		requireEqual(query[keyParameter], triggerKey(webhookId, accountSecret));
	const marks = [content.timestamp, content.token]
		.filter((mark) => typeof mark === 'number' || (typeof mark === 'string' && mark !== ''))
		.map(String);
	const isMarked = marks.length === 2;
	if (check !== 'signatureHeader') return isMarked ? JSON.stringify(marks) : undefined;
	// The service signs only these, not the rest of the body.
	const signature = createHmac('sha256', accountSecret).update(marks.join('')).digest('hex');
	requireEqual(isMarked && authorization, signature);
	const [timestamp = ''] = marks;
	const isNear = Math.abs(Number(timestamp) * 1000 - nowMs) <= signatureLastsMs;
	if (/^\d+$/.test(timestamp) && isNear) return signature;
	throw new RefusedCall(401, 'wrong time', refusedCall.wrongTime);
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
		const reason = cause instanceof Error ? cause.message : String(cause);
		const refusal =
			cause instanceof RefusedCall ? cause : notReady(refusedCall.notChecked({ reason }));
		context.logger.warn(callAnswer.refused({ callee, reason: refusal.message }), {
			workflowId: context.getWorkflow().id,
			node: context.getNode().name,
		});
		context.getResponseObject().status(refusal.status).json({ error: refusal.answer });
		return { noWebhookResponse: true };
	}
}

export function answered(message: string): IWebhookResponseData {
	return { webhookResponse: { message } };
}
