import type { IWebhookFunctions } from 'n8n-workflow';
import type { Call } from './call';
import { isTrusted, timestampProblem, notReady, notSigned, type Refusal } from './caller';
import { isInIpRanges, readIpRanges } from '../service/addresses';
import { readTriggerOptions, type TriggerOptions } from './triggerOptions';
import { BoundedMap } from './seen';
import { readAccount, type ServiceAccount } from '../service/credential';
import { credentialName } from '../service/exchange';

/** A call to the trigger, checked. */
export interface Checked {
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

interface Reading {
	secrets: Promise<Secrets>;
	begun: number;
}

const readings = new BoundedMap<string, Reading>(sharedTriggers);

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
	if (context.getMode() === 'manual') return await read(context);
	const { id, credentials } = context.getNode();
	const trigger = `${context.getWorkflow().id}/${id}/${credentials?.[credentialName]?.id}`;
	const known = readings.get(trigger);
	if (known && isFresh(known)) return await known.secrets;
	const secrets = read(context);
	readings.set(trigger, { secrets, begun: Date.now() });
	// What failed is not kept: the next call reads anew.
	secrets.catch(() => readings.delete(trigger));
	return await secrets;
}

async function read(context: IWebhookFunctions): Promise<Secrets> {
	return readAccount(await context.getCredentials(credentialName)).secrets;
}

/** Also where the clock was put back meanwhile. */
function isFresh({ begun }: Reading): boolean {
	return Math.abs(Date.now() - begun) < sharedForMs;
}
