import { refusedCall, runHint } from '../catalogue/runs';
import { figure, type Sentence } from '../catalogue/sentence';
import { createHmac, timingSafeEqual } from 'crypto';
import type {
	IWebhookFunctions,
	IWebhookResponseData,
	IDataObject,
	IWebhookDescription,
} from 'n8n-workflow';
import { deepestNesting, type Excess } from '../fields/values';
import { isInIpRanges, isPrivate, keyOf, keyParameter, webhookPath } from '../service/addresses';
import { readAccount, type ServiceAccount } from '../service/credential';
import { credentialName } from '../service/exchange';
import { mostValues, Call } from './call';
import { BoundedMap, takeOnce } from './seen';
import { readTriggerOptions, type CallerCheck } from '../editor/triggerForm';
import { outputOfCallback } from './report';
import { answerAfterStart } from '../n8n/webhooks';
import { Redactor } from '../service/redactor';

/** The parts of a call that authenticate it. */
export type SignedCall = Pick<Call, 'query' | 'authorization' | 'body'>;

/**
 * Whether a call comes from the service.
 *
 * @param webhookId the ID in the trigger's own URL
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
	// The service signs only its timestamp and token, not the rest of the body.
	const { timestamp, token } = call.body;
	if (!isWord(timestamp) || !isWord(token)) return false;
	const signature = createHmac('sha256', accountSecret).update(`${timestamp}${token}`);
	return areEqual(call.authorization, signature.digest('hex'));
}

function isWord(value: unknown): value is string | number {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** Compares in constant time. */
function areEqual(value: unknown, expected: string): boolean {
	const actual = Buffer.from(typeof value === 'string' ? value : '');
	const other = Buffer.from(expected);
	return actual.length === other.length && timingSafeEqual(actual, other);
}

/**
 * Checks the time a call was signed.
 *
 * @param timestamp seconds since 1970, from the callback
 * @param nowMs milliseconds since 1970
 * @param allowanceMinutes largest difference; 0 allows any
 * @returns the problem, if any
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

/** Why a call is refused. */
export interface Refusal {
	/** 401; 406 if no later call would be accepted either; 503 if the service should retry. */
	status: 401 | 406 | 503;
	error: 'not allowed' | 'not ready' | 'not signed' | 'too early' | 'too old' | Excess;
	/** For the log; never contains a secret, key or token. */
	why: string;
}

/** For a call without the key or signature of the service. */
export const notSigned: Refusal = { status: 401, error: 'not signed', why: refusedCall.notSigned };

const excesses: Record<Excess, string> = {
	'too deep': refusedCall.tooDeep(deepestNesting),
	'too large': refusedCall.tooLarge(figure(mostValues)),
};

/** For a call with unreadable content. */
export function refusalOf({ excess }: Pick<Call, 'excess'>): Refusal | undefined {
	return excess && { status: 406, error: excess, why: excesses[excess] };
}

/** For a valid call that can't be accepted now. */
export function notReady(why: string): Refusal {
	return { status: 503, error: 'not ready', why };
}

/**
 * Refuses a call. Nothing starts or resumes; one log line has the reason.
 *
 * @param callee the node's name in the log
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
 * Checks whether a call may start the workflow: its address, key or signature, and age.
 *
 * @returns the reason for a refusal, if any, and the secrets to redact from it
 */
async function checkCall(
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

/** Milliseconds for which calls share one reading of the secrets. */
export const sharedForMs = 5000;

type Secrets = ServiceAccount['secrets'];

/** By trigger, for up to 200. */
const readings = new BoundedMap<string, { secrets: Promise<Secrets>; begun: number }>(200);

/**
 * The secrets of the node's credential. Keys and signatures of callbacks use the account's.
 *
 * Calls that arrive together share one reading. Each reading makes n8n build a V8 isolate for the
 * credential's expressions. That takes longer than the rest of the trigger. A test in the editor
 * always reads, since people change the credential meanwhile.
 *
 * @throws the credential's error
 */
export async function secretsOf(context: IWebhookFunctions): Promise<Secrets> {
	const read = async () => readAccount(await context.getCredentials(credentialName)).secrets;
	if (context.getMode() === 'manual') return await read();
	const { id, credentials } = context.getNode();
	const trigger = `${context.getWorkflow().id}/${id}/${credentials?.[credentialName]?.id}`;
	const known = readings.get(trigger);
	// The system clock may have been set back.
	if (known && Math.abs(Date.now() - known.begun) < sharedForMs) return await known.secrets;
	const secrets = read();
	readings.set(trigger, { secrets, begun: Date.now() });
	// After a failure, the next call reads again.
	secrets.catch(() => readings.delete(trigger));
	return await secrets;
}

/** Advice for a callback URL with a private host; undefined if the host may be public. */
export function adviceOnHost(hostname: string): Sentence | undefined {
	if (!isPrivate(hostname)) return undefined;
	return runHint.privateAddress(hostname);
}

/**
 * Receives a call to the trigger. The service counts only status 200 as received and retries
 * otherwise.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const call = await Call.of(context, [keyParameter]);
	const checked = await checkCall(context, call);
	const refusal = checked.refusal ?? refusalOf(call);
	if (refusal) return refuse(context, refusal, 'the CRM Messaging Trigger');
	const taken = await takeOnce(context, call.body);
	if (!taken) return { webhookResponse: { message: 'Received before' } };
	const options = readTriggerOptions(context);
	const body = new Redactor(checked.secrets).inValue(call.body) as IDataObject;
	const output = outputOfCallback(body, options.output);
	// Nothing is lost, and a workflow that must not run twice can check it.
	const marked = taken.mayBeRepeat
		? output.map((json) => ({ ...json, possibleRepeat: true }))
		: output;
	const items = context.helpers.returnJsonArray(marked);
	return answerAfterStart({ workflowData: [items] }, 'Workflow was started', taken.started);
}

const address = {
	name: 'default',
	path: webhookPath,
	responseMode: 'onReceived',
	// Empty, so that n8n answers with the node's own `webhookResponse`.
	responseData: '',
} as const;

/** The trigger's endpoints. */
export const triggerWebhooks: IWebhookDescription[] = [
	{ ...address, httpMethod: 'POST' },
	// The same address for other methods; the form shows it once.
	{ ...address, httpMethod: 'PUT', ndvHideUrl: true },
	{ ...address, httpMethod: 'GET', ndvHideUrl: true },
];
