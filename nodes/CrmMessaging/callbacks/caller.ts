import { callAnswer } from '../catalogue/panels';
import { refusedCall, runHint } from '../catalogue/runs';
import type { Sentence } from '../catalogue/sentence';
import { createHmac, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { Excess } from '../fields/values';
import { wordsOfExcess } from '../service/answer';
import { isInIpRanges, isPrivate, signatureOf, keyParameter } from '../service/addresses';
import { readAccount, type ServiceAccount } from '../service/credential';
import { credentialName } from '../service/exchange';
import { mostFormValues, readCall, type IncomingCall } from './call';
import { takeOnce } from './seen';
import { readTriggerOptions, type CallerCheck } from './triggerOptions';
import { outputOfCallback, readCallback } from './report';
import { answerAfterStart } from '../n8n/webhooks';
import { Redactor } from '../service/redactor';

export type SignedCall = Pick<IncomingCall, 'query' | 'authorization' | 'body'>;

/** Whether a call comes from the service. */
export function isTrusted(
	check: CallerCheck,
	call: SignedCall,
	webhookId: string,
	accountSecret: string,
): boolean {
	if (check === 'none') return true;
	if (check === 'signedUrl') {
		return areEqual(call.query[keyParameter], signatureOf(webhookId, accountSecret));
	}
	// The service signs only its timestamp and token, not the rest of the body.
	const { timestamp, token } = call.body;
	if (!isWord(timestamp) || !isWord(token)) return false;
	const signature = createHmac('sha256', accountSecret).update(`${timestamp}${token}`);
	return areEqual(call.authorization, signature.digest('hex'));
}

function isWord(value: unknown): value is string | number {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

export function areEqual(value: unknown, expected: string): boolean {
	const actual = Buffer.from(typeof value === 'string' ? value : '');
	const other = Buffer.from(expected);
	return actual.length === other.length && timingSafeEqual(actual, other);
}

/**
 * Checks the time a call was signed, in seconds since 1970.
 *
 * @param allowanceMinutes largest difference; 0 allows any
 */
export function timestampProblem(
	timestamp: unknown,
	nowMs: number,
	allowanceMinutes: number,
): 'too old' | 'too early' | undefined {
	if (allowanceMinutes === 0) return undefined;
	const aheadMinutes = (Number(timestamp) * 1000 - nowMs) / 60_000;
	if (aheadMinutes > allowanceMinutes) return 'too early';
	// Written this way round so that NaN doesn't pass.
	return aheadMinutes >= -allowanceMinutes ? undefined : 'too old';
}

export interface RefusedCaller {
	/** 401; 406 if no later call would be accepted either; 503 if the service should retry. */
	status: 401 | 406 | 503;
	error: 'not allowed' | 'not ready' | 'not signed' | 'too early' | 'too old' | Excess;
	/** For the log; never contains a secret, key or token. */
	why: string;
}

/** For a call without the key or signature of the service. */
export const notSigned: RefusedCaller = {
	status: 401,
	error: 'not signed',
	why: refusedCall.notSigned,
};

/** For a call with unreadable content. */
export function refusalOf({ excess }: Pick<IncomingCall, 'excess'>): RefusedCaller | undefined {
	return excess && { status: 406, error: excess, why: wordsOfExcess(excess, mostFormValues) };
}

/** For a valid call that can't be accepted now. */
export function notReady(why: string): RefusedCaller {
	return { status: 503, error: 'not ready', why };
}

/** Refuses a call. Nothing starts or resumes; one log line has the reason. */
export function refuse(
	context: IWebhookFunctions,
	{ status, error, why }: RefusedCaller,
	callee: string,
): IWebhookResponseData {
	context.logger.warn(callAnswer.refused({ callee, reason: why }), {
		workflowId: context.getWorkflow().id,
		node: context.getNode().name,
	});
	context.getResponseObject().status(status).json({ error });
	return { noWebhookResponse: true };
}

/**
 * @returns why a call may not start the workflow; else the secrets to redact from its body, and the
 * key in the trigger's own URL
 */
async function checkCall(
	context: IWebhookFunctions,
	call: IncomingCall,
): Promise<RefusedCaller | string[]> {
	try {
		const options = readTriggerOptions(context);
		const { authentication: check, allowedIpRanges, timestampTolerance } = options;
		if (allowedIpRanges && !isInIpRanges(call.address, allowedIpRanges)) {
			const why = refusedCall.notAllowed({ address: call.address });
			return { status: 401, error: 'not allowed', why };
		}
		if (check === 'none') return [];
		const secrets = await secretsOf(context);
		const { webhookId = '' } = context.getNode();
		if (!isTrusted(check, call, webhookId, secrets.account)) return notSigned;
		const problem =
			check === 'signatureHeader' &&
			timestampProblem(call.body.timestamp, Date.now(), timestampTolerance);
		if (!problem) return [...Object.values(secrets), signatureOf(webhookId, secrets.account)];
		return { status: 401, error: problem, why: refusedCall.wrongTime({ age: problem }) };
	} catch (error) {
		return notReady(refusedCall.notChecked({ reason: (error as Error).message }));
	}
}

/** Milliseconds for which calls share one reading of the secrets. */
const sharedForMs = 5000;

type Secrets = ServiceAccount['secrets'];

/** By workflow, trigger and credential. Each is dropped after that time. */
const sharedReadings = new Map<string, Promise<Secrets>>();

/**
 * The secrets of the node's credential. Calls that arrive together share one reading. Each makes
 * n8n build a V8 isolate, which takes longer than the rest of the trigger. A test in the editor
 * always reads, since people change the credential meanwhile.
 */
export async function secretsOf(context: IWebhookFunctions): Promise<Secrets> {
	const read = async () => readAccount(await context.getCredentials(credentialName)).secrets;
	if (context.getMode() === 'manual') return await read();
	const { id, credentials } = context.getNode();
	const trigger = `${context.getWorkflow().id}/${id}/${credentials?.[credentialName]?.id}`;
	const shared = sharedReadings.get(trigger);
	if (shared) return await shared;
	const secrets = read();
	sharedReadings.set(trigger, secrets);
	const drop = () => sharedReadings.delete(trigger);
	// Unlike a timer, it lets the process end.
	AbortSignal.timeout(sharedForMs).addEventListener('abort', drop);
	// After a failure, the next call reads again.
	secrets.catch(drop);
	return await secrets;
}

/** Advice for a callback URL with a private host; undefined if the host may be public. */
export function adviceOnHost(host: string): Sentence | undefined {
	return isPrivate(host) ? runHint.privateAddress({ host }) : undefined;
}

/** Receives a call to the trigger. The service counts only status 200 as received. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const call = await readCall(context, [keyParameter]);
	const checked = await checkCall(context, call);
	const refusal = Array.isArray(checked) ? refusalOf(call) : checked;
	const secrets = Array.isArray(checked) ? checked : [];
	if (refusal) return refuse(context, refusal, callAnswer.toTrigger);
	// Services and proxies probe an address before they use it.
	if (Object.keys(call.body).length === 0)
		return { webhookResponse: { message: callAnswer.noContent } };
	const taken = await takeOnce(context, call.body);
	if (!taken) return { webhookResponse: { message: callAnswer.repeated } };
	const report = readCallback(call.body, call.beside, new Redactor(secrets));
	const output = outputOfCallback(report, readTriggerOptions(context).output);
	// Nothing is lost, and a workflow that must not run twice can check it.
	const marked = taken.mayBeRepeat
		? output.map((json) => ({ ...json, possibleRepeat: true }))
		: output;
	const items = context.helpers.returnJsonArray(marked);
	return answerAfterStart({ workflowData: [items] }, callAnswer.started, taken.started);
}
