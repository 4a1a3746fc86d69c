import { createHmac, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { deepestNesting } from '../fields/values';
import { isInIpRanges, readIpRanges } from '../service/addresses';
import { keyOf, keyParameter } from '../service/callbackUrl';
import { readAccount, type ServiceAccount } from '../service/credential';
import { credentialName } from '../service/exchange';
import type { Call } from './call';
import { BoundedMap } from './seen';
import { type CallerCheck, readTriggerOptions, type TriggerOptions } from './triggerOptions';

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

function isWord(value: unknown): value is string | number {
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

/** A call to the trigger, checked. */
interface Checked {
	/** Why it is not taken. */
	refusal?: Refusal;
	/** What it was checked with, which nobody may read in it. */
	secrets: readonly string[];
}

/** Checks whether a call may start the workflow: its address, its key or signature, its age. */
export async function checkCall(context: IWebhookFunctions, call: Call): Promise<Checked> {
	try {
		const options = readTriggerOptions(context);
		const refusal = addressRefusal(call, options.allowedIpRanges);
		return refusal ? { refusal, secrets: [] } : await checkCaller(context, call, options);
	} catch (error) {
		const refusal = notReady(`it cannot be checked. ${(error as Error).message}`);
		return { refusal, secrets: [] };
	}
}

function addressRefusal({ address }: Call, allowed: string): Refusal | undefined {
	if (allowed.trim() === '') return undefined;
	const notAllowed = (why: string): Refusal => ({ status: 401, error: 'not allowed', why });
	try {
		return isInIpRanges(address, readIpRanges(allowed))
			? undefined
			: notAllowed(`its address ${address} is in none of the Allowed IP Ranges`);
	} catch (error) {
		return notAllowed(`of the Allowed IP Ranges, ${(error as Error).message}`);
	}
}

async function checkCaller(
	context: IWebhookFunctions,
	call: Call,
	{ authentication: check, timestampAllowance }: TriggerOptions,
): Promise<Checked> {
	if (check === 'none') return { secrets: [] };
	const secrets = await secretsOf(context);
	const isFrom = isTrusted(check, call, context.getNode().webhookId ?? '', secrets.account);
	const age = check === 'signatureHeader' ? ageRefusal(call, timestampAllowance) : undefined;
	return { refusal: isFrom ? age : notSigned, secrets: Object.values(secrets) };
}

function ageRefusal({ body }: Call, allowance: number): Refusal | undefined {
	const problem = timestampProblem(body.timestamp, Date.now(), allowance);
	return problem && { status: 401, error: problem, why: `its timestamp is ${problem}` };
}

/** How long calls use the secrets that were read for one of them, in milliseconds. */
export const sharedForMs = 5000;

/** Of how many triggers this process keeps them. */
const sharedTriggers = 200;

type Secrets = ServiceAccount['secrets'];

const readings = new BoundedMap<string, { secrets: Promise<Secrets>; begun: number }>(
	sharedTriggers,
);

/**
 * The secrets of the node's credential: keys and signatures of callbacks are made with the account's.
 *
 * Calls that come together share one reading: each makes n8n build a V8 isolate, since a credential
 * may hold expressions, which takes longer than all else that the trigger does. A test in the editor
 * reads anew, as people change the credential meanwhile.
 *
 * @throws what is wrong with the credential
 */
export async function secretsOf(context: IWebhookFunctions): Promise<Secrets> {
	if (context.getMode() === 'manual') return await readSecrets(context);
	const { id, credentials } = context.getNode();
	const trigger = `${context.getWorkflow().id}/${id}/${credentials?.[credentialName]?.id}`;
	const known = readings.get(trigger);
	// Also where the clock was put back meanwhile.
	if (known && Math.abs(Date.now() - known.begun) < sharedForMs) return await known.secrets;
	const secrets = readSecrets(context);
	readings.set(trigger, { secrets, begun: Date.now() });
	// What failed is not kept: the next call reads anew.
	secrets.catch(() => readings.delete(trigger));
	return await secrets;
}

async function readSecrets(context: IWebhookFunctions): Promise<Secrets> {
	return readAccount(await context.getCredentials(credentialName)).secrets;
}
